// One step of Adam for a row of parameters: see model/adamw.hpp.
//
//   g = share g;  m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g²
//   p = keep p - rate m / (second sqrt(v) + epsilon)
#pragma once

#include <cstddef>

namespace posenc {

struct AdamFactors {
  float share, beta1, beta2;
  float second;  // 1 / sqrt(1 - beta2^t)
  float epsilon;
  float rate;      // over 1 - beta1^t
  float keep = 1;  // 1 less the decay
};
struct AdamState {
  float *parameters, *first, *second;
};

// Rows are aligned, whole registers.
void adam_row(const AdamFactors& factors, const float* gradients, std::size_t length, const AdamState& state) noexcept;

}  // namespace posenc
