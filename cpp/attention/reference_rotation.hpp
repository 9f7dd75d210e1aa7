// Rotary methods for the reference, one token at a time.
#pragma once

#include "attention/problem.hpp"
#include "base/tensor.hpp"
#include "position/method.hpp"

namespace posenc {

enum class RotatedSide { query, key };

// The problem's queries or keys [heads, tokens, head_dim], turned by the rotary method among `methods`; a copy without
// one. Angles are exact: what a method says of precision is not imitated here.
Tensor<double, 3> reference_rotation(const PositionMethods& methods, const ReferenceProblem& problem, RotatedSide side);

}  // namespace posenc
