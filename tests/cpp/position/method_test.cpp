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
  return {{heads, heads, 3, 3, head_dim, head_dim}, model_dim, 1, kThree, kThree};
}

}  // namespace

TEST_CASE("method: kinds have the names of the JSON", "[position]") {
  CHECK(kind_of(NoPosition{}) == "none");
  CHECK(kind_of(Sinusoidal{}) == "sinusoidal");
  CHECK(kind_of(Alibi{}) == "alibi");
  CHECK(kind_of(Rotary{}) == "rotary");
}

TEST_CASE("method: what cannot be applied is refused by name", "[position][errors]") {
  CHECK_THROWS_MATCHES(
      validate({Rotary{}}, context(1, 7)), Error,
      Message("head_dim: expected an even number of channels to turn, because rotary turns pairs, got 7"));
  CHECK_THROWS_MATCHES(validate({Rotary{.rotary_dim = 3, .rope_theta = 10000}}, context(1, 8)), Error,
                       Message("method.rotary_dim: expected an even number from 2 to head_dim (8), got 3"));
  CHECK_THROWS_MATCHES(validate({Rotary{.rotary_dim = 10, .rope_theta = 10000}}, context(1, 8)), Error,
                       Message("method.rotary_dim: expected an even number from 2 to head_dim (8), got 10"));
  CHECK_THROWS_AS(validate({Rotary{.rotary_dim = 8, .rope_theta = 0}}, context(1, 8)), Error);
  CHECK_THROWS_MATCHES(validate({Rotary{.rotary_dim = 8, .rope_theta = 10000, .inv_freq = {1, 2}}}, context(1, 8)),
                       Error, Message("method.inv_freq: expected 4 numbers, one per pair of channels, got 2"));
  CHECK_THROWS_MATCHES(validate({Alibi{.slopes = {0.5}}}, context(2, 8)), Error,
                       Message("method.slopes: expected 2 numbers, one per head, got 1"));
  CHECK_THROWS_AS(validate({Alibi{.slopes = {std::numeric_limits<double>::infinity()}}}, context(1, 8)), Error);
  CHECK_THROWS_AS(validate({Sinusoidal{}}, context(1, 8)), Error);  // no input to add to
  CHECK_THROWS_AS(validate({Sinusoidal{0}}, context(1, 8, 8)), Error);
  CHECK_NOTHROW(validate({Sinusoidal{}}, context(1, 8, 8)));
  CHECK_NOTHROW(validate({Rotary{}}, context(1, 8)));
}

TEST_CASE("method: sizes and positions are checked", "[position][errors]") {
  PositionContext wrong = context(4, 8);
  wrong.shape.kv_heads = 3;
  CHECK_THROWS_MATCHES(validate({NoPosition{}}, wrong), Error,
                       Message("kv_heads: expected a divisor of heads (4), got 3"));
  wrong = context(0, 8);
  CHECK_THROWS_AS(validate({NoPosition{}}, wrong), Error);
  wrong = context(1, 8);
  wrong.shape.keys = 4;
  CHECK_THROWS_MATCHES(validate({NoPosition{}}, wrong), Error,
                       Message("key_positions: expected 4 numbers, one per token, got 3"));
  const std::vector<double> not_finite{0, std::numeric_limits<double>::quiet_NaN(), 2};
  wrong = context(1, 8);
  wrong.key_positions = not_finite;
  CHECK_THROWS_AS(validate({NoPosition{}}, wrong), Error);
}

TEST_CASE("method: in a list, the message names which one", "[position][errors]") {
  CHECK_THROWS_MATCHES(validate({Alibi{}, Rotary{.rotary_dim = 3}}, context(1, 8)), Error,
                       Message("method[1].rotary_dim: expected an even number from 2 to head_dim (8), got 3"));
  CHECK_THROWS_MATCHES(validate({Rotary{}, Rotary{}}, context(1, 8)), Error,
                       Message("method[1].kind: expected at most one rotation, got another rotary"));
  CHECK_THROWS_AS(validate({Rotary{}, Shaw{}}, context(1, 8)), Error);
  CHECK_THROWS_AS(validate({Shaw{}, TransformerXl{}}, context(1, 8)), Error);
  CHECK_NOTHROW(validate({Rotary{}, Alibi{}, T5Bias{}}, context(1, 8)));
}

TEST_CASE("method: rotary shares and sections that do not fit are refused", "[position][errors]") {
  CHECK_THROWS_MATCHES(
      validate({Rotary{.partial_rotary_factor = 0.4}}, context(1, 8)), Error,
      Message("method.partial_rotary_factor: expected a share of head_dim (8) that is an even number of"
              " channels, got 0.4, which is 3"));
  CHECK_THROWS_AS(validate({Rotary{.partial_rotary_factor = 2}}, context(1, 8)), Error);
  CHECK_THROWS_MATCHES(validate({Rotary{.mrope_section = {2, 1}}}, context(1, 8)), Error,
                       Message("method.mrope_section: expected sections that sum to 4, the pairs of channels that turn,"
                               " got 3"));
  CHECK_NOTHROW(
      validate({Rotary{.mrope_section = {2, 1, 1}, .mrope_layout = StreamLayout::interleaved}}, context(1, 8)));
}

TEST_CASE("method: T5 settings without a logarithm are refused", "[position][errors]") {
  CHECK_THROWS_AS(validate({T5Bias{.relative_attention_num_buckets = 2}}, context(1, 8)), Error);
  CHECK_THROWS_AS(validate({T5Bias{.relative_attention_max_distance = 8}}, context(1, 8)), Error);
  CHECK_NOTHROW(validate({T5Bias{.relative_attention_max_distance = 9}}, context(1, 8)));
}
