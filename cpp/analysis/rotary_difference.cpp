#include "analysis/rotary_difference.hpp"

#include <cmath>

#include "analysis/frequencies.hpp"
#include "analysis/score_curve.hpp"
#include "base/error.hpp"

namespace posenc {

namespace {

std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> ratio;
  for (std::size_t r = 0; r < a.size(); ++r) ratio.push_back(a[r] == b[r] ? 1 : b[r] / a[r]);
  return ratio;
}

// Searched in blocks, so that memory does not grow with the limit.
void search_scores(const RotaryRequest& a, const RotaryRequest& b, const DifferenceSearch& search,
                   RotaryDifference& result) {
  constexpr int kBlock = 4096;
  for (double from = 0; from <= search.limit; from += kBlock) {
    std::vector<double> block;
    for (int offset = 0; offset < kBlock && from + offset <= search.limit; ++offset) block.push_back(from + offset);
    const ScoreCurve of_a = score_curve(a, block), of_b = score_curve(b, block);
    for (std::size_t p = 0; p < block.size(); ++p) {
      const double difference = std::abs(of_a.mean[p] - of_b.mean[p]);
      result.largest_difference = std::fmax(result.largest_difference, difference);
      if (difference > search.tolerance && !result.first_difference) result.first_difference = block[p];
    }
  }
}

}  // namespace

RotaryDifference rotary_difference(const RotaryRequest& a, const RotaryRequest& b, std::span<const double> positions,
                                   const DifferenceSearch& search) {
  const Frequencies of_a = at_place("method", "a.method", [&] { return frequencies(a); });
  const Frequencies of_b = at_place("method", "b.method", [&] { return frequencies(b); });
  if (of_a.rotary_dim != of_b.rotary_dim)
    throw_invalid("b.method.rotary_dim", concat("as many channels that turn as in a (", of_a.rotary_dim, ")"),
                  text_of(of_b.rotary_dim));
  require_range("tolerance", search.tolerance, 0, 1e6);
  require_range("limit", search.limit, 0, 1 << 24);
  RotaryDifference result;
  result.ratio = ratios(of_a.inv_freq, of_b.inv_freq);
  for (const double position : positions) {
    double sum = 0;
    for (std::size_t r = 0; r < of_a.inv_freq.size(); ++r)
      sum += std::cos(position * (of_a.inv_freq[r] - of_b.inv_freq[r]));
    result.cosine.push_back(sum / static_cast<double>(of_a.inv_freq.size()));
  }
  result.score_a = score_curve(a, positions).mean;
  result.score_b = score_curve(b, positions).mean;
  search_scores(a, b, search, result);
  return result;
}

}  // namespace posenc
