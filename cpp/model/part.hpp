// A part of a problem: some of its heads, some of its queries. Workers that share no memory compute one part each.
//
// A part is cut from the lowered problem, so what depends on all heads or all tokens (slopes, a rotation's length,
// positions) is that of the whole. Cuts lie between kv groups and between the kernel's blocks of queries, which makes
// every number of a part equal, bit for bit, to the same number of the whole.
#pragma once

#include <algorithm>
#include <cstdint>

#include "attention/workspace.hpp"
#include "base/error.hpp"
#include "model/layer.hpp"
#include "position/plan.hpp"
#include "simd/matmul.hpp"

namespace posenc {

struct Part {
  int first_head = 0, end_head = 0;    // whole kv groups
  int first_query = 0, end_query = 0;  // whole blocks, but for the last query
};

inline constexpr int kPartQueries = static_cast<int>(kBlockPanels * kPanelRows);

inline Part whole_of(const AttentionShape& shape) {
  return {0, shape.heads, 0, shape.queries};
}

// Query heads to one kv head.
inline int group_of(const AttentionShape& shape) {
  return shape.heads / shape.kv_heads;
}

inline int first_kv_head(const Part& part, const AttentionShape& shape) {
  return part.first_head / group_of(shape);
}

inline AttentionShape shape_of(const Part& part, const AttentionShape& whole) {
  AttentionShape shape = whole;
  shape.heads = part.end_head - part.first_head;
  shape.kv_heads = shape.heads / group_of(whole);
  shape.queries = part.end_query - part.first_query;
  return shape;
}

// Throws an Error that names the field of the binding's options.
inline void validate(const Part& part, const AttentionShape& shape) {
  const auto require_cut = [](std::string_view field, int cut, int low, int high, int step) {
    require_range(field, cut, low, high);
    if (cut % step != 0 && cut != high) throw_invalid(field, concat("a multiple of ", step), text_of(cut));
  };
  const int group = group_of(shape);
  require_cut("options.part.heads[0]", part.first_head, 0, shape.heads - 1, group);
  require_cut("options.part.heads[1]", part.end_head, part.first_head + 1, shape.heads, group);
  require_cut("options.part.queries[0]", part.first_query, 0, shape.queries - 1, kPartQueries);
  require_cut("options.part.queries[1]", part.end_query, part.first_query + 1, shape.queries, kPartQueries);
}

// Entries first … end - 1 of the first axis, rows padded as they were.
template <class T, std::size_t Rank>
Tensor<T, Rank> cut(const Tensor<T, Rank>& whole, int first, int end) {
  auto extents = whole.extents();
  const std::size_t step = whole.numbers().size() / extents[0];
  extents[0] = static_cast<std::size_t>(end - first);
  const bool padded = whole.row_stride() != extents[Rank - 1];
  Tensor<T, Rank> part(extents, padded ? RowPadding::to_64_bytes : RowPadding::none);
  std::copy_n(whole.numbers().data() + static_cast<std::size_t>(first) * step, part.numbers().size(),
              part.numbers().data());
  return part;
}

template <class T>
std::vector<T> cut(const std::vector<T>& whole, int first, int end) {
  return std::vector<T>(whole.begin() + first, whole.begin() + end);
}

// Rows first … end - 1 of every head.
inline Tensor<float, 3> cut_rows(const Tensor<float, 3>& whole, int first, int end) {
  const auto from = static_cast<std::size_t>(first), rows = static_cast<std::size_t>(end) - from;
  Tensor<float, 3> part({whole.extent(0), rows, whole.extent(2)});
  for (std::size_t h = 0; h < whole.extent(0); ++h)
    for (std::size_t t = 0; t < rows; ++t) std::copy_n(whole.row(h, from + t), whole.extent(2), part.row(h, t));
  return part;
}

inline Projections cut(const Projections& projections, const Part& part, const AttentionShape& whole) {
  const int kv = first_kv_head(part, whole), kv_heads = shape_of(part, whole).kv_heads;
  const auto rows = [](const Tensor<float, 2>& matrix, int first, int heads, int width) {
    return cut(matrix, first * width, (first + heads) * width);
  };
  return {rows(projections.query, part.first_head, part.end_head - part.first_head, whole.head_dim),
          rows(projections.key, kv, kv_heads, whole.head_dim), rows(projections.value, kv, kv_heads, whole.value_dim)};
}

// Every slot of a plan that has one entry per head or per query; keys and the rows of tables stay as they are.
inline void cut(PositionPlan& plan, const Part& part) {
  const auto heads = [&](auto& table) { table = cut(table, part.first_head, part.end_head); };
  const auto queries = [&](auto& table) { table = cut(table, part.first_query, part.end_query); };
  if (plan.query_scale) queries(*plan.query_scale);
  if (plan.rotation) {
    RotationTable table = *plan.rotation->query;
    queries(table.cosine);
    queries(table.sine);
    plan.rotation->query = std::make_shared<const RotationTable>(std::move(table));
  }
  if (plan.relative_rows) {
    if (auto* difference = std::get_if<DifferenceRows>(&*plan.relative_rows))
      queries(difference->query_rows);
    else
      queries(std::get<PairRows>(*plan.relative_rows).rows);
  }
  if (plan.content_bias) heads(*plan.content_bias);
  if (plan.relative_bias) heads(*plan.relative_bias);
  if (plan.relative_key_bias) heads(*plan.relative_key_bias);
  for (auto* vectors : {&plan.relative_keys, &plan.relative_queries, &plan.relative_values})
    if (*vectors && (*vectors)->table.extent(0) > 1) heads((*vectors)->table);
}

inline void cut(Visibility& visibility, const Part& part) {
  visibility.begin = cut(visibility.begin, part.first_query, part.end_query);
  visibility.end = cut(visibility.end, part.first_query, part.end_query);
  if (visibility.has_bits())
    visibility.words =
        cut(visibility.words, part.first_query * visibility.words_per_row, part.end_query * visibility.words_per_row);
}

}  // namespace posenc
