#include "position/method.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <limits>
#include <vector>

#include "base/error.hpp"

using namespace posenc;
using Catch::Matchers::Message;

namespace {

const std::vector<double> kThree{0, 1, 2};

PositionContext context(int heads, int head_dim, int model_dim = 0) {
  return {{heads, heads, 3, 3, head_dim, head_dim}, model_dim, kThree, kThree};
}

}  // namespace

TEST_CASE("method: kinds have the names of the JSON", "[position]") {
  CHECK(kind_of(NoPosition{}) == "none");
  CHECK(kind_of(Sinusoidal{}) == "sinusoidal");
  CHECK(kind_of(Alibi{}) == "alibi");
  CHECK(kind_of(Rotary{}) == "rotary");
}

TEST_CASE("method: what cannot be applied is refused by name", "[position][errors]") {
  CHECK_THROWS_MATCHES(validate(Rotary{}, context(1, 7)), Error,
                       Message("head_dim: expected an even number, because rotary turns pairs of channels, got 7"));
  CHECK_THROWS_MATCHES(validate(Rotary{RotaryPairing::half_split, 3, 10000, {}}, context(1, 8)), Error,
                       Message("method.rotary_dim: expected an even number from 2 to head_dim (8), got 3"));
  CHECK_THROWS_MATCHES(validate(Rotary{RotaryPairing::half_split, 10, 10000, {}}, context(1, 8)), Error,
                       Message("method.rotary_dim: expected an even number from 2 to head_dim (8), got 10"));
  CHECK_THROWS_AS(validate(Rotary{RotaryPairing::half_split, 8, 0, {}}, context(1, 8)), Error);
  CHECK_THROWS_MATCHES(validate(Rotary{RotaryPairing::half_split, 8, 10000, {1, 2}}, context(1, 8)), Error,
                       Message("method.inv_freq: expected 4 numbers, one per pair of channels, got 2"));
  CHECK_THROWS_MATCHES(validate(Alibi{{0.5}, AlibiDirection::causal}, context(2, 8)), Error,
                       Message("method.slopes: expected 2 numbers, one per head, got 1"));
  CHECK_THROWS_AS(validate(Alibi{{std::numeric_limits<double>::infinity()}, AlibiDirection::causal}, context(1, 8)),
                  Error);
  CHECK_THROWS_AS(validate(Sinusoidal{}, context(1, 8)), Error);  // no input to add to
  CHECK_THROWS_AS(validate(Sinusoidal{}, context(1, 7, 7)), Error);
  CHECK_THROWS_AS(validate(Sinusoidal{0}, context(1, 8, 8)), Error);
  CHECK_NOTHROW(validate(Sinusoidal{}, context(1, 8, 8)));
  CHECK_NOTHROW(validate(Rotary{}, context(1, 8)));
}

TEST_CASE("method: sizes and positions are checked", "[position][errors]") {
  PositionContext wrong = context(4, 8);
  wrong.shape.kv_heads = 3;
  CHECK_THROWS_MATCHES(validate(NoPosition{}, wrong), Error,
                       Message("kv_heads: expected a divisor of heads (4), got 3"));
  wrong = context(0, 8);
  CHECK_THROWS_AS(validate(NoPosition{}, wrong), Error);
  wrong = context(1, 8);
  wrong.shape.keys = 4;
  CHECK_THROWS_MATCHES(validate(NoPosition{}, wrong), Error,
                       Message("key_positions: expected 4 numbers, one per token, got 3"));
  const std::vector<double> not_finite{0, std::numeric_limits<double>::quiet_NaN(), 2};
  wrong = context(1, 8);
  wrong.key_positions = not_finite;
  CHECK_THROWS_AS(validate(NoPosition{}, wrong), Error);
}
