#include "bench/products_workload.hpp"

#include <algorithm>

#include "attention/workspace.hpp"
#include "base/random.hpp"
#include "simd/panel_product.hpp"

namespace posenc::bench {

namespace {

std::size_t parts(std::size_t whole, std::size_t part) {
  return (whole + part - 1) / part;
}

void fill(std::span<float> numbers, std::uint64_t seed) {
  Random random(seed);
  for (float& number : numbers) number = static_cast<float>(random.uniform(-1, 1));
}

[[gnu::noinline]] void multiply_keys(const float* query_panel, const float* key_tile, std::size_t depth,
                                     std::size_t columns, float* scores) noexcept {
  for (std::size_t column = 0; column < columns; column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(PackedRows{query_panel}, key_tile + column, kTileKeys, depth);
    sums.store(scores + column, kTileKeys);
  }
}

[[gnu::noinline]] void multiply_values(const float* weights, const float* values, std::size_t stride,
                                       std::size_t length, float* output) noexcept {
  for (std::size_t column = 0; column < stride; column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(StridedRows<kTileKeys>{weights}, values + column, stride, length);
    sums.add_to(output + column, stride);
  }
}

}  // namespace

ProductsWorkload::ProductsWorkload(const Sizes& sizes)
    : sizes_(sizes),
      query_panels_({parts(static_cast<std::size_t>(sizes.tokens), kPanelRows),
                     static_cast<std::size_t>(sizes.head_dim), kPanelRows}),
      key_tiles_({parts(static_cast<std::size_t>(sizes.tokens), kTileKeys), static_cast<std::size_t>(sizes.head_dim),
                  kTileKeys}),
      values_({key_tiles_.extent(0) * kTileKeys, static_cast<std::size_t>(sizes.head_dim)}, RowPadding::to_64_bytes),
      score_tile_({kPanelRows, kTileKeys}),
      output_panels_({kBlockPanels, kPanelRows, static_cast<std::size_t>(sizes.head_dim)}, RowPadding::to_64_bytes) {
  fill(query_panels_.numbers(), 1);
  fill(key_tiles_.numbers(), 2);
  fill(values_.numbers(), 3);
}

void ProductsWorkload::run_block(std::size_t first_panel, std::size_t panels) {
  const auto tokens = static_cast<std::size_t>(sizes_.tokens), depth = static_cast<std::size_t>(sizes_.head_dim);
  std::fill(output_panels_.numbers().begin(), output_panels_.numbers().end(), 0.0f);
  const auto end_key = [&](std::size_t panel) {
    return sizes_.causal ? std::min(tokens, (first_panel + panel + 1) * kPanelRows) : tokens;
  };
  for (std::size_t first = 0; first < end_key(panels - 1); first += kTileKeys)
    for (std::size_t p = 0; p < panels; ++p) {
      if (first >= end_key(p)) continue;
      const std::size_t length = std::min(kTileKeys, end_key(p) - first);
      multiply_keys(query_panels_.row(first_panel + p, 0), key_tiles_.row(first / kTileKeys, 0), depth,
                    parts(length, kPanelColumns) * kPanelColumns, score_tile_.row(0));
      multiply_values(score_tile_.row(0), values_.row(first), values_.row_stride(), length, output_panels_.row(p, 0));
    }
}

void ProductsWorkload::run() {
  const std::size_t panels = query_panels_.extent(0);
  for (int head = 0; head < sizes_.heads; ++head)
    for (std::size_t first = 0; first < panels; first += kBlockPanels)
      run_block(first, std::min(kBlockPanels, panels - first));
}

}  // namespace posenc::bench
