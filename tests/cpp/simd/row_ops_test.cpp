#include "simd/row_ops.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/tensor.hpp"
#include "simd/batch.hpp"

using namespace posenc;

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

TEST_CASE("row ops: scale", "[simd]") {
  LineVector<float> row(32, -3);
  row[17] = -1;
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
