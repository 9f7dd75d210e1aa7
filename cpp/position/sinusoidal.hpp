// The sinusoidal table of "Attention is all you need" (Vaswani et al. 2017).
//
//   PE(p)[2r] = sin(p w_r), PE(p)[2r + 1] = cos(p w_r), w_r = base^(-2r / model_dim), r = 0 … model_dim / 2 - 1
//
// A pair shares its frequency, so PE(p + k) is a rotation of PE(p) that does not depend on p. Wavelengths grow
// geometrically from 2 pi towards, never reaching, 2 pi base. Angles in double, rounded once to float: 1 ulp of the
// double value plus half an ulp of float for |p| up to 2^40.
#pragma once

#include <span>

#include "base/tensor.hpp"

namespace posenc {

// [positions, model_dim], model_dim even.
Tensor<float, 2> sinusoidal_table(std::span<const double> positions, int model_dim, double base);

}  // namespace posenc
