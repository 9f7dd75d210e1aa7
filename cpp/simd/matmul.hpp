// The one inner product of the project: 4 rows by 2 registers, and the projection built on it.
//
//   sum[r][c] += Σ_k row[r][k] * columns[k * stride + c],  r = 0 … 3, c = 0 … 2 kLanes - 1
//
// 8 accumulators, 2 column registers, 4 broadcasts and a temporary are 15 registers: the largest shape that never
// spills where an engine has 16 (WASM on x86-64). A row's sum does not depend on which rows stand beside it, so
// permuting rows permutes results bit for bit.
#pragma once

#include <array>
#include <cstddef>

#include "base/tensor.hpp"
#include "base/tensor_view.hpp"
#include "simd/batch.hpp"

namespace posenc {

inline constexpr std::size_t kPanelRows = 4;
inline constexpr std::size_t kPanelColumns = 2 * kLanes;

using PanelRowPointers = std::array<const float*, kPanelRows>;

struct PanelSums {
  FloatBatch sum[kPanelRows][2];

  PanelSums() {
    for (auto& row : sum) row[0] = row[1] = FloatBatch(0.0f);
  }

  void multiply_add(const PanelRowPointers& rows, const float* columns, std::size_t stride, std::size_t depth) {
    for (std::size_t k = 0; k < depth; ++k) {
      const FloatBatch left = FloatBatch::load_unaligned(columns + k * stride);
      const FloatBatch right = FloatBatch::load_unaligned(columns + k * stride + kLanes);
      for (std::size_t r = 0; r < kPanelRows; ++r) {
        const FloatBatch factor(rows[r][k]);
        sum[r][0] = xsimd::fma(factor, left, sum[r][0]);
        sum[r][1] = xsimd::fma(factor, right, sum[r][1]);
      }
    }
  }
};

// Pointers to four rows of a matrix from `first` on; past its end the last row is repeated, to be computed and dropped.
PanelRowPointers panel_rows(TensorView<const float, 2> matrix, std::size_t first);

// y = x Wᵀ: x [rows, in_features], weights [out_features, in_features], result [rows, out_features].
// Each element is a sum over in_features in ascending order in float: error below in_features * 2^-24 * Σ |x w|.
Tensor<float, 2> multiply_transposed(TensorView<const float, 2> x, TensorView<const float, 2> weights);

}  // namespace posenc
