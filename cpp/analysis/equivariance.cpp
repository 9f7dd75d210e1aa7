#include "analysis/equivariance.hpp"

#include <algorithm>
#include <cmath>

namespace posenc {

namespace {

Tensor<double, 2> mean_over_tokens(TensorView<const double, 3> output) {
  Tensor<double, 2> mean({output.extent(0), output.extent(2)});
  for (std::size_t h = 0; h < output.extent(0); ++h)
    for (std::size_t c = 0; c < output.extent(2); ++c) {
      double sum = 0;
      for (std::size_t t = 0; t < output.extent(1); ++t) sum += output(h, t, c);
      mean(h, c) = sum / static_cast<double>(output.extent(1));
    }
  return mean;
}

// NaN counts as the largest difference there is: it must never look like agreement.
double largest_difference(std::span<const double> left, std::span<const double> right) {
  double largest = 0;
  for (std::size_t at = 0; at < left.size(); ++at) {
    const double difference = std::abs(left[at] - right[at]);
    if (std::isnan(difference)) return difference;
    largest = std::max(largest, difference);
  }
  return largest;
}

}  // namespace

void validate_permutation(std::span<const int> permutation, int tokens) {
  if (permutation.size() != static_cast<std::size_t>(tokens))
    throw_invalid("permutation", concat(tokens, " numbers, one per token"),
                  text_of(static_cast<int>(permutation.size())));
  std::vector<bool> seen(permutation.size());
  for (std::size_t t = 0; t < permutation.size(); ++t) {
    const std::string field = concat("permutation[", static_cast<int>(t), "]");
    require_range(field, permutation[t], 0, tokens - 1);
    const auto from = static_cast<std::size_t>(permutation[t]);
    if (seen[from]) throw_invalid(field, "each token once", concat(permutation[t], " again"));
    seen[from] = true;
  }
}

std::vector<int> reversal(int tokens) {
  std::vector<int> permutation;
  for (int t = tokens - 1; t >= 0; --t) permutation.push_back(t);
  return permutation;
}

BitMask permute_mask(const Masks& masks, std::span<const int> permutation, std::span<const double> query_positions,
                     std::span<const double> key_positions) {
  const std::size_t tokens = permutation.size();
  BitMask permuted{static_cast<int>(tokens), static_cast<int>(tokens), std::vector<bool>(tokens * tokens)};
  for (std::size_t t = 0; t < tokens; ++t)
    for (std::size_t u = 0; u < tokens; ++u)
      permuted.visible[t * tokens + u] =
          is_visible(masks, static_cast<std::size_t>(permutation[t]), static_cast<std::size_t>(permutation[u]),
                     query_positions, key_positions);
  return permuted;
}

EquivarianceReport compare_equivariance(TensorView<const double, 3> original, TensorView<const double, 3> permuted,
                                        std::span<const int> permutation) {
  EquivarianceReport report;
  report.reordered = permute_tokens(original, permutation);
  Tensor<double, 3> packed(permuted.extents());
  for (std::size_t h = 0; h < packed.extent(0); ++h)
    for (std::size_t t = 0; t < packed.extent(1); ++t)
      std::copy_n(permuted.row(h, t), packed.extent(2), packed.row(h, t));
  report.max_difference = largest_difference(report.reordered.numbers(), packed.numbers());
  report.mean_original = mean_over_tokens(original);
  report.mean_permuted = mean_over_tokens(permuted);
  report.mean_max_difference = largest_difference(report.mean_original.numbers(), report.mean_permuted.numbers());
  return report;
}

}  // namespace posenc
