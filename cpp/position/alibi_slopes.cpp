#include "position/alibi_slopes.hpp"

#include <bit>
#include <cmath>

namespace posenc {

std::vector<double> alibi_slopes(const Alibi& method, int heads) {
  if (!method.slopes.empty()) return method.slopes;
  const bool geometric = method.slope_rule == AlibiSlopeRule::geometric;
  const int series = geometric ? heads : static_cast<int>(std::bit_floor(static_cast<unsigned>(heads)));
  std::vector<double> slopes;
  for (int h = 1; h <= series; ++h) slopes.push_back(std::exp2(-method.alibi_bias_max * h / series));
  for (int j = 1; static_cast<int>(slopes.size()) < heads; j += 2)
    slopes.push_back(std::exp2(-method.alibi_bias_max * j / (2 * series)));
  return slopes;
}

}  // namespace posenc
