#include "simd/row_ops.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "base/tensor.hpp"
#include "simd/batch.hpp"

using namespace posenc;

TEST_CASE("row ops: exponentials agree with double to 2 ulp over the range of softmax", "[simd]") {
  LineVector<float> row(64);
  for (float from = 0; from > -80; from -= 0.37f) {
    for (std::size_t at = 0; at < 64; ++at) row[at] = from - static_cast<float>(at) * 0.01f;
    const LineVector<float> arguments = row;
    exponentiate_row(row.data(), 64, 0);
    for (std::size_t at = 0; at < 64; ++at) {
      const double expected = std::exp(static_cast<double>(arguments[at]));
      CHECK(std::abs(row[at] - expected) <= 2 * 0x1p-24 * 2 * expected);
    }
  }
}

TEST_CASE("row ops: hidden scores weigh exactly nothing", "[simd]") {
  LineVector<float> row(16, -std::numeric_limits<float>::infinity());
  row[3] = 2;
  const float sum = exponentiate_row(row.data(), 16, 2);
  CHECK(sum == 1);
  CHECK(row[3] == 1);
  CHECK(row[4] == 0);
}

TEST_CASE("row ops: the cap keeps small scores and bounds large ones, the bias comes after it", "[simd]") {
  LineVector<float> row(16, 0), bias(16, 0.25f);
  row[0] = 0.001f;
  row[1] = 1000;
  row[2] = -1000;
  cap_and_bias_row(row.data(), 16, 5, bias.data());
  CHECK(std::abs(row[0] - 0.251f) < 1e-6f);
  CHECK(row[1] == 5.25f);
  CHECK(row[2] == -4.75f);
}

TEST_CASE("row ops: maximum and scale", "[simd]") {
  LineVector<float> row(32, -3);
  row[17] = -1;
  CHECK(maximum_of_row(row.data(), 32) == -1);
  scale_row(row.data(), 32, -2);
  CHECK(row[17] == 2);
  CHECK(row[31] == 6);
}

TEST_CASE("simd: xsimd names the architecture of this build", "[simd]") {
#if defined(__wasm_simd128__)
  CHECK(simd_architecture() == "wasm");
  CHECK(kLanes == 4);
#elif defined(__AVX2__)
  CHECK(kLanes == 8);
#else
  CHECK(kLanes == 4);
#endif
}
