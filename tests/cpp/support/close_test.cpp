#include "support/close.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <vector>

using posenc::test::close;

// The comparator itself: it must be able to fail.
TEST_CASE("close: equal numbers and equal infinities are close", "[support]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> numbers{1, -2, infinity, -infinity};
  CHECK(close(numbers, numbers, 0).is_close);
}

TEST_CASE("close: refuses what must be refused", "[support]") {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> expected{1, 2, 3};
  CHECK_FALSE(close(std::vector<double>{1, 2, 3.2}, expected, 0.1).is_close);
  CHECK_FALSE(close(std::vector<double>{1, nan, 3}, expected, 1e9).is_close);
  CHECK_FALSE(close(std::vector<double>{nan, nan, nan}, std::vector<double>{nan, nan, nan}, 1e9).is_close);
  CHECK_FALSE(close(std::vector<double>{1, infinity, 3}, expected, 1e9).is_close);
  CHECK_FALSE(close(std::vector<double>{1, -infinity}, std::vector<double>{1, infinity}, 1e9).is_close);
  CHECK_FALSE(close(std::vector<double>{1, 2}, expected, 1e9).is_close);
}

TEST_CASE("close: names the worst element", "[support]") {
  const auto result = close(std::vector<double>{1, 2.5, 3.1}, std::vector<double>{1, 2, 3}, 1);
  CHECK(result.is_close);
  CHECK(result.worst_at == 1);
  CHECK(result.worst_difference == 0.5);
  CHECK(result.share() == 0.5);
}

TEST_CASE("close: tensors of different shapes are not close", "[support]") {
  CHECK_FALSE(close(posenc::Tensor<float, 2>({2, 3}), posenc::Tensor<double, 2>({3, 2}), 1).is_close);
}
