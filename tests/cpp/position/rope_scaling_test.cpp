#include "position/rope_scaling.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "base/error.hpp"
#include "position/method.hpp"

using namespace posenc;

namespace {

std::string refusal(const RopeScaling& scaling, int width = 8, double theta = 1e4) {
  try {
    validate(scaling, width, theta);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string refusal(const Rotary& method) {
  const double position = 0;
  try {
    validate({method}, {{1, 1, 1, 1, 8, 8}, 0, 1, {&position, 1}, {&position, 1}});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("rope scaling: bad values are refused by name", "[position][rotary][errors]") {
  CHECK(refusal(LinearScaling{0}).starts_with("method.scaling.factor: "));
  CHECK(refusal(LinearScaling{-2}).starts_with("method.scaling.factor: "));
  CHECK(refusal(LinearScaling{0.0 / 1.0 - 0}).starts_with("method.scaling.factor: "));
  CHECK(refusal(NtkScaling{4}, 2) == "method.rotary_dim: expected at least 4 channels for an NTK rule, got 2");
  CHECK(refusal(DynamicNtkScaling{0.5, 2048}).starts_with("method.scaling.factor: "));
  CHECK(refusal(DynamicNtkScaling{2, 0}).starts_with("method.scaling.max_position_embeddings: "));
  CHECK(refusal(YarnScaling{.factor = 2}).starts_with("method.scaling.original_max_position_embeddings: "));
  CHECK(
      refusal(YarnScaling{.factor = 2, .original_max_position_embeddings = 64}, 8, 1).starts_with("method.rope_theta"));
  CHECK(refusal(YarnScaling{.factor = 2, .original_max_position_embeddings = 64, .softmax_mscale = 1, .dynamic = true})
            .starts_with("method.scaling.softmax_mscale: "));
  CHECK(refusal(Llama3Scaling{8, 4, 1, 8192}).starts_with("method.scaling.high_freq_factor: "));
  CHECK(refusal(LongRopeScaling{.short_factor = {1}, .long_factor = {1}, .original_max_position_embeddings = 64}) ==
        "method.scaling.short_factor: expected 4 numbers, one per pair of channels that turn, got 1");
  CHECK(refusal(LongRopeScaling{
                    .short_factor = {1, 1, 1, 1}, .long_factor = {1, 1, 0, 1}, .original_max_position_embeddings = 64})
            .starts_with("method.scaling.long_factor[2]: "));
  CHECK(refusal(LongRopeScaling{.short_factor = {1, 1, 1, 1},
                                .long_factor = {1, 1, 1, 1},
                                .original_max_position_embeddings = 64,
                                .switched = LongRopeSwitch::limit})
            .starts_with("method.scaling.max_position_embeddings: "));
}

TEST_CASE("rope scaling: what does not go together is refused", "[position][rotary][errors]") {
  CHECK(refusal(Rotary{.inv_freq = {1, 1, 1, 1}, .scaling = LinearScaling{2}}) ==
        "method.inv_freq: expected none beside scaling, got both");
  CHECK(refusal(Rotary{.scaling = NtkScaling{2}, .type = RotaryType::proportional}).starts_with("method.scaling.kind"));
  CHECK(refusal(Rotary{.scaling = LinearScaling{2}, .type = RotaryType::proportional}).empty());
  CHECK(refusal(Rotary{.scaling = LinearScaling{2}, .mrope_section = {2, 2}, .mrope_layout = StreamLayout::axial})
            .starts_with("method.scaling.kind"));
  CHECK(refusal(Rotary{.mrope_section = {2, 1, 1}, .mrope_rest = 3}).starts_with("method.mrope_rest"));
}

TEST_CASE("rope scaling: which ones depend on the length", "[position][rotary]") {
  CHECK(depends_on_length(DynamicNtkScaling{2, 64}));
  CHECK_FALSE(depends_on_length(DynamicNtkScaling{2, 64, NtkState::fixed}));
  CHECK(depends_on_length(QwenNtkScaling{64}));
  CHECK(depends_on_length(LongRopeScaling{}));
  CHECK_FALSE(depends_on_length(LongRopeScaling{.switched = LongRopeSwitch::limit}));
  CHECK(depends_on_length(YarnScaling{.dynamic = true}));
  CHECK_FALSE(depends_on_length(YarnScaling{}));
  CHECK_FALSE(depends_on_length(Llama3Scaling{}));
}

TEST_CASE("yarn: the softmax factor is part of the default scale", "[position][rotary]") {
  const AttentionShape shape{1, 1, 1, 1, 192, 192};
  const YarnScaling deepseek{.factor = 40, .original_max_position_embeddings = 4096, .softmax_mscale = 1};
  CHECK(std::abs(default_scale({Rotary{.rotary_dim = 64, .scaling = deepseek}}, shape) - 0.1352337789) < 1e-10);
  CHECK(std::abs(default_scale({Rotary{.rotary_dim = 64}}, shape) - 0.07216878365) < 1e-11);
}
