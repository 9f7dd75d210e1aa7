// A tensor somebody else owns: pointer, extents, strides. The last axis is contiguous.
//
// Axes in the order of the README's conventions, e.g. [heads, queries, head_dim]. Rows (the last axis) may be padded:
// stride(Rank - 2) >= extent(Rank - 1).
#pragma once

#include <array>
#include <cstddef>

#include "base/check.hpp"

namespace posenc {

template <class T, std::size_t Rank>
class TensorView {
 public:
  using Extents = std::array<std::size_t, Rank>;

  TensorView() = default;

  // Rows of `row_stride` elements; every other axis is packed.
  TensorView(T* data, Extents extents, std::size_t row_stride) : data_(data), extents_(extents) {
    strides_[Rank - 1] = 1;
    if constexpr (Rank > 1) {
      strides_[Rank - 2] = row_stride;
      for (std::size_t axis = Rank - 2; axis > 0; --axis) strides_[axis - 1] = strides_[axis] * extents_[axis];
    }
  }
  TensorView(T* data, Extents extents) : TensorView(data, extents, extents[Rank - 1]) {}
  // Any distances, in elements: heads that stand side by side in the rows of a product.
  TensorView(T* data, Extents extents, Extents strides) : data_(data), extents_(extents), strides_(strides) {
    POSENC_ASSERT(strides[Rank - 1] == 1);
  }

  // A view of T reads as a view of const T.
  operator TensorView<const T, Rank>() const { return {data_, extents_, strides_}; }

  T* data() const { return data_; }
  bool empty() const { return data_ == nullptr; }
  std::size_t extent(std::size_t axis) const { return extents_[axis]; }
  const Extents& extents() const { return extents_; }
  std::size_t stride(std::size_t axis) const { return strides_[axis]; }

  template <class... Index>
  T& operator()(Index... index) const {
    static_assert(sizeof...(Index) == Rank);
    return data_[offset(index...)];
  }

  // First element of a row: all indices but the last.
  template <class... Index>
  T* row(Index... index) const {
    static_assert(sizeof...(Index) == Rank - 1);
    return data_ + offset(index...);
  }

 private:
  template <class... Index>
  std::size_t offset(Index... index) const {
    std::size_t axis = 0, sum = 0;
    ((check_index(axis, static_cast<std::size_t>(index)), sum += strides_[axis++] * static_cast<std::size_t>(index)),
     ...);
    return sum;
  }
  void check_index([[maybe_unused]] std::size_t axis, [[maybe_unused]] std::size_t index) const {
    POSENC_ASSERT(index < extents_[axis]);
  }

  T* data_ = nullptr;
  Extents extents_{};
  Extents strides_{};
};

}  // namespace posenc
