// Lower: the only place where methods turn into numbers for the engines. Double throughout, rounded once.
#pragma once

#include "position/method.hpp"
#include "position/plan.hpp"
#include "position/query_scale.hpp"

namespace posenc {

// The methods must be complete (with_parameters) and valid together in this context (validate). Throws only what
// relative_positions throws.
PositionPlan lower(const PositionMethods& methods, const QueryScale& query_scale, const PositionContext& context);

}  // namespace posenc
