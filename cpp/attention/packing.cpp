#include "attention/packing.hpp"

#include "attention/rotation.hpp"
#include "simd/row_ops.hpp"

namespace posenc {

namespace {

// to[c][t] = rows[t][c] for kLanes rows, a square of registers at a time. Rows are padded; `to` has `width` rows.
void transpose_rows(const Tensor<float, 2>& rows, std::size_t width, float* to, std::size_t stride) noexcept {
  std::size_t c = 0;
  for (; c + kLanes <= width; c += kLanes) {
    FloatBatch square[kLanes];
    for (std::size_t t = 0; t < kLanes; ++t) square[t] = FloatBatch::load_aligned(rows.row(t) + c);
    xsimd::transpose(square, square + kLanes);
    for (std::size_t k = 0; k < kLanes; ++k) square[k].store_unaligned(to + (c + k) * stride);
  }
  for (; c < width; ++c)
    for (std::size_t t = 0; t < kLanes; ++t) to[c * stride + t] = rows(t, c);
}

// to[c] = scale (row[c] + bias of the head [c]) where the plan has one; row is scaled already.
void add_scaled(const Head& head, const std::optional<Tensor<float, 2>>& bias, const float* row, float* to) noexcept {
  const auto scale = static_cast<float>(head.problem.scale);
  for (std::size_t c = 0; c < head.head_dim(); ++c)
    to[c * kPanelRows] = bias ? row[c] + scale * (*bias)(head.index, c) : row[c];
}

}  // namespace

void pack_keys_and_values(const Head& head, std::size_t kv) noexcept {
  Workspace& workspace = head.workspace;
  Tensor<float, 2>& rows = workspace.rows;
  for (std::size_t first = 0; first < workspace.key_tiles.extent(0) * kTileKeys; first += kLanes) {
    // Past the last key the tile keeps zeros.
    if (first >= head.keys()) break;
    const std::size_t count = std::min(kLanes, head.keys() - first);
    for (std::size_t t = 0; t < kLanes; ++t)
      if (t < count)
        rotate_key(head.plan, first + t, head.head_dim(), head.problem.key.row(kv, first + t), rows.row(t));
      else
        std::fill_n(rows.row(t), head.head_dim(), 0.0f);
    transpose_rows(rows, head.head_dim(), workspace.key_tiles.row(first / kTileKeys, 0) + first % kTileKeys, kTileKeys);
  }
  for (std::size_t j = 0; j < head.keys(); ++j)
    std::copy_n(head.problem.value.row(kv, j), head.value_dim(), workspace.values.row(j));
}

void pack_queries(const Head& head, const Panel& panel) noexcept {
  Workspace& workspace = head.workspace;
  float* row = workspace.rows.row(0);
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    const std::size_t i = panel.query(r);
    rotate_query(head.plan, i, head.head_dim(), head.problem.query.row(head.index, i), row);
    double scale = head.problem.scale;
    if (head.plan.query_scale) scale *= (*head.plan.query_scale)[i];
    scale_row(row, workspace.rows.row_stride(), static_cast<float>(scale));
    add_scaled(head, head.plan.content_bias, row, workspace.query_panels.row(panel.slot, 0) + r);
    if (head.plan.relative_keys)
      add_scaled(head, head.plan.relative_key_bias, row, workspace.position_query_panels.row(panel.slot, 0) + r);
  }
}

}  // namespace posenc
