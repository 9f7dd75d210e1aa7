#include "position/deberta_rows.hpp"

#include <catch2/catch_test_macros.hpp>

#include "position/method.hpp"

using namespace posenc;

TEST_CASE("deberta rows: logarithmic buckets of version 3", "[position][deberta]") {
  const Deberta method{.max_relative_positions = 512, .position_buckets = 256};
  // query - key as in the papers; the row is the bucket plus the span, 256.
  const auto bucket = [&](int distance) { return deberta_row(method, -distance) - 256; };
  CHECK(bucket(0) == 0);
  CHECK(bucket(128) == 128);
  CHECK(bucket(129) == 129);
  CHECK(bucket(200) == 169);
  CHECK(bucket(256) == 192);
  CHECK(bucket(300) == 207);
  CHECK(bucket(400) == 233);
  CHECK(bucket(510) == 255);
  CHECK(bucket(511) == 255);
  CHECK(bucket(-200) == -169);
  CHECK(deberta_row(method, 100000) == 0);
  CHECK(deberta_row(method, -100000) == 511);
}

TEST_CASE("deberta rows: without buckets, the distance clamped to the span", "[position][deberta]") {
  const Deberta method{.max_relative_positions = 4};
  CHECK(deberta_row(method, 0) == 4);
  CHECK(deberta_row(method, -3) == 7);
  CHECK(deberta_row(method, -4) == 7);
  CHECK(deberta_row(method, 4) == 0);
  CHECK(deberta_row(method, 9) == 0);
}
