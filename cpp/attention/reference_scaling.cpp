#include "attention/reference_scaling.hpp"

#include <cmath>
#include <numbers>

namespace posenc {

namespace {

struct Pair {
  int width;
  double theta;
  int index;
  double length;

  double plain() const { return 1 / std::pow(theta, 2.0 * index / width); }
  // How often the pair turns in so many positions.
  double turns_in(double positions) const { return positions * plain() / (2 * std::numbers::pi); }
  // b' = b alpha^(d / (d - 2)) makes b'^(-2r / d) = b^(-2r / d) alpha^(-2r / (d - 2)).
  double with_ntk(double alpha) const { return plain() / std::pow(alpha, 2.0 * index / (width - 2)); }
};

// The index at which a pair turns `turns` times in `length` positions: b^(2x / d) = length / (2 pi turns).
double index_of_turns(const Pair& pair, double turns, double length) {
  return std::log(length / (2 * std::numbers::pi * turns)) / std::log(pair.theta) * pair.width / 2;
}

// Peng et al. 2024, eq. 13, over the index as in the released code: 0 up to `first`, 1 from `last` on.
double ramp(double first, double last, int index) {
  if (first == last) last = first + 0.001;
  const double along = (index - first) / (last - first);
  return along < 0 ? 0 : along > 1 ? 1 : along;
}

double at_least_zero(double number) {
  return number > 0 ? number : 0;
}

double stretch_of_yarn(const YarnScaling& s, double length) {
  if (!s.dynamic) return s.factor;
  const double limit = s.max_position_embeddings > 0 ? s.max_position_embeddings : s.original_max_position_embeddings;
  return length > limit ? length / s.original_max_position_embeddings : 1;
}

struct Frequency {
  Pair pair;

  double operator()(const NoScaling&) const { return pair.plain(); }
  double operator()(const LinearScaling& s) const { return pair.plain() / s.factor; }
  double operator()(const NtkScaling& s) const { return pair.with_ntk(s.alpha); }

  double operator()(const NtkPerPairScaling& s) const {
    if (s.mixed_b == 0)
      return std::pow(pair.theta * s.factor, -2.0 * pair.index / pair.width) * std::pow(s.factor, -2.0 / pair.width);
    const double a = std::log(s.factor) / std::pow(pair.width / 2.0, s.mixed_b);
    return pair.plain() / std::exp(a * std::pow(pair.index + 1.0, s.mixed_b));
  }

  double operator()(const DynamicNtkScaling& s) const {
    const double limit = s.max_position_embeddings;
    double length = pair.length > limit ? pair.length : limit;
    if (s.state == NtkState::fixed) length = s.factor * limit;
    if (s.state == NtkState::sticky && pair.length >= limit && s.longest_seen > length) length = s.longest_seen;
    return pair.with_ntk(1 + s.factor * (length - limit) / limit);
  }

  double operator()(const QwenNtkScaling& s) const {
    double alpha = 1;
    for (double reach = s.original_max_position_embeddings; reach < pair.length; reach *= 2) alpha = 2 * alpha + 1;
    return pair.with_ntk(alpha);
  }

  double operator()(const NtkByPartsScaling& s) const {
    const double original = s.original_max_position_embeddings;
    double factor = s.factor;
    if (s.dynamic) factor = pair.length > original ? pair.length / original : 1;
    const auto between = [&](double fast, double slow) {
      const double first = at_least_zero(std::floor(index_of_turns(pair, fast, original)));
      return ramp(first, std::fmin(std::ceil(index_of_turns(pair, slow, original)), pair.width - 1), pair.index);
    };
    const double linear_share = between(1.25, 0.75), changed_share = between(16, 2);
    const double changed = std::lerp(pair.with_ntk(factor), pair.plain() / factor, linear_share);
    return std::lerp(pair.plain(), changed, changed_share);
  }

  double operator()(const YarnScaling& s) const {
    const double factor = stretch_of_yarn(s, pair.length);
    if (s.dynamic && factor == 1) return pair.plain();
    double first = index_of_turns(pair, s.beta_fast, s.original_max_position_embeddings);
    double last = index_of_turns(pair, s.beta_slow, s.original_max_position_embeddings);
    if (s.truncate) {
      first = std::floor(first);
      last = std::ceil(last);
    }
    const double limit = s.ramp_limit == YarnRampLimit::pairs ? pair.width / 2.0 - 1 : pair.width - 1.0;
    double share = ramp(at_least_zero(first), std::fmin(last, limit), pair.index);
    if (s.ramp == YarnRamp::inverted) share = 1 - share;
    return pair.plain() * (1 - share + share / factor);
  }

  double operator()(const Llama3Scaling& s) const {
    const double turns = pair.turns_in(s.original_max_position_embeddings);
    if (turns > s.high_freq_factor) return pair.plain();
    if (turns < s.low_freq_factor || s.low_freq_factor == s.high_freq_factor) return pair.plain() / s.factor;
    const double smooth = (turns - s.low_freq_factor) / (s.high_freq_factor - s.low_freq_factor);
    return pair.plain() * (smooth + (1 - smooth) / s.factor);
  }

  double operator()(const LongRopeScaling& s) const {
    const double reach = s.switched == LongRopeSwitch::limit ? s.max_position_embeddings : pair.length;
    const auto at = static_cast<std::size_t>(pair.index);
    return pair.plain() / (reach > s.original_max_position_embeddings ? s.long_factor[at] : s.short_factor[at]);
  }
};

double mscale(double factor, double weight) {
  return factor > 1 ? 1 + weight * std::log(factor) / 10 : 1;
}

struct Amplitude {
  double length;

  template <class Scaling>
  double operator()(const Scaling&) const {
    return 1;
  }

  double operator()(const YarnScaling& s) const {
    const double factor = stretch_of_yarn(s, length);
    if (s.dynamic && factor == 1) return 1;
    if (s.attention_factor >= 0) return s.attention_factor;
    switch (s.magnitude) {
      case YarnMagnitude::unclamped:
        return 1 + std::log(factor) / 10;
      case YarnMagnitude::ratio:
        return mscale(factor, s.mscale < 0 ? 1 : s.mscale) / mscale(factor, at_least_zero(s.mscale_all_dim));
      case YarnMagnitude::both:
        break;
    }
    return s.mscale > 0 && s.mscale_all_dim > 0 ? mscale(factor, s.mscale) / mscale(factor, s.mscale_all_dim)
                                                : mscale(factor, 1);
  }

  double operator()(const LongRopeScaling& s) const {
    const double original = s.original_max_position_embeddings;
    const bool is_long = (s.switched == LongRopeSwitch::limit ? s.max_position_embeddings : length) > original;
    if (is_long && s.long_mscale >= 0) return s.long_mscale;
    if (!is_long && s.short_mscale >= 0) return s.short_mscale;
    if (s.attention_factor >= 0) return s.attention_factor;
    const double factor = s.factor > 0 ? s.factor : s.max_position_embeddings / original;
    if (factor <= 1) return 1;
    return s.magnitude == LongRopeMagnitude::yarn ? mscale(factor, 1)
                                                  : std::sqrt(std::log(original * factor) / std::log(original));
  }
};

}  // namespace

double reference_frequency(const RopeScaling& scaling, int width, double rope_theta, int pair, double length) {
  return std::visit(Frequency{{width, rope_theta, pair, length}}, scaling);
}

double reference_amplitude(const RopeScaling& scaling, double length) {
  return std::visit(Amplitude{length}, scaling);
}

}  // namespace posenc
