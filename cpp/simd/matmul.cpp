#include "simd/matmul.hpp"

#include <algorithm>

namespace posenc {

static_assert(kLineBytes % (kPanelColumns * sizeof(float)) == 0, "padded rows must be whole panels");

PointedRows panel_rows(TensorView<const float, 2> matrix, std::size_t first) {
  PointedRows rows;
  for (std::size_t r = 0; r < kPanelRows; ++r) rows.data[r] = matrix.row(std::min(first + r, matrix.extent(0) - 1));
  return rows;
}

Tensor<float, 2> multiply_transposed(TensorView<const float, 2> x, TensorView<const float, 2> weights) {
  const std::size_t rows = x.extent(0), in_features = x.extent(1), out_features = weights.extent(0);
  Tensor<float, 2> columns({in_features, out_features}, RowPadding::to_64_bytes);
  for (std::size_t out = 0; out < out_features; ++out)
    for (std::size_t in = 0; in < in_features; ++in) columns(in, out) = weights(out, in);

  Tensor<float, 2> result({rows, out_features}, RowPadding::to_64_bytes);
  for (std::size_t first = 0; first < rows; first += kPanelRows) {
    const PointedRows panel = panel_rows(x, first);
    const std::size_t count = std::min(kPanelRows, rows - first);
    for (std::size_t column = 0; column < columns.row_stride(); column += kPanelColumns) {
      PanelSums sums;
      sums.multiply_add(panel, columns.numbers().data() + column, columns.row_stride(), in_features);
      for (std::size_t r = 0; r < count; ++r) {
        float* row = result.row(first + r) + column;
        sums.sum[r][0].store_unaligned(row);
        sums.sum[r][1].store_unaligned(row + kLanes);
      }
    }
  }
  return result;
}

}  // namespace posenc
