#include "base/float_format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posenc {

namespace {

struct Layout {
  int precision;     // bits of the significand, the hidden one included
  int min_exponent;  // of the smallest normal number
  int max_exponent;  // of the largest number
};

}  // namespace

double rounded_to_narrow(double number, FloatFormat format) {
  if (number == 0 || !std::isfinite(number)) return number;
  const Layout layout = format == FloatFormat::float32    ? Layout{24, -126, 127}
                        : format == FloatFormat::bfloat16 ? Layout{8, -126, 127}
                                                          : Layout{11, -14, 15};
  const int unit = std::max(std::ilogb(number), layout.min_exponent) - (layout.precision - 1);
  const double nearest = std::ldexp(std::nearbyint(std::ldexp(number, -unit)), unit);
  if (std::ilogb(nearest) > layout.max_exponent && nearest != 0)
    return std::copysign(std::numeric_limits<double>::infinity(), number);
  return nearest;
}

}  // namespace posenc
