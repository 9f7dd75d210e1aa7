// What a scaling makes of the plain frequencies, at a length. Everything in double.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "position/rope_scaling.hpp"

namespace posenc {

struct ScaledFrequencies {
  std::vector<double> inv_freq;               // [rotary_dim / 2], radians per position
  double base;                                // rope_theta, or what an NTK rule makes of it
  double factor = 1;                          // by which the slowest pairs are divided, or of the rule
  double attention_factor = 1;                // on cosine and sine
  double softmax_factor = 1;                  // on the default scale of q·k
  std::optional<std::array<double, 2>> ramp;  // YaRN: the pairs where its ramp begins and ends
};

// `length` counts positions: the largest one + 1. Throws for an NTK base that is no positive finite number.
ScaledFrequencies scaled_frequencies(const RopeScaling& scaling, int rotary_dim, double rope_theta, double length);

// 0.1 mscale ln s + 1 for s > 1, else 1 (Peng et al. 2024, as released).
double get_mscale(double s, double mscale);

}  // namespace posenc
