// e^x for x <= 0, as softmax needs it: exactly 0 up to kExpCut (hidden keys at -infinity included), so that far keys
// cost no denormal arithmetic and weigh nothing. NaN stays NaN: a score beyond the range of float must not pass
// unnoticed.
//
//   e^x = 2^n 2^f,  n = round(x log2 e), f = x log2 e - n in [-1/2, 1/2],  2^f by a polynomial of degree 5
//
// The polynomial is 1 + c1 f + … + c5 f⁵, so that e^0 = 1 exactly; its coefficients minimise the relative error of 2^f
// (1.1e-7 with the coefficients rounded to float). With the rounding of x log2 e, which grows with |x|:
// |error| <= (2.5e-7 + 1.2e-7 |x|) e^x. Adding 1.5 * 2^23 rounds to whole numbers and leaves n in the low bits of the
// sum, from where it is shifted into the exponent.
#pragma once

#include <cstdint>

#include "simd/batch.hpp"

namespace posenc {

// 64 ln 2: 2^-64 of the largest weight of a row is far below what float sums of weights can hold.
inline constexpr float kExpCut = -44.36142f;

namespace exp_constants {
// log2 e, 1.5 * 2^23, the cut, and the coefficients of f, f², … f⁵.
inline constexpr float kValues[] = {1.442695041f,  12582912.0f,    kExpCut,         0.6931470036f,
                                    0.2402224243f, 0.05550733581f, 0.009671512991f, 0.001326472731f};
}  // namespace exp_constants

// The constants come from memory through a pointer that the compiler cannot see through: some engines rebuild literal
// vectors inside loops otherwise.
template <class Batch>
struct Exponential {
  Batch log2_e, magic, cut, c1, c2, c3, c4, c5;

  Exponential() {
    const float* values = exp_constants::kValues;
    asm volatile("" : "+r"(values));
    log2_e = Batch(values[0]);
    magic = Batch(values[1]);
    cut = Batch(values[2]);
    c1 = Batch(values[3]);
    c2 = Batch(values[4]);
    c3 = Batch(values[5]);
    c4 = Batch(values[6]);
    c5 = Batch(values[7]);
  }

  Batch operator()(const Batch& x) const {
    const Batch scaled = x * log2_e;
    const Batch shifted = scaled + magic;
    const Batch fraction = scaled - (shifted - magic);
    Batch power = xsimd::fma(c5, fraction, c4);
    power = xsimd::fma(power, fraction, c3);
    power = xsimd::fma(power, fraction, c2);
    power = xsimd::fma(power, fraction, c1);
    power = xsimd::fma(power, fraction, Batch(1.0f));
    const auto exponent = xsimd::bitwise_cast<std::int32_t>(shifted) << 23;
    const Batch result = xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(power) + exponent);
    return xsimd::select(x <= cut, Batch(0.0f), result);
  }
};

}  // namespace posenc
