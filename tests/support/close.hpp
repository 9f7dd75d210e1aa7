// Compares whole tensors with a tolerance that was computed, not chosen.
#pragma once

#include <span>
#include <string>

#include "base/tensor.hpp"

namespace posenc::test {

struct Closeness {
  double worst_difference = 0;
  double tolerance = 0;
  std::size_t worst_at = 0;
  double got = 0, expected = 0;
  bool is_close = false;

  // Worst difference as a share of the tolerance.
  double share() const { return worst_difference / tolerance; }
  std::string text() const;
};

// Equal infinities are equal; a NaN on either side, or different lengths, is never close.
Closeness close(std::span<const double> got, std::span<const double> expected, double tolerance);

template <class Got, class Expected, std::size_t Rank>
Closeness close(const Tensor<Got, Rank>& got, const Tensor<Expected, Rank>& expected, double tolerance) {
  const Tensor<double, Rank> left = packed<double>(got), right = packed<double>(expected);
  if (left.extents() != right.extents()) return {.tolerance = tolerance};
  return close(left.numbers(), right.numbers(), tolerance);
}

}  // namespace posenc::test

// A green check prints its worst element under `posenc_tests -s`, a red one always.
#define CHECK_CLOSE(got, expected, tolerance)                                                    \
  do {                                                                                           \
    const ::posenc::test::Closeness closeness = ::posenc::test::close(got, expected, tolerance); \
    INFO(closeness.text());                                                                      \
    CHECK(closeness.is_close);                                                                   \
  } while (false)
