#include "support/tiny_models.hpp"

#include "base/random.hpp"

namespace posenc::test {

std::vector<NamedMethods> methods_to_train() {
  const T5Bias t5{.relative_attention_num_buckets = 4, .relative_attention_max_distance = 6, .bidirectional = false};
  return {{"none", {}},
          {"sinusoidal", {Sinusoidal{}}},
          {"learned", {Learned{.rows = 8}}},
          {"learned, interpolated", {Learned{.rows = 4, .extension = TableExtension::interpolate}}},
          {"learned, hierarchical", {Learned{.rows = 4, .extension = TableExtension::hierarchical}}},
          {"rotary", {Rotary{}}},
          {"rotary, interleaved, xpos", {Rotary{.pairing = RotaryPairing::interleaved, .xpos_scale_base = 16}}},
          {"shaw", {Shaw{.max_relative_position = 2}}},
          {"transformer_xl", {TransformerXl{}}},
          {"t5_bias", {t5}},
          {"alibi", {Alibi{}}},
          {"deberta", {Deberta{.max_relative_positions = 3}}},
          {"kerple", {Kerple{}}},
          {"kerple, power", {Kerple{.form = KerpleForm::power, .p = {0.5, 1.5}, .a = {0.25, 0.75}}}},
          {"sandwich", {Sandwich{}}},
          {"fire", {Fire{.threshold = 3}}},
          {"cope", {Cope{.positions = 3}}},
          {"sinusoidal, learned, rotary, t5_bias, alibi, kerple",
           {Sinusoidal{}, Learned{.rows = 8}, Rotary{}, t5, Alibi{}, Kerple{}}}};
}

TinyBatch tiny_batch(const ModelConfig& config, int batch, int tokens, std::uint64_t seed) {
  TinyBatch tiny{batch, tokens, {}, {}};
  Random random(seed);
  const bool is_decoder = config.kind == ModelKind::decoder;
  for (int at = 0; at < batch * tokens; ++at) {
    tiny.inputs.push_back(random.below(config.vocabulary));
    if (is_decoder) tiny.targets.push_back(at % 3 == 1 ? kIgnore : random.below(config.vocabulary));
  }
  for (int at = 0; !is_decoder && at < batch; ++at) tiny.targets.push_back(random.below(config.classes));
  return tiny;
}

}  // namespace posenc::test
