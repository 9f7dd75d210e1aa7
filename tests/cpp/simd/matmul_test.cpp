#include "simd/matmul.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "base/random.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

Tensor<float, 2> random_matrix(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Random random(seed);
  Tensor<float, 2> matrix({rows, columns});
  for (float& number : matrix.numbers()) number = static_cast<float>(random.uniform(-1, 1));
  return matrix;
}

}  // namespace

TEST_CASE("matmul: x Wᵀ agrees with the sum in double", "[simd]") {
  const auto [rows, in, out] = GENERATE(table<std::size_t, std::size_t, std::size_t>(
      {{1, 1, 1}, {3, 2, 5}, {4, 8, 16}, {5, 7, 17}, {9, 64, 33}, {130, 18, 3}}));
  const Tensor<float, 2> x = random_matrix(rows, in, 1), weights = random_matrix(out, in, 2);
  Tensor<double, 2> expected({rows, out});
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t o = 0; o < out; ++o)
      for (std::size_t i = 0; i < in; ++i)
        expected(r, o) += static_cast<double>(x(r, i)) * static_cast<double>(weights(o, i));
  const auto product = multiply_transposed(x.view(), weights.view());
  CHECK_CLOSE(product, expected, 0x1p-24 * static_cast<double>(in * in + in));
}

TEST_CASE("matmul: padding of the result stays zero", "[simd]") {
  const Tensor<float, 2> x = random_matrix(5, 3, 3), weights = random_matrix(7, 3, 4);
  const Tensor<float, 2> product = multiply_transposed(x.view(), weights.view());
  REQUIRE(product.row_stride() == 16);
  for (std::size_t r = 0; r < 5; ++r)
    for (std::size_t c = 7; c < 16; ++c) CHECK(product.numbers()[r * 16 + c] == 0);
}

TEST_CASE("matmul: a row's result does not depend on the rows beside it", "[simd]") {
  const Tensor<float, 2> x = random_matrix(9, 31, 5), weights = random_matrix(13, 31, 6);
  const Tensor<float, 2> product = multiply_transposed(x.view(), weights.view());
  Tensor<float, 2> reversed({9, 31});
  for (std::size_t r = 0; r < 9; ++r) std::copy_n(x.row(8 - r), 31, reversed.row(r));
  const Tensor<float, 2> other = multiply_transposed(reversed.view(), weights.view());
  for (std::size_t r = 0; r < 9; ++r)
    for (std::size_t c = 0; c < 13; ++c) CHECK(product(r, c) == other(8 - r, c));
}
