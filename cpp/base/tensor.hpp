// A tensor that owns its numbers, all zero at first. Starts on a 64-byte boundary.
//
// RowPadding::to_64_bytes makes every row a whole number of 64-byte lines, filled up with zeros, so that SIMD loops
// over rows need no tails. Padding must stay zero: writers write only the first extent(Rank - 1) elements of a row.
#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <span>
#include <vector>

#include "base/tensor_view.hpp"

namespace posenc {

inline constexpr std::size_t kLineBytes = 64;

template <class T>
struct LineAllocator {
  using value_type = T;
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) noexcept {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t{kLineBytes}));
  }
  void deallocate(T* data, std::size_t) noexcept { ::operator delete(data, std::align_val_t{kLineBytes}); }
  template <class U>
  bool operator==(const LineAllocator<U>&) const noexcept {
    return true;
  }
};

template <class T>
using LineVector = std::vector<T, LineAllocator<T>>;

enum class RowPadding { none, to_64_bytes };

template <class T>
constexpr std::size_t padded_length(std::size_t length) {
  constexpr std::size_t per_line = kLineBytes / sizeof(T);
  return (length + per_line - 1) / per_line * per_line;
}

template <class T, std::size_t Rank>
class Tensor {
 public:
  using Extents = std::array<std::size_t, Rank>;

  Tensor() = default;
  explicit Tensor(Extents extents, RowPadding padding = RowPadding::none)
      : extents_(extents),
        row_stride_(padding == RowPadding::none ? extents[Rank - 1] : padded_length<T>(extents[Rank - 1])) {
    std::size_t count = row_stride_;
    for (std::size_t axis = 0; axis + 1 < Rank; ++axis) count *= extents[axis];
    numbers_.resize(count);
  }

  TensorView<T, Rank> view() { return {numbers_.data(), extents_, row_stride_}; }
  TensorView<const T, Rank> view() const { return {numbers_.data(), extents_, row_stride_}; }

  bool empty() const { return numbers_.empty(); }
  const Extents& extents() const { return extents_; }
  std::size_t extent(std::size_t axis) const { return extents_[axis]; }
  std::size_t row_stride() const { return row_stride_; }
  std::size_t bytes() const { return numbers_.size() * sizeof(T); }

  // Every number in memory order, padding included.
  std::span<T> numbers() { return numbers_; }
  std::span<const T> numbers() const { return numbers_; }

  template <class... Index>
  T& operator()(Index... index) {
    return view()(index...);
  }
  template <class... Index>
  const T& operator()(Index... index) const {
    return view()(index...);
  }
  template <class... Index>
  T* row(Index... index) {
    return view().row(index...);
  }
  template <class... Index>
  const T* row(Index... index) const {
    return view().row(index...);
  }

 private:
  LineVector<T> numbers_;
  Extents extents_{};
  std::size_t row_stride_ = 0;
};

// The same numbers as another type, rows without padding.
template <class To, class From, std::size_t Rank>
Tensor<To, Rank> packed(const Tensor<From, Rank>& from) {
  Tensor<To, Rank> to(from.extents());
  const std::size_t length = from.extent(Rank - 1);
  const From* source = from.numbers().data();
  for (To *row = to.numbers().data(), *end = row + to.numbers().size(); row != end;
       row += length, source += from.row_stride())
    for (std::size_t at = 0; at < length; ++at) row[at] = static_cast<To>(source[at]);
  return to;
}

}  // namespace posenc
