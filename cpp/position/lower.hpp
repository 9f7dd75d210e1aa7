// Lower: the only place where a method turns into numbers for the engines. Double throughout, rounded once.
#pragma once

#include "position/method.hpp"
#include "position/plan.hpp"

namespace posenc {

// The method must be valid in this context (validate). Throws only what relative_positions throws.
PositionPlan lower(const PositionMethod& method, const PositionContext& context);

}  // namespace posenc
