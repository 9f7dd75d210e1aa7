// The last rotary tables, so that a call with the same positions, base, width and scaling as one before takes its
// tables as they are: layers of a model, steps of an animation, a mask switched on and off.
//
// A table is known by the numbers that it was made from, compared one by one. At most kKeptTables of kLargestKeptTable
// bytes each stay, the ones used last; a larger one belongs to its caller alone. Per thread.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "position/plan.hpp"

namespace posenc {

inline constexpr std::size_t kKeptTables = 8;
inline constexpr std::size_t kLargestKeptTable = std::size_t{2} << 20;  // cosines and sines

std::shared_ptr<const RotationTable> recent_table(std::vector<double> made_from,
                                                  const std::function<RotationTable()>& make);

}  // namespace posenc
