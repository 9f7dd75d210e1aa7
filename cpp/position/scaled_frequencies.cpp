#include "position/scaled_frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "position/rope_frequencies.hpp"

namespace posenc {

namespace {

// The rotary part that every rule starts from.
struct Plain {
  int width;
  double theta;
  double length;
  std::vector<double> inv_freq;
};

ScaledFrequencies unchanged(const Plain& plain) {
  return {.inv_freq = plain.inv_freq, .base = plain.theta, .ramp = {}};
}

// Another base, which scales the slowest pair by 1 / alpha.
ScaledFrequencies with_ntk_base(const Plain& plain, double alpha) {
  const double base = plain.theta * std::pow(alpha, static_cast<double>(plain.width) / (plain.width - 2));
  if (!(base > 0 && std::isfinite(base)))
    throw_invalid("method.scaling", "a base that is a positive finite number", text_of(base));
  return {.inv_freq = rope_frequencies(plain.width, base), .base = base, .factor = alpha, .ramp = {}};
}

// The pair, as a real number, that turns `turns` times in `length` positions.
double pair_of_turns(const Plain& plain, double turns, double length) {
  return plain.width * std::log(length / (turns * 2 * std::numbers::pi)) / (2 * std::log(plain.theta));
}

// 0 before the ramp, 1 after it.
double along(const std::array<double, 2>& ramp, std::size_t pair) {
  return std::clamp((static_cast<double>(pair) - ramp[0]) / (ramp[1] - ramp[0]), 0.0, 1.0);
}

std::array<double, 2> ramp_between(double low, double high, double last) {
  std::array<double, 2> ramp{std::max(low, 0.0), std::min(high, last)};
  if (ramp[0] == ramp[1]) ramp[1] += 0.001;
  return ramp;
}

ScaledFrequencies scale(const NoScaling&, const Plain& plain) {
  return unchanged(plain);
}

ScaledFrequencies scale(const LinearScaling& scaling, const Plain& plain) {
  ScaledFrequencies scaled = unchanged(plain);
  for (double& frequency : scaled.inv_freq) frequency /= scaling.factor;
  scaled.factor = scaling.factor;
  return scaled;
}

ScaledFrequencies scale(const NtkScaling& scaling, const Plain& plain) {
  return with_ntk_base(plain, scaling.alpha);
}

ScaledFrequencies scale(const NtkPerPairScaling& scaling, const Plain& plain) {
  ScaledFrequencies scaled = unchanged(plain);
  const double pairs = plain.width / 2.0, power = scaling.mixed_b == 0 ? 1 : scaling.mixed_b;
  for (std::size_t r = 0; r < scaled.inv_freq.size(); ++r)
    scaled.inv_freq[r] /= std::pow(scaling.factor, std::pow((static_cast<double>(r) + 1) / pairs, power));
  scaled.factor = scaling.factor;
  return scaled;
}

double length_of(const DynamicNtkScaling& scaling, double length) {
  const double limit = scaling.max_position_embeddings;
  if (scaling.state == NtkState::fixed) return scaling.factor * limit;
  if (scaling.state == NtkState::sticky && length >= limit) return std::max(length, scaling.longest_seen);
  return std::max(length, limit);
}

ScaledFrequencies scale(const DynamicNtkScaling& scaling, const Plain& plain) {
  const double stretch = length_of(scaling, plain.length) / scaling.max_position_embeddings;
  ScaledFrequencies scaled = with_ntk_base(plain, scaling.factor * stretch - (scaling.factor - 1));
  return scaled;
}

ScaledFrequencies scale(const QwenNtkScaling& scaling, const Plain& plain) {
  const double doublings = std::ceil(std::log2(plain.length / scaling.original_max_position_embeddings) + 1);
  return with_ntk_base(plain, std::max(std::exp2(doublings) - 1, 1.0));
}

ScaledFrequencies scale(const NtkByPartsScaling& scaling, const Plain& plain) {
  const double original = scaling.original_max_position_embeddings;
  const double factor = scaling.dynamic ? std::max(plain.length / original, 1.0) : scaling.factor;
  ScaledFrequencies scaled = unchanged(plain);
  scaled.factor = factor;
  if (factor == 1) return scaled;
  const auto ramp = [&](double first, double second) {
    return ramp_between(std::floor(pair_of_turns(plain, first, original)),
                        std::ceil(pair_of_turns(plain, second, original)), plain.width - 1);
  };
  const std::array<double, 2> to_linear = ramp(1.25, 0.75), from_plain = ramp(16, 2);
  const ScaledFrequencies ntk = with_ntk_base(plain, factor);
  for (std::size_t r = 0; r < plain.inv_freq.size(); ++r) {
    const double ntk_share = 1 - along(to_linear, r), plain_share = 1 - along(from_plain, r);
    const double mixed = plain.inv_freq[r] / factor * (1 - ntk_share) + ntk.inv_freq[r] * ntk_share;
    scaled.inv_freq[r] = mixed * (1 - plain_share) + plain.inv_freq[r] * plain_share;
  }
  return scaled;
}

double attention_factor(const YarnScaling& scaling, double factor) {
  if (scaling.attention_factor >= 0) return scaling.attention_factor;
  if (scaling.magnitude == YarnMagnitude::unclamped) return 0.1 * std::log(factor) + 1;
  const double mscale = std::max(scaling.mscale, 0.0), all_dim = std::max(scaling.mscale_all_dim, 0.0);
  if (scaling.magnitude == YarnMagnitude::ratio)
    return get_mscale(factor, scaling.mscale < 0 ? 1 : mscale) / get_mscale(factor, all_dim);
  if (mscale != 0 && all_dim != 0) return get_mscale(factor, mscale) / get_mscale(factor, all_dim);
  return get_mscale(factor, 1);
}

ScaledFrequencies scale(const YarnScaling& scaling, const Plain& plain) {
  const double original = scaling.original_max_position_embeddings;
  double factor = scaling.factor;
  ScaledFrequencies scaled = unchanged(plain);
  if (scaling.dynamic) {
    const double limit = scaling.max_position_embeddings == 0 ? original : scaling.max_position_embeddings;
    if (plain.length <= limit) return scaled;
    factor = plain.length / original;
  }
  double low = pair_of_turns(plain, scaling.beta_fast, original),
         high = pair_of_turns(plain, scaling.beta_slow, original);
  if (scaling.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  const double last = scaling.ramp_limit == YarnRampLimit::channels ? plain.width - 1 : plain.width / 2 - 1;
  scaled.ramp = ramp_between(low, high, last);
  for (std::size_t r = 0; r < plain.inv_freq.size(); ++r) {
    const double upright = along(*scaled.ramp, r);
    const double divided = scaling.ramp == YarnRamp::upright ? upright : 1 - upright;
    scaled.inv_freq[r] = plain.inv_freq[r] / factor * divided + plain.inv_freq[r] * (1 - divided);
  }
  scaled.factor = factor;
  scaled.attention_factor = attention_factor(scaling, factor);
  const double softmax = get_mscale(factor, scaling.softmax_mscale);
  scaled.softmax_factor = softmax * softmax;
  return scaled;
}

ScaledFrequencies scale(const Llama3Scaling& scaling, const Plain& plain) {
  const double original = scaling.original_max_position_embeddings;
  const double span = scaling.high_freq_factor - scaling.low_freq_factor;
  ScaledFrequencies scaled = unchanged(plain);
  for (double& frequency : scaled.inv_freq) {
    const double wavelength = 2 * std::numbers::pi / frequency;
    if (wavelength < original / scaling.high_freq_factor) continue;
    // Equal factors leave no band to blend in.
    const double kept = wavelength > original / scaling.low_freq_factor || span == 0
                            ? 0
                            : (original / wavelength - scaling.low_freq_factor) / span;
    frequency = (1 - kept) * (frequency / scaling.factor) + kept * frequency;
  }
  scaled.factor = scaling.factor;
  return scaled;
}

double attention_factor(const LongRopeScaling& scaling, bool is_long, double factor) {
  const double of_list = is_long ? scaling.long_mscale : scaling.short_mscale;
  if (of_list >= 0) return of_list;
  if (scaling.attention_factor >= 0) return scaling.attention_factor;
  if (factor <= 1) return 1;
  if (scaling.magnitude == LongRopeMagnitude::yarn) return get_mscale(factor, 1);
  return std::sqrt(1 + std::log(factor) / std::log(scaling.original_max_position_embeddings));
}

ScaledFrequencies scale(const LongRopeScaling& scaling, const Plain& plain) {
  const double original = scaling.original_max_position_embeddings;
  const double reach = scaling.switched == LongRopeSwitch::length ? plain.length : scaling.max_position_embeddings;
  const bool is_long = reach > original;
  const std::vector<double>& list = is_long ? scaling.long_factor : scaling.short_factor;
  ScaledFrequencies scaled = unchanged(plain);
  for (std::size_t r = 0; r < list.size(); ++r) scaled.inv_freq[r] /= list[r];
  scaled.factor = scaling.factor != 0                    ? scaling.factor
                  : scaling.max_position_embeddings != 0 ? scaling.max_position_embeddings / original
                                                         : 1;
  scaled.attention_factor = attention_factor(scaling, is_long, scaled.factor);
  return scaled;
}

}  // namespace

double get_mscale(double s, double mscale) {
  return s <= 1 ? 1 : 0.1 * mscale * std::log(s) + 1;
}

ScaledFrequencies scaled_frequencies(const RopeScaling& scaling, int rotary_dim, double rope_theta, double length) {
  const Plain plain{rotary_dim, rope_theta, length, rope_frequencies(rotary_dim, rope_theta)};
  return std::visit([&](const auto& kind) { return scale(kind, plain); }, scaling);
}

}  // namespace posenc
