#include "attention/workspace.hpp"

#include "simd/matmul.hpp"

namespace posenc {

namespace {

std::size_t tiles_of(const AttentionShape& shape) {
  return (static_cast<std::size_t>(shape.keys) + kTileKeys - 1) / kTileKeys;
}

}  // namespace

Workspace::Workspace(const AttentionShape& shape)
    : key_tiles({tiles_of(shape), static_cast<std::size_t>(shape.head_dim), kTileKeys}),
      values({tiles_of(shape) * kTileKeys, static_cast<std::size_t>(shape.value_dim)}, RowPadding::to_64_bytes),
      query_panel({kPanelRows, static_cast<std::size_t>(shape.head_dim)}, RowPadding::to_64_bytes),
      score_tile({kPanelRows, kTileKeys}),
      bias_tile({kPanelRows, kTileKeys}),
      output_panel({kPanelRows, static_cast<std::size_t>(shape.value_dim)}, RowPadding::to_64_bytes),
      key_row({1, static_cast<std::size_t>(shape.head_dim)}) {}

std::size_t Workspace::bytes_for(const AttentionShape& shape) {
  const std::size_t columns =
      static_cast<std::size_t>(shape.head_dim) + padded_length<float>(static_cast<std::size_t>(shape.value_dim));
  return (tiles_of(shape) + 1) * kTileKeys * columns * sizeof(float);
}

}  // namespace posenc
