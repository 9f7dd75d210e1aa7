// The one product of the engine: four rows times a block of columns.
//
//   sum[r][c] += Σ_k row(r, k) column(k, c),  r < 4, c < 2 registers
//
// Four rows by two registers keep 8 sums, 2 loaded columns and 4 broadcast factors alive: 15 registers with one to
// spare, which is what an engine with 16 offers (WASM on x86-64). Taller or wider blocks spill and run at half the
// speed; unrolling k by hand costs a fifth. A row's sum does not depend on which rows stand beside it, so permuting
// rows permutes results bit for bit.
#pragma once

#include <array>
#include <cstddef>

#include "simd/batch.hpp"

namespace posenc {

inline constexpr std::size_t kPanelRows = 4;
inline constexpr std::size_t kPanelColumns = 2 * kLanes;

// [k][r]: the four rows of a panel interleaved.
struct PackedRows {
  const float* data;
  float operator()(std::size_t r, std::size_t k) const { return data[k * kPanelRows + r]; }
};

// [r][k] with a fixed distance between rows.
template <std::size_t Stride>
struct StridedRows {
  const float* data;
  float operator()(std::size_t r, std::size_t k) const { return data[r * Stride + k]; }
};

// [k][r] with a fixed distance between k: four columns of a tile as rows.
template <std::size_t Stride>
struct ColumnRows {
  const float* data;
  float operator()(std::size_t r, std::size_t k) const { return data[k * Stride + r]; }
};

// Rows that stand anywhere.
struct PointedRows {
  std::array<const float*, kPanelRows> data;
  float operator()(std::size_t r, std::size_t k) const { return data[r][k]; }
};

struct PanelSums {
  FloatBatch sum[kPanelRows][2];

  PanelSums() {
    for (auto& row : sum) row[0] = row[1] = FloatBatch(0.0f);
  }

  // What stands at the four pointers, from a column on.
  void add(const std::array<const float*, kPanelRows>& terms, std::size_t column) {
    for (std::size_t r = 0; r < kPanelRows; ++r) {
      sum[r][0] += FloatBatch::load_unaligned(terms[r] + column);
      sum[r][1] += FloatBatch::load_unaligned(terms[r] + column + kLanes);
    }
  }

  // to[r][c] = sum[r][c]; rows `stride` apart, whole registers.
  void store(float* to, std::size_t stride) const {
    for (std::size_t r = 0; r < kPanelRows; ++r) {
      sum[r][0].store_aligned(to + r * stride);
      sum[r][1].store_aligned(to + r * stride + kLanes);
    }
  }

  // to[r][c] += sum[r][c]
  void add_to(float* to, std::size_t stride) const {
    for (std::size_t r = 0; r < kPanelRows; ++r)
      for (std::size_t half = 0; half < 2; ++half) {
        float* at = to + r * stride + half * kLanes;
        (FloatBatch::load_aligned(at) + sum[r][half]).store_aligned(at);
      }
  }

  template <class Rows>
  void multiply_add(Rows rows, const float* columns, std::size_t stride, std::size_t depth) {
    for (std::size_t k = 0; k < depth; ++k) {
      const FloatBatch left = FloatBatch::load_unaligned(columns + k * stride);
      const FloatBatch right = FloatBatch::load_unaligned(columns + k * stride + kLanes);
      for (std::size_t r = 0; r < kPanelRows; ++r) {
        const FloatBatch factor(rows(r, k));
        sum[r][0] = xsimd::fma(factor, left, sum[r][0]);
        sum[r][1] = xsimd::fma(factor, right, sum[r][1]);
      }
    }
  }
};

}  // namespace posenc
