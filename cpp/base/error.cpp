#include "base/error.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace posenc {

std::string text_of(double number) {
  char buffer[40];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, number);
    if (std::strtod(buffer, nullptr) == number) break;  // NaN never compares equal and prints as "nan"
  }
  return buffer;
}

void throw_invalid(std::string_view field, std::string_view expected, std::string_view got) {
  throw Error(ErrorCode::invalid_argument, concat(field, ": expected ", expected, ", got ", got));
}

void require_range(std::string_view field, double number, double low, double high) {
  if (number >= low && number <= high) return;  // false for NaN
  throw_invalid(field, concat("a number from ", low, " to ", high), text_of(number));
}

void require_finite(std::string_view field, double number) {
  if (std::isfinite(number)) return;
  throw_invalid(field, "a finite number", text_of(number));
}

}  // namespace posenc
