#include "position/alibi_slopes.hpp"

#include <bit>
#include <cmath>

namespace posenc {

std::vector<double> alibi_slopes(int heads) {
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(heads)));
  std::vector<double> slopes;
  for (int h = 1; h <= power; ++h) slopes.push_back(std::exp2(-8.0 * h / power));
  for (int j = 1; static_cast<int>(slopes.size()) < heads; j += 2) slopes.push_back(std::exp2(-8.0 * j / (2 * power)));
  return slopes;
}

}  // namespace posenc
