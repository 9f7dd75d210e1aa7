#include "position/rope_frequencies.hpp"

#include <cmath>

namespace posenc {

std::vector<double> rope_frequencies(int rotary_dim, double rope_theta) {
  std::vector<double> inv_freq;
  for (int channel = 0; channel < rotary_dim; channel += 2)
    inv_freq.push_back(std::pow(rope_theta, -static_cast<double>(channel) / rotary_dim));
  return inv_freq;
}

}  // namespace posenc
