#include "simd/dense.hpp"

#include <algorithm>

#include "simd/matmul.hpp"
#include "simd/row_statistics.hpp"

namespace posenc {

namespace {

// Columns that stay in the first cache while all rows meet them.
constexpr std::size_t kBlockBytes = std::size_t{16} << 10;
// Tokens summed in registers before the sums join the gradient.
constexpr std::size_t kTokenBlock = 128;

std::size_t parts(std::size_t whole, std::size_t part) {
  return (whole + part - 1) / part;
}

enum class Result { replaced, added };

// to[k][r] = rows(r, k): one load instead of four feeds a step of the sum.
void interleave(const PointedRows& rows, std::size_t depth, float* to) noexcept {
  std::size_t k = 0;
  for (; k + kPanelRows <= depth; k += kPanelRows) {
    RowValues square[kPanelRows];
    for (std::size_t r = 0; r < kPanelRows; ++r) square[r] = RowValues::load_unaligned(rows.data[r] + k);
    xsimd::transpose(square, square + kPanelRows);
    for (std::size_t r = 0; r < kPanelRows; ++r) square[r].store_aligned(to + (k + r) * kPanelRows);
  }
  for (; k < depth; ++k)
    for (std::size_t r = 0; r < kPanelRows; ++r) to[k * kPanelRows + r] = rows(r, k);
}

// Four rows with `number` panels of columns.
template <Result result>
[[gnu::noinline]] void multiply_rows(const float* rows, std::size_t count, const float* panels, std::size_t number,
                                     std::size_t depth, const std::array<float*, kPanelRows>& y) noexcept {
  for (std::size_t panel = 0; panel < number; ++panel) {
    PanelSums sums;
    sums.multiply_add(PackedRows{rows}, panels + panel * depth * kPanelColumns, kPanelColumns, depth);
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t half = 0; half < 2; ++half) {
        float* to = y[r] + panel * kPanelColumns + half * kLanes;
        FloatBatch sum = sums.sum[r][half];
        if constexpr (result == Result::added) sum += FloatBatch::load_aligned(to);
        sum.store_aligned(to);
      }
  }
}

template <Result result>
void multiply_all(TensorView<const float, 2> x, PackedMatrix& packed, TensorView<float, 2> y) noexcept {
  const std::size_t panels = packed.panels.extent(0);
  const std::size_t block = std::max<std::size_t>(1, kBlockBytes / (packed.depth * kPanelColumns * sizeof(float)));
  for (std::size_t panel = 0; panel < panels; panel += block)
    for (std::size_t first = 0; first < x.extent(0); first += kPanelRows) {
      const std::size_t count = std::min(kPanelRows, x.extent(0) - first);
      std::array<float*, kPanelRows> to{};
      for (std::size_t r = 0; r < count; ++r) to[r] = y.row(first + r) + panel * kPanelColumns;
      interleave(panel_rows(x, first), packed.depth, packed.rows.data());
      multiply_rows<result>(packed.rows.data(), count, packed.panels.row(panel, 0), std::min(block, panels - panel),
                            packed.depth, to);
    }
}

// to[panel][token][c] = from(token, panel * width + c), `width` a whole number of times in the padded row.
void pack_tokens(TensorView<const float, 2> from, std::size_t first, std::size_t count, std::size_t width,
                 float* to) noexcept {
  const std::size_t panels = parts(from.extent(1), width);
  for (std::size_t panel = 0; panel < panels; ++panel)
    for (std::size_t t = 0; t < count; ++t, to += width) std::copy_n(from.row(first + t) + panel * width, width, to);
}

// d_weights of four rows += sums over the packed tokens; `rows` and `columns` of them are there.
[[gnu::noinline]] void add_token_sums(const float* left, const float* right, std::size_t tokens, float* d_weights,
                                      std::size_t stride, std::size_t rows, std::size_t columns) noexcept {
  PanelSums sums;
  sums.multiply_add(PackedRows{left}, right, kPanelColumns, tokens);
  alignas(kLineBytes) float tile[kPanelRows * kPanelColumns];
  sums.store(tile, kPanelColumns);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) d_weights[r * stride + c] += tile[r * kPanelColumns + c];
}

}  // namespace

PackedMatrix::PackedMatrix(std::size_t depth_, std::size_t columns_)
    : depth(depth_),
      columns(columns_),
      panels({parts(columns_, kPanelColumns), depth_, kPanelColumns}),
      rows(depth_ * kPanelRows) {}

void pack_transposed(TensorView<const float, 2> weights, PackedMatrix& packed) noexcept {
  for (std::size_t c = 0; c < packed.columns; ++c) {
    const float* from = weights.row(c);
    float* to = packed.panels.row(c / kPanelColumns, 0) + c % kPanelColumns;
    for (std::size_t k = 0; k < packed.depth; ++k) to[k * kPanelColumns] = from[k];
  }
}

void pack(TensorView<const float, 2> weights, PackedMatrix& packed) noexcept {
  for (std::size_t panel = 0; panel < packed.panels.extent(0); ++panel) {
    const std::size_t first = panel * kPanelColumns, count = std::min(kPanelColumns, packed.columns - first);
    for (std::size_t k = 0; k < packed.depth; ++k)
      std::copy_n(weights.row(k) + first, count, packed.panels.row(panel, k));
  }
}

void multiply(TensorView<const float, 2> x, PackedMatrix& packed, TensorView<float, 2> y) noexcept {
  multiply_all<Result::replaced>(x, packed, y);
}

void multiply_add(TensorView<const float, 2> x, PackedMatrix& packed, TensorView<float, 2> y) noexcept {
  multiply_all<Result::added>(x, packed, y);
}

TokenSums::TokenSums(std::size_t most_out, std::size_t most_in)
    : left(parts(most_out, kPanelRows) * kPanelRows * kTokenBlock),
      right(parts(most_in, kPanelColumns) * kPanelColumns * kTokenBlock) {}

void add_transposed_product(TensorView<const float, 2> d_y, TensorView<const float, 2> x, TokenSums& scratch,
                            TensorView<float, 2> d_weights) noexcept {
  const std::size_t out = d_y.extent(1), in = x.extent(1);
  for (std::size_t first = 0; first < x.extent(0); first += kTokenBlock) {
    const std::size_t tokens = std::min(kTokenBlock, x.extent(0) - first);
    pack_tokens(d_y, first, tokens, kPanelRows, scratch.left.data());
    pack_tokens(x, first, tokens, kPanelColumns, scratch.right.data());
    for (std::size_t c = 0; c < in; c += kPanelColumns)
      for (std::size_t r = 0; r < out; r += kPanelRows)
        add_token_sums(scratch.left.data() + r * tokens, scratch.right.data() + c * tokens, tokens,
                       d_weights.row(r) + c, d_weights.stride(0), std::min(kPanelRows, out - r),
                       std::min(kPanelColumns, in - c));
  }
}

}  // namespace posenc
