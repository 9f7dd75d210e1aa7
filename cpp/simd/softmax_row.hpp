// One row of logits against its target.
//
//   loss = ln Σ e^logit - logit[target];  d_logit = softmax - [the target]
#pragma once

#include <cstddef>

namespace posenc {

// ln Σ e^(row - largest) + largest. The row is aligned, of `length` numbers, padded to 64 bytes with anything.
float log_sum_exp_row(const float* row, std::size_t length) noexcept;

// row <- share e^(row - log_sum_exp); the padding becomes zero.
void softmax_row(float* row, std::size_t length, float log_sum_exp, float share) noexcept;

}  // namespace posenc
