#include "attention/mask.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace posenc {

namespace {

Visibility intervals(std::size_t queries, std::size_t keys) {
  Visibility visibility;
  visibility.begin.assign(queries, 0);
  visibility.end.assign(queries, static_cast<std::int32_t>(keys));
  return visibility;
}

// One bit per pair, the interval of a query spanning from its first to its last visible key.
template <class Visible>
Visibility bits(std::size_t queries, std::size_t keys, Visible visible) {
  Visibility visibility = intervals(queries, keys);
  const std::size_t words_per_row = (keys + 31) / 32;
  visibility.words_per_row = static_cast<std::int32_t>(words_per_row);
  visibility.words.assign(queries * words_per_row, 0);
  for (std::size_t i = 0; i < queries; ++i) {
    std::int32_t first = 0, past_last = 0;
    for (std::size_t j = 0; j < keys; ++j) {
      if (!visible(i, j)) continue;
      visibility.words[i * words_per_row + j / 32] |= std::uint32_t{1} << (j % 32);
      if (past_last == 0) first = static_cast<std::int32_t>(j);
      past_last = static_cast<std::int32_t>(j) + 1;
    }
    visibility.begin[i] = first;
    visibility.end[i] = past_last;
  }
  return visibility;
}

// Keys with low < key_position <= high for each query, where the key positions ascend.
template <class Low>
Visibility position_intervals(std::span<const double> query_positions, std::span<const double> key_positions, Low low) {
  Visibility visibility = intervals(query_positions.size(), key_positions.size());
  const auto first = key_positions.begin();
  for (std::size_t i = 0; i < query_positions.size(); ++i) {
    visibility.end[i] = static_cast<std::int32_t>(std::ranges::upper_bound(key_positions, query_positions[i]) - first);
    visibility.begin[i] = std::min(visibility.end[i], static_cast<std::int32_t>(low(query_positions[i]) - first));
  }
  return visibility;
}

}  // namespace

std::string_view kind_of(const Mask& mask) {
  struct Name {
    std::string_view operator()(const NoMask&) const { return "none"; }
    std::string_view operator()(const CausalMask&) const { return "causal"; }
    std::string_view operator()(const SlidingWindowMask&) const { return "sliding_window"; }
    std::string_view operator()(const BitMask&) const { return "bits"; }
  };
  return std::visit(Name{}, mask);
}

void validate(const Mask& mask, const AttentionShape& shape) {
  if (const auto* sliding = std::get_if<SlidingWindowMask>(&mask))
    require_range("mask.window", sliding->window, 1, 1 << 30);
  if (const auto* explicit_bits = std::get_if<BitMask>(&mask)) {
    if (explicit_bits->queries != shape.queries)
      throw_invalid("mask.rows", concat(shape.queries, " rows, one per query"), text_of(explicit_bits->queries));
    if (explicit_bits->keys != shape.keys)
      throw_invalid("mask.rows[0]", concat(shape.keys, " digits, one per key"), text_of(explicit_bits->keys));
  }
}

bool is_visible(const Mask& mask, std::size_t query, std::size_t key, std::span<const double> query_positions,
                std::span<const double> key_positions) {
  if (std::holds_alternative<NoMask>(mask)) return true;
  if (const auto* explicit_bits = std::get_if<BitMask>(&mask)) return (*explicit_bits)(query, key);
  const double ahead = key_positions[key] - query_positions[query];
  if (const auto* sliding = std::get_if<SlidingWindowMask>(&mask)) return ahead <= 0 && ahead > -sliding->window;
  return ahead <= 0;
}

Visibility lower(const Mask& mask, std::span<const double> query_positions, std::span<const double> key_positions) {
  const std::size_t queries = query_positions.size(), keys = key_positions.size();
  if (std::holds_alternative<NoMask>(mask)) return intervals(queries, keys);
  const bool by_position = !std::holds_alternative<BitMask>(mask);
  if (by_position && std::ranges::is_sorted(key_positions)) {
    const auto* sliding = std::get_if<SlidingWindowMask>(&mask);
    return position_intervals(query_positions, key_positions, [&](double query_position) {
      return sliding ? std::ranges::upper_bound(key_positions, query_position - sliding->window)
                     : key_positions.begin();
    });
  }
  return bits(queries, keys,
              [&](std::size_t i, std::size_t j) { return is_visible(mask, i, j, query_positions, key_positions); });
}

}  // namespace posenc
