#include "support/close.hpp"

#include <cmath>

#include "base/error.hpp"

namespace posenc::test {

std::string Closeness::text() const {
  return concat("worst at ", static_cast<double>(worst_at), ": got ", got, ", expected ", expected, ", difference ",
                worst_difference, ", tolerance ", tolerance);
}

Closeness close(std::span<const double> got, std::span<const double> expected, double tolerance) {
  Closeness result{.tolerance = tolerance};
  if (got.size() != expected.size()) return result;
  result.is_close = true;
  for (std::size_t at = 0; at < got.size(); ++at) {
    if (got[at] == expected[at]) continue;  // infinities too
    const double difference = std::abs(got[at] - expected[at]);
    const bool within = difference <= tolerance;  // false for NaN
    if (!within) result.is_close = false;
    if (difference > result.worst_difference || std::isnan(difference)) {
      result.worst_difference = difference;
      result.worst_at = at;
      result.got = got[at];
      result.expected = expected[at];
      if (std::isnan(difference)) break;
    }
  }
  return result;
}

}  // namespace posenc::test
