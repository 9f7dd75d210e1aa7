// Rotary methods as tables of cosines and sines, for queries and keys apart.
#pragma once

#include "position/method.hpp"
#include "position/plan.hpp"

namespace posenc {

Rotation lower_rotation(const Rotary& method, const PositionContext& context);

}  // namespace posenc
