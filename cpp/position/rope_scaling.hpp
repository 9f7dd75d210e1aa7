// How rotary frequencies are changed for contexts longer than those of training. One struct per rule; the field names
// are those of the problem JSON, and of Hugging Face's configurations where they have them.
//
// Below, d is the rotary width, plain[r] = rope_theta^(-2r / d), n the length, L the original or the largest length of
// training, get_mscale(s, m) = 0.1 m ln s + 1 for s > 1 and else 1. Lengths are counts of positions.
#pragma once

#include <variant>
#include <vector>

namespace posenc {

struct NoScaling {};

// plain / factor: position interpolation (Chen et al. 2023).
struct LinearScaling {
  double factor = 1;
};

// The base becomes rope_theta alpha^(d / (d - 2)): the slowest pair is divided by alpha, the fastest kept (bloc97
// 2023).
struct NtkScaling {
  double alpha = 1;
};

// plain[r] factor^(-2 (r + 1) / d), or plain[r] / exp(ln(factor) ((r + 1) / (d / 2))^mixed_b) (Su 2023; vLLM's "ntk").
struct NtkPerPairScaling {
  double factor = 1;
  double mixed_b = 0;  // 0: the first form
};

enum class NtkState {
  recomputed,  // n is the present length
  sticky,      // n is the longest length seen, until one below L restores the plain base (Hugging Face)
  fixed,       // n = factor L at every length (vLLM); "static" in the JSON
};

// The base becomes rope_theta (factor n / L - (factor - 1))^(d / (d - 2)) with n at least L (emozilla 2023).
struct DynamicNtkScaling {
  double factor = 1;
  double max_position_embeddings = 0;  // L
  NtkState state = NtkState::recomputed;
  double longest_seen = 0;  // of sticky: a longer length that came before
};

// alpha = max(2^ceil(log2(n / L) + 1) - 1, 1), the base rope_theta alpha^(d / (d - 2)) (Qwen 1).
struct QwenNtkScaling {
  double original_max_position_embeddings = 0;  // L
};

// Two ramps over pairs: NTK-aware frequencies into interpolated ones, and the plain ones into those (bloc97 2023).
struct NtkByPartsScaling {
  double factor = 1;
  double original_max_position_embeddings = 0;
  bool dynamic = false;  // factor = n / L once n > L
};

enum class YarnRampLimit {
  channels,  // the ramp ends at d - 1 at the latest: the authors, Hugging Face, vLLM, Megatron, ggml
  pairs,     // at d / 2 - 1 (LitGPT)
};
enum class YarnRamp {
  upright,   // fast pairs are kept, slow ones divided
  inverted,  // the other way round (a fault of LitGPT)
};
enum class YarnMagnitude {
  both,       // the ratio of both mscales where both are given and not 0, else get_mscale(s, 1) (Hugging Face)
  ratio,      // always the ratio, mscale 1 and mscale_all_dim 0 where not given (Megatron, vLLM's deepseek_yarn)
  unclamped,  // 0.1 ln s + 1 for s < 1 too (ggml)
};

// Peng et al. 2024. Pairs that turn more than beta_fast times in the original context are kept, those that turn less
// than beta_slow times divided by factor, those between blended along a ramp over the index of the pair.
struct YarnScaling {
  double factor = 1;
  double original_max_position_embeddings = 0;
  double beta_fast = 32;
  double beta_slow = 1;
  bool truncate = true;  // the ends of the ramp are whole pairs
  YarnRampLimit ramp_limit = YarnRampLimit::channels;
  YarnRamp ramp = YarnRamp::upright;
  double attention_factor = -1;  // negative: from the mscales
  double mscale = -1;            // negative: not given
  double mscale_all_dim = -1;
  YarnMagnitude magnitude = YarnMagnitude::both;
  double softmax_mscale = 0;  // the default scale grows by get_mscale(factor, softmax_mscale)^2 (DeepSeek)
  bool dynamic = false;       // plain up to max_position_embeddings; beyond it factor = n / L
  double max_position_embeddings = 0;
};

// By wavelength: kept below L / high_freq_factor, divided by factor above L / low_freq_factor, blended between
// (Llama 3.1, 2024).
struct Llama3Scaling {
  double factor = 1;
  double low_freq_factor = 1;
  double high_freq_factor = 4;
  double original_max_position_embeddings = 0;
};

enum class LongRopeSwitch {
  length,  // the long list from n > L on (Hugging Face)
  limit,   // by max_position_embeddings > L, once and for all (vLLM, llama.cpp)
};
enum class LongRopeMagnitude {
  longrope,  // sqrt(1 + ln factor / ln L), 1 for factor <= 1
  yarn,      // 0.1 ln factor + 1 (llama.cpp for Phi-3's "yarn")
};

// plain[r] / list[r] (Ding et al. 2024; Phi-3).
struct LongRopeScaling {
  std::vector<double> short_factor;  // [d / 2]
  std::vector<double> long_factor;   // [d / 2]
  double original_max_position_embeddings = 0;
  double factor = 0;  // of the amplitude; 0: max_position_embeddings / L
  double max_position_embeddings = 0;
  LongRopeSwitch switched = LongRopeSwitch::length;
  LongRopeMagnitude magnitude = LongRopeMagnitude::longrope;
  double attention_factor = -1;  // negative: from the magnitude
  double short_mscale = -1;      // not negative: the amplitude where this list is used (PhiMoE)
  double long_mscale = -1;
};

using RopeScaling = std::variant<NoScaling, LinearScaling, NtkScaling, NtkPerPairScaling, DynamicNtkScaling,
                                 QwenNtkScaling, NtkByPartsScaling, YarnScaling, Llama3Scaling, LongRopeScaling>;

// Whether the frequencies are other ones when the length is another.
bool depends_on_length(const RopeScaling& scaling);

// The context of training that the rule starts from; 0 where it names none.
double original_length(const RopeScaling& scaling);

// Throws an Error that names the field: method.scaling.factor. `rotary_dim` is even and at least 2.
void validate(const RopeScaling& scaling, int rotary_dim, double rope_theta);

}  // namespace posenc
