// What softmax does to one row of scores. Rows are whole numbers of registers: padded, 64-byte aligned.
//
// Exponentials are xsimd's: 1 ulp for the arguments <= 0 that occur here, and exactly 0 below -88.4, -infinity
// included.
#pragma once

#include <cstddef>

namespace posenc {

// row <- cap(row) + bias, cap(s) = softcap tanh(s / softcap) where softcap > 0; bias may be null.
void cap_and_bias_row(float* row, std::size_t length, float softcap, const float* bias) noexcept;

float maximum_of_row(const float* row, std::size_t length) noexcept;

// row <- exp(row - maximum); returns the sum.
float exponentiate_row(float* row, std::size_t length, float maximum) noexcept;

void scale_row(float* row, std::size_t length, float factor) noexcept;

// exp of one number by the same polynomial as the rows.
float exponential(float x) noexcept;

}  // namespace posenc
