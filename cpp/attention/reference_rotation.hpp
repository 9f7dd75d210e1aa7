// Rotary methods for the reference, one token at a time.
#pragma once

#include "base/tensor.hpp"
#include "base/tensor_view.hpp"
#include "position/method.hpp"

namespace posenc {

enum class RotatedSide { query, key };

// vectors [heads, tokens, head_dim] turned by the rotary method among `methods`; a copy without one. `keys` is the
// number of keys of the problem, which position streams count.
Tensor<double, 3> reference_rotation(const PositionMethods& methods, const AttentionShape& shape,
                                     TensorView<const double, 3> vectors, std::span<const double> positions,
                                     RotatedSide side);

}  // namespace posenc
