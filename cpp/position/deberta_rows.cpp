#include "position/deberta_rows.hpp"

#include <algorithm>
#include <cmath>

#include "position/method.hpp"

namespace posenc {

int deberta_row(const Deberta& method, double relative_position) {
  double distance = -relative_position;
  const int mid = method.position_buckets / 2;
  if (method.position_buckets > 0 && std::abs(distance) > mid) {
    const double steps =
        (mid - 1) * std::log(std::abs(distance) / mid) / std::log((method.max_relative_positions - 1.0) / mid);
    distance = std::copysign(mid + std::ceil(steps - 1e-9), distance);
  }
  return std::clamp(static_cast<int>(distance) + method.span(), 0, 2 * method.span() - 1);
}

}  // namespace posenc
