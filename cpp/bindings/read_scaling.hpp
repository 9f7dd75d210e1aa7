// The `scaling` and `angle_precision` of a rotary method from plain JavaScript.
#pragma once

#include <emscripten/val.h>

#include "position/method.hpp"

namespace posenc {

RopeScaling read_scaling(const emscripten::val& object);
AnglePrecision read_angle_precision(const emscripten::val& object);

}  // namespace posenc
