// Rotary methods as tables of cosines and sines, for queries and keys apart.
#pragma once

#include <span>
#include <vector>

#include "position/method.hpp"
#include "position/plan.hpp"
#include "position/rope_frequencies.hpp"

namespace posenc {

// Tables are kept for a while and shared with later calls that need the same ones.
Rotation lower_rotation(const Rotary& method, const PositionContext& context);

// The angles of one token whose pair r stands at positions[r]: exact products in double, or rounded stage by stage as
// method.precision says. [pairs]
std::vector<double> rotary_angles(const Rotary& method, std::span<const RotaryPair> pairs,
                                  std::span<const double> positions, int width);

}  // namespace posenc
