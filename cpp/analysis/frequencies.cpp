#include "analysis/frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "position/rope_frequencies.hpp"
#include "position/scaled_frequencies.hpp"

namespace posenc {

namespace {

// Rounding of the double arithmetic that leads to equal frequencies by different ways.
constexpr double kEqual = 1e-12;

PairRegime regime_of(double plain, double scaled, double interpolated) {
  if (scaled == 0) return PairRegime::still;
  if (scaled == plain) return PairRegime::kept;
  if (std::abs(interpolated) < kEqual) return PairRegime::kept;
  if (std::abs(interpolated - 1) < kEqual) return PairRegime::scaled;
  return interpolated > 0 && interpolated < 1 ? PairRegime::blended : PairRegime::other;
}

}  // namespace

Frequencies frequencies(const RotaryRequest& request) {
  validate(request);
  const Rotary& method = request.method;
  const AttentionShape shape{1, 1, 1, 1, request.head_dim, request.head_dim};
  Frequencies result;
  result.rotary_dim = rotary_width(method, shape);
  result.length = length_of(request);
  result.original_length = original_length(method.scaling);
  const ScaledFrequencies scaled =
      scaled_frequencies(method.scaling, result.rotary_dim, method.rope_theta, result.length);
  Rotary plain = method;
  plain.scaling = NoScaling{};
  const auto plain_pairs = rotary_pairs(plain, shape, result.length).pairs;
  const auto pairs = rotary_pairs(method, shape, result.length).pairs;
  result.base = scaled.base;
  result.factor = scaled.factor;
  result.ramp = scaled.ramp;
  result.attention_factor = scaled.attention_factor;
  result.softmax_factor = scaled.softmax_factor;
  result.scale = scaled.softmax_factor / std::sqrt(static_cast<double>(request.head_dim));
  for (std::size_t r = 0; r < pairs.size(); ++r) {
    const double before = plain_pairs[r].inv_freq, after = pairs[r].inv_freq;
    result.plain_inv_freq.push_back(before);
    result.inv_freq.push_back(after);
    result.wavelength.push_back(after == 0 ? std::numeric_limits<double>::infinity() : 2 * std::numbers::pi / after);
    if (result.original_length > 0) result.turns.push_back(result.original_length * before / (2 * std::numbers::pi));
    // after = before (1 - share + share / factor)
    const double share = before == 0 || result.factor == 1 ? 0 : (1 - after / before) / (1 - 1 / result.factor);
    result.interpolated.push_back(share);
    result.regime.push_back(regime_of(before, after, share));
  }
  return result;
}

}  // namespace posenc
