#include "analysis/score_curve.hpp"

#include <cmath>

#include "analysis/frequencies.hpp"

namespace posenc {

ScoreCurve score_curve(const RotaryRequest& request, std::span<const double> distances) {
  const Frequencies answer = frequencies(request);
  const double gain = answer.attention_factor * answer.attention_factor / static_cast<double>(answer.inv_freq.size());
  ScoreCurve curve;
  for (const double distance : distances) {
    double sum = 0, squares = 0;
    for (const double frequency : answer.inv_freq) {
      const double cosine = std::cos(distance * frequency);
      sum += cosine;
      squares += cosine * cosine;
    }
    curve.mean.push_back(gain * sum);
    curve.deviation.push_back(gain * std::sqrt(squares));
  }
  return curve;
}

}  // namespace posenc
