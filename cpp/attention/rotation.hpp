// Query/key transform: one token's q or k as it enters the dot product.
#pragma once

#include <cstddef>

#include "position/plan.hpp"

namespace posenc {

// from, to [head_dim], not overlapping. The first rotary_dim channels turn, the others are copied bit for bit; without
// a rotation in the plan all are copied.
void rotate_query(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                  float* to) noexcept;
void rotate_key(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                float* to) noexcept;

// The transposed transform, for gradients: the gradient of the turned vector becomes that of the vector. from, to may
// be the same.
void rotate_query_back(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                       float* to) noexcept;
void rotate_key_back(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                     float* to) noexcept;

}  // namespace posenc
