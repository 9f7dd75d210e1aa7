// What happens to one row of numbers. Rows are whole numbers of registers: padded, 64-byte aligned.
#pragma once

#include <cstddef>

namespace posenc {

// row <- cap(row) + bias, cap(s) = softcap tanh(s / softcap) where softcap > 0; bias may be null, and stand anywhere.
void cap_and_bias_row(float* row, std::size_t length, float softcap, const float* bias) noexcept;

// The next three take rows of any length that stand anywhere.
// row <- row + term
void add_to_row(float* row, std::size_t length, float term) noexcept;
// row <- row + other
void add_rows(float* row, std::size_t length, const float* other) noexcept;
float sum_of_row(const float* row, std::size_t length) noexcept;

void scale_row(float* row, std::size_t length, float factor) noexcept;

// e^x of one number of any size, to 1 ulp: xsimd's. Softmax has its own (exp.hpp).
float exponential(float x) noexcept;

}  // namespace posenc
