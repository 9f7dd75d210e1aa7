// Transformer-XL's table: W R(distance) for every distance that occurs. (Dai et al. 2019)
#pragma once

#include <span>

#include "base/tensor.hpp"
#include "position/method.hpp"

namespace posenc {

// R [rows, width of R], concatenated sinusoids; distance = -relative_position, clamped to ±clamp_len where that is on.
Tensor<double, 2> transformer_xl_waves(const TransformerXl& method, std::span<const double> relative);

// table(h, row, c) = Σ_w projection(h head_dim + c, w) waves(row, w), in double, rounded once. [heads, rows, head_dim]
void write_transformer_xl_rows(const TransformerXl& method, const Tensor<double, 2>& waves, Tensor<float, 3>& table);

}  // namespace posenc
