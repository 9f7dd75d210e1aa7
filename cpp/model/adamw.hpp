// AdamW (Kingma, Ba 2015; Loshchilov, Hutter 2019): decoupled weight decay, moments corrected for their start at zero.
//
//   m = beta1 m + (1 - beta1) g,  v = beta2 v + (1 - beta2) g²
//   p = p - rate (decay p + (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)),  t = 1, 2, …
//
// Decay touches matrices only (Parameter::decays). As torch.optim.AdamW with the same settings.
#pragma once

#include "model/parameter_arena.hpp"

namespace posenc {

struct AdamW {
  double rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.98;
  double epsilon = 1e-8;
  double decay = 0.01;
};

// Throws an Error that names the field.
void validate(const AdamW& settings);

struct AdamMoments {
  Arena first, second;  // of the parameters' layout
  int steps = 0;
};

// One step; `share` multiplies the gradients first (clipping).
void step(const AdamW& settings, const ParameterLayout& layout, std::span<const float> gradients, float share,
          AdamMoments& moments, std::span<float> arena);

// sqrt(Σ g²), in double.
double global_norm(std::span<const float> gradients);

}  // namespace posenc
