// The activation of GPT-2 and BERT's successors: GELU by tanh (Hendrycks, Gimpel 2016), which is a sigmoid.
//
//   gelu(x) = x/2 (1 + tanh(c (x + 0.044715 x³))) = x sigmoid(2 c (x + 0.044715 x³)),  c = sqrt(2 / pi)
//
// Rows are aligned and padded to whole registers; gelu(0) = 0 keeps padding zero.
#pragma once

#include <cstddef>

namespace posenc {

void gelu_row(const float* x, std::size_t length, float* y) noexcept;

// d <- d gelu'(x)
void gelu_row_backward(const float* x, std::size_t length, float* d) noexcept;

}  // namespace posenc
