#include "position/t5_buckets.hpp"

#include <algorithm>
#include <cmath>

#include "position/method.hpp"

namespace posenc {

int t5_bucket(const T5Bias& method, double relative_position) {
  int buckets = method.relative_attention_num_buckets;
  int first = 0;
  double distance = std::max(-relative_position, 0.0);
  if (method.bidirectional) {
    buckets /= 2;
    if (relative_position > 0) first = buckets;
    distance = std::abs(relative_position);
  }
  const int exact = buckets / 2;
  if (distance < exact) return first + static_cast<int>(distance);
  const double logarithmic = (buckets - exact) * std::log(distance / exact) /
                             std::log(static_cast<double>(method.relative_attention_max_distance) / exact);
  // Two whole distances next to a threshold differ by more than 1e-9 here up to distances of a million.
  const int step = static_cast<int>(std::floor(logarithmic + 1e-9));
  return first + std::min(exact + step, buckets - 1);
}

}  // namespace posenc
