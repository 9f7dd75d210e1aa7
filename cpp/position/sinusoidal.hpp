// The sinusoidal tables that circulate (Vaswani et al. 2017, Tensor2Tensor, fairseq).
//
//   paper          [s c s c …]  PE(p)[2r] = sin(p w_r), PE(p)[2r + 1] = cos(p w_r), w_r = base^(-2r / width)
//   concatenated   [s s … c c]  the same frequencies, all sines first; odd width: one sine more than cosines
//   tensor2tensor  [s s … c c]  w_r = base^(-r / (half - 1)), half = floor(width / 2), a lone frequency is 1;
//   fairseq                     odd width: a last column of 0
//
// A pair shares its frequency, so PE(p + k) is a rotation of PE(p) that does not depend on p. The paper's wavelengths
// grow geometrically from 2 pi towards, never reaching, 2 pi base; Tensor2Tensor's reach it. In double; odd widths of
// the paper's table end in a sine.
#pragma once

#include <span>

#include "base/tensor.hpp"
#include "position/method.hpp"

namespace posenc {

// [positions, width]; method.offset is added to every position.
Tensor<double, 2> sinusoids(std::span<const double> positions, int width, const Sinusoidal& method);

}  // namespace posenc
