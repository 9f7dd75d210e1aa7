// Learned tables that were not given, drawn from the method's seed so that every method runs at once.
#pragma once

#include "position/method.hpp"

namespace posenc {

// Mean 0; deviation 0.5 for what is added to inputs, q or k, 1 for biases: of a size that shows beside random tokens.
PositionMethod with_parameters(PositionMethod method, const PositionContext& context);

}  // namespace posenc
