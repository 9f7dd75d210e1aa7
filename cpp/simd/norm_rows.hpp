// Root-mean-square and layer normalisation of one row, there and back.
//
//   y = (x - mean) inverse * weight + bias,  inverse = 1 / sqrt(mean((x - mean)²) + kNormEpsilon)
//
// LayerNorm (Ba et al. 2016); without a bias it is RMSNorm (Zhang, Sennrich 2019): mean = 0. All rows start aligned and
// are padded to 64 bytes with zeros, the weights too.
#pragma once

#include <cstddef>

namespace posenc {

inline constexpr float kNormEpsilon = 1e-5f;

struct NormWeights {
  const float* weight;
  const float* bias;  // null: RMSNorm
};
struct NormStatistics {
  float mean, inverse;
};

NormStatistics norm_row(const float* x, std::size_t width, const NormWeights& weights, float* y) noexcept;

struct NormGradients {
  float* x;
  float* weight;
  float* bias;  // null: RMSNorm
};

// Gradients are added to what stands there.
void norm_row_backward(const float* x, std::size_t width, const NormWeights& weights, const NormStatistics& statistics,
                       const float* d_y, const NormGradients& gradients) noexcept;

}  // namespace posenc
