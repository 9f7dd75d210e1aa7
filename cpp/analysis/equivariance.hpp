// Does attention follow a permutation of its tokens?
//
// With X [tokens, model_dim], a permutation P of its rows and F(X) the attention output: F is equivariant where
// F(P X) = P F(X). Without positions Q, K, V permute by rows, scores become P S Pᵀ, row softmax follows, and
// P A Pᵀ P V = P A V. Then the mean over tokens is invariant. A fixed order mask breaks it (M does not become P M Pᵀ),
// and so does every position method, because positions stay with the slots.
//
// A permutation is a list: (P X)_t = X_{permutation[t]}.
#pragma once

#include <span>
#include <vector>

#include "attention/mask.hpp"
#include "base/error.hpp"
#include "base/tensor.hpp"

namespace posenc {

// Throws unless it holds each of 0 … tokens - 1 once.
void validate_permutation(std::span<const int> permutation, int tokens);

// n-1, …, 1, 0
std::vector<int> reversal(int tokens);

// Rows t of the result are rows permutation[t]: [tokens, width], or the second axis of [heads, tokens, width].
template <class T>
Tensor<T, 2> permute_tokens(TensorView<const T, 2> rows, std::span<const int> permutation) {
  Tensor<T, 2> result(rows.extents());
  for (std::size_t t = 0; t < rows.extent(0); ++t)
    for (std::size_t c = 0; c < rows.extent(1); ++c) result(t, c) = rows(static_cast<std::size_t>(permutation[t]), c);
  return result;
}
template <class T>
Tensor<T, 3> permute_tokens(TensorView<const T, 3> rows, std::span<const int> permutation) {
  Tensor<T, 3> result(rows.extents());
  for (std::size_t h = 0; h < rows.extent(0); ++h)
    for (std::size_t t = 0; t < rows.extent(1); ++t)
      for (std::size_t c = 0; c < rows.extent(2); ++c)
        result(h, t, c) = rows(h, static_cast<std::size_t>(permutation[t]), c);
  return result;
}

// P M Pᵀ: query t and key u see each other as permutation[t] and permutation[u] did.
BitMask permute_mask(const Masks& masks, std::span<const int> permutation, std::span<const double> query_positions,
                     std::span<const double> key_positions);

struct EquivarianceReport {
  Tensor<double, 3> reordered;      // P F(X) [heads, tokens, value_dim]
  double max_difference;            // max |F(P X) - P F(X)|
  Tensor<double, 2> mean_original;  // mean over tokens of F(X) [heads, value_dim]
  Tensor<double, 2> mean_permuted;  // mean over tokens of F(P X)
  double mean_max_difference;
};

// original = F(X), permuted = F(P X), both [heads, tokens, value_dim].
EquivarianceReport compare_equivariance(TensorView<const double, 3> original, TensorView<const double, 3> permuted,
                                        std::span<const int> permutation);

}  // namespace posenc
