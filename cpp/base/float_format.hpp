// Rounding to narrower formats, to imitate programs that compute in them.
#pragma once

namespace posenc {

enum class FloatFormat { double64, float32, bfloat16, float16 };

// The nearest number of the format, ties to even; infinity beyond its largest. Subnormal numbers are kept.
double rounded_to_narrow(double number, FloatFormat format);
inline double rounded(double number, FloatFormat format) {
  return format == FloatFormat::double64 ? number : rounded_to_narrow(number, format);
}

}  // namespace posenc
