#include "base/float_format.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "base/random.hpp"

using namespace posenc;

TEST_CASE("float formats: float32 is the compiler's", "[base]") {
  Random random(1);
  for (int draw = 0; draw < 20000; ++draw) {
    const double number = std::ldexp(random.uniform(-2, 2), static_cast<int>(random.uniform(-155, 130)));
    CHECK(rounded(number, FloatFormat::float32) == static_cast<double>(static_cast<float>(number)));
  }
}

TEST_CASE("float formats: whole numbers that the narrow ones cannot hold", "[base]") {
  CHECK(rounded(257, FloatFormat::bfloat16) == 256);
  CHECK(rounded(1001, FloatFormat::bfloat16) == 1000);
  CHECK(rounded(8190, FloatFormat::bfloat16) == 8192);
  CHECK(rounded(8191, FloatFormat::bfloat16) == 8192);
  CHECK(rounded(2049, FloatFormat::float16) == 2048);
  CHECK(rounded(2051, FloatFormat::float16) == 2052);  // ties go to even
  CHECK(rounded(65519, FloatFormat::float16) == 65504);
  CHECK(std::isinf(rounded(65520, FloatFormat::float16)));
  CHECK(rounded(-65520, FloatFormat::float16) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("float formats: small numbers lose bits, then vanish", "[base]") {
  CHECK(rounded(0x1p-24, FloatFormat::float16) == 0x1p-24);  // the smallest
  CHECK(rounded(0x1.8p-25, FloatFormat::float16) == 0x1p-24);
  CHECK(rounded(0x1p-25, FloatFormat::float16) == 0);
  CHECK(rounded(0x1.01p-14, FloatFormat::float16) == 0x1.01p-14);
  CHECK(rounded(1.0 / 3, FloatFormat::double64) == 1.0 / 3);
}
