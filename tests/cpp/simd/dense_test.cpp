// The products of training against sums in double, at sizes that fit no panel, block or register.
#include "simd/dense.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/random.hpp"
#include "simd/gelu.hpp"
#include "simd/norm_rows.hpp"
#include "simd/softmax_row.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

Tensor<float, 2> random_rows(std::size_t rows, std::size_t columns, std::uint64_t seed,
                             RowPadding padding = RowPadding::to_64_bytes) {
  Tensor<float, 2> tensor({rows, columns}, padding);
  Random random(seed);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t c = 0; c < columns; ++c) tensor(row, c) = static_cast<float>(random.uniform(-1, 1));
  return tensor;
}

template <class Left, class Right>
Tensor<double, 2> product(std::size_t rows, std::size_t columns, std::size_t depth, Left left, Right right) {
  Tensor<double, 2> sums({rows, columns});
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      for (std::size_t k = 0; k < depth; ++k) sums(r, c) += static_cast<double>(left(r, k)) * right(k, c);
  return sums;
}

struct Shape {
  std::size_t tokens, in, out;
};

}  // namespace

TEST_CASE("dense: y = x Wᵀ, d_x = d_y W, d_W += d_yᵀ x", "[simd][dense]") {
  for (const auto& [tokens, in, out] : {Shape{1, 1, 1}, Shape{3, 5, 7}, Shape{130, 64, 192}, Shape{257, 33, 70}}) {
    INFO(tokens << " tokens, " << in << " -> " << out);
    const auto x = random_rows(tokens, in, 1), d_y = random_rows(tokens, out, 2);
    const auto weights = random_rows(out, in, 3, RowPadding::none);
    PackedMatrix forward(in, out), backward(out, in);
    pack_transposed(weights.view(), forward);
    pack(weights.view(), backward);
    Tensor<float, 2> y({tokens, out}, RowPadding::to_64_bytes), d_x({tokens, in}, RowPadding::to_64_bytes);
    multiply(x.view(), forward, y.view());
    const auto expected = product(
        tokens, out, in, [&](auto t, auto k) { return x(t, k); }, [&](auto k, auto o) { return weights(o, k); });
    const double tolerance = 0x1p-24 * static_cast<double>(in + out + tokens);
    CHECK_CLOSE(y, expected, tolerance);
    multiply_add(x.view(), forward, y.view());
    Tensor<double, 2> doubled = expected;
    for (double& number : doubled.numbers()) number *= 2;
    CHECK_CLOSE(y, doubled, 3 * tolerance);
    for (std::size_t t = 0; t < tokens; ++t)
      for (std::size_t c = out; c < y.row_stride(); ++c) CHECK(y.row(t)[c] == 0);
    multiply(d_y.view(), backward, d_x.view());
    CHECK_CLOSE(
        d_x,
        product(
            tokens, in, out, [&](auto t, auto k) { return d_y(t, k); }, [&](auto k, auto i) { return weights(k, i); }),
        tolerance);
    Tensor<float, 2> d_weights({out, in});
    TokenSums scratch(out, in);
    add_transposed_product(d_y.view(), x.view(), scratch, d_weights.view());
    add_transposed_product(d_y.view(), x.view(), scratch, d_weights.view());
    Tensor<double, 2> sums =
        product(out, in, tokens, [&](auto o, auto t) { return d_y(t, o); }, [&](auto t, auto i) { return x(t, i); });
    for (double& number : sums.numbers()) number *= 2;
    CHECK_CLOSE(d_weights, sums, 3 * tolerance);
  }
}

TEST_CASE("dense: a row's product does not depend on the rows beside it", "[simd][dense]") {
  const auto x = random_rows(9, 20, 4);
  const auto weights = random_rows(11, 20, 5, RowPadding::none);
  PackedMatrix packed(20, 11);
  pack_transposed(weights.view(), packed);
  Tensor<float, 2> all({9, 11}, RowPadding::to_64_bytes), one({1, 11}, RowPadding::to_64_bytes);
  multiply(x.view(), packed, all.view());
  for (std::size_t row = 0; row < 9; ++row) {
    multiply({x.row(row), {1, 20}, x.row_stride()}, packed, one.view());
    for (std::size_t c = 0; c < 11; ++c) CHECK(one(0, c) == all(row, c));
  }
}

TEST_CASE("softmax_row: shares sum to one, padding is zero, far logits weigh nothing", "[simd]") {
  alignas(64) float row[16] = {1, 2, 3, -200, 0.5f, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
  const float sum = log_sum_exp_row(row, 5);
  double expected = 0;
  for (int at = 0; at < 5; ++at) expected += std::exp(static_cast<double>(row[at]));
  CHECK(std::abs(static_cast<double>(sum) - std::log(expected)) < 1e-6);
  softmax_row(row, 5, sum, 2);
  CHECK(std::abs(row[2] - 2 * std::exp(3.0) / expected) < 1e-6);
  CHECK(row[3] == 0);
  for (int at = 5; at < 16; ++at) CHECK(row[at] == 0);
}

TEST_CASE("gelu: the formula with tanh, over both tails", "[simd]") {
  alignas(64) float x[16] = {-30, -8, -3, -1, -0.5f, -1e-3f, 0, 1e-3f, 0.5f, 1, 2, 3, 5, 8, 30, 100}, y[16];
  gelu_row(x, 16, y);
  for (int at = 0; at < 16; ++at) {
    const double v = x[at], z = std::sqrt(2 / 3.141592653589793) * (v + 0.044715 * v * v * v);
    CHECK(std::abs(y[at] - v / 2 * (1 + std::tanh(z))) <= 4e-7 * std::max(1.0, std::abs(v)));
  }
}
