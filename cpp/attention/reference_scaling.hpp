// Scaled rotary frequencies for the reference, one pair at a time.
#pragma once

#include "position/rope_scaling.hpp"

namespace posenc {

// Radians per position of pair `pair` of `width` channels, at a length.
double reference_frequency(const RopeScaling& scaling, int width, double rope_theta, int pair, double length);

// The factor on cosine and sine.
double reference_amplitude(const RopeScaling& scaling, double length);

}  // namespace posenc
