#include "attention/mask.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace posenc {

namespace {

struct Pair {
  std::size_t query, key, queries, keys;
  double query_position, key_position;

  double ahead() const { return key_position - query_position; }
};

bool sees(const CausalMask&, const Pair& pair) {
  return pair.ahead() <= 0;
}

bool sees(const SlidingWindowMask& mask, const Pair& pair) {
  return pair.ahead() <= 0 && pair.ahead() > -mask.window;
}

bool sees(const LocalMask& mask, const Pair& pair) {
  return std::abs(pair.ahead()) <= mask.reach;
}

bool sees(const ChunkedMask& mask, const Pair& pair) {
  return pair.ahead() <= 0 &&
         std::floor(pair.key_position / mask.chunk) == std::floor(pair.query_position / mask.chunk);
}

bool sees(const PrefixMask& mask, const Pair& pair) {
  return pair.ahead() <= 0 || static_cast<int>(pair.key) < mask.prefix;
}

bool sees(const PaddingMask& mask, const Pair& pair) {
  return mask.real[pair.key];
}

bool sees(const DocumentMask& mask, const Pair& pair) {
  return mask.documents[pair.keys - pair.queries + pair.query] == mask.documents[pair.key];
}

bool sees(const BitMask& mask, const Pair& pair) {
  return mask(pair.query, pair.key);
}

// Key positions low < p <= high or low <= p <= high that a query sees, for masks that only look at positions.
struct Reach {
  double low;
  bool low_included;
  double high;
};

constexpr double kFar = 0x1p60;  // beyond any position

template <class Kind>
bool reach_of(const Kind&, double, Reach&) {
  return false;
}
bool reach_of(const CausalMask&, double query, Reach& reach) {
  reach = {-kFar, true, query};
  return true;
}
bool reach_of(const SlidingWindowMask& mask, double query, Reach& reach) {
  reach = {query - mask.window, false, query};
  return true;
}
bool reach_of(const LocalMask& mask, double query, Reach& reach) {
  reach = {query - mask.reach, true, query + mask.reach};
  return true;
}
bool reach_of(const ChunkedMask& mask, double query, Reach& reach) {
  reach = {std::floor(query / mask.chunk) * mask.chunk, true, query};
  return true;
}

Visibility intervals(std::size_t queries, std::size_t keys) {
  Visibility visibility;
  visibility.begin.assign(queries, 0);
  visibility.end.assign(queries, static_cast<std::int32_t>(keys));
  return visibility;
}

// Narrows every interval to what the mask's reach leaves, where the key positions ascend. False if it has no reach.
bool narrow(Visibility& visibility, const Mask& mask, std::span<const double> query_positions,
            std::span<const double> key_positions) {
  for (std::size_t i = 0; i < query_positions.size(); ++i) {
    Reach reach{};
    if (!std::visit([&](const auto& kind) { return reach_of(kind, query_positions[i], reach); }, mask)) return false;
    const auto low = reach.low_included ? std::ranges::lower_bound(key_positions, reach.low)
                                        : std::ranges::upper_bound(key_positions, reach.low);
    const auto high = std::ranges::upper_bound(key_positions, reach.high);
    std::int32_t& begin = visibility.begin[i];
    std::int32_t& end = visibility.end[i];
    begin = std::max(begin, static_cast<std::int32_t>(low - key_positions.begin()));
    end = std::min(end, static_cast<std::int32_t>(high - key_positions.begin()));
    if (begin >= end) begin = end = 0;
  }
  return true;
}

// One bit per pair, the interval of a query spanning from its first to its last visible key; no bits where the
// intervals say it all.
template <class Visible>
Visibility scanned(std::size_t queries, std::size_t keys, Visible visible) {
  Visibility visibility = intervals(queries, keys);
  const std::size_t words_per_row = (keys + 31) / 32;
  visibility.words_per_row = static_cast<std::int32_t>(words_per_row);
  visibility.words.assign(queries * words_per_row, 0);
  bool has_holes = false;
  for (std::size_t i = 0; i < queries; ++i) {
    std::int32_t first = 0, past_last = 0, count = 0;
    for (std::size_t j = 0; j < keys; ++j) {
      if (!visible(i, j)) continue;
      visibility.words[i * words_per_row + j / 32] |= std::uint32_t{1} << (j % 32);
      if (count++ == 0) first = static_cast<std::int32_t>(j);
      past_last = static_cast<std::int32_t>(j) + 1;
    }
    visibility.begin[i] = first;
    visibility.end[i] = past_last;
    has_holes = has_holes || count != past_last - first;
  }
  if (!has_holes) {
    visibility.words.clear();
    visibility.words_per_row = 0;
  }
  return visibility;
}

void validate_mask(const CausalMask&, const AttentionShape&) {}
void validate_mask(const SlidingWindowMask& mask, const AttentionShape&) {
  require_range("mask.window", mask.window, 1, 1 << 30);
}
void validate_mask(const LocalMask& mask, const AttentionShape&) {
  require_range("mask.reach", mask.reach, 0, 1 << 30);
}
void validate_mask(const ChunkedMask& mask, const AttentionShape&) {
  require_range("mask.chunk", mask.chunk, 1, 1 << 30);
}
void validate_mask(const PrefixMask& mask, const AttentionShape&) {
  require_range("mask.prefix", mask.prefix, 0, 1 << 30);
}
void validate_mask(const PaddingMask& mask, const AttentionShape& shape) {
  if (static_cast<int>(mask.real.size()) != shape.keys)
    throw_invalid("mask.keys", concat(shape.keys, " digits, one per key"), text_of(static_cast<int>(mask.real.size())));
}
void validate_mask(const DocumentMask& mask, const AttentionShape& shape) {
  if (static_cast<int>(mask.documents.size()) != shape.keys)
    throw_invalid("mask.documents", concat(shape.keys, " numbers, one per token"),
                  text_of(static_cast<int>(mask.documents.size())));
  if (shape.queries > shape.keys)
    throw_invalid("mask.documents", "at most as many queries as keys", text_of(shape.queries));
}
void validate_mask(const BitMask& mask, const AttentionShape& shape) {
  if (mask.queries != shape.queries)
    throw_invalid("mask.rows", concat(shape.queries, " rows, one per query"), text_of(mask.queries));
  if (mask.keys != shape.keys)
    throw_invalid("mask.rows[0]", concat(shape.keys, " digits, one per key"), text_of(mask.keys));
}

}  // namespace

std::string_view kind_of(const Mask& mask) {
  struct Name {
    std::string_view operator()(const CausalMask&) const { return "causal"; }
    std::string_view operator()(const SlidingWindowMask&) const { return "sliding_window"; }
    std::string_view operator()(const LocalMask&) const { return "local"; }
    std::string_view operator()(const ChunkedMask&) const { return "chunked"; }
    std::string_view operator()(const PrefixMask&) const { return "prefix"; }
    std::string_view operator()(const PaddingMask&) const { return "padding"; }
    std::string_view operator()(const DocumentMask&) const { return "documents"; }
    std::string_view operator()(const BitMask&) const { return "bits"; }
  };
  return std::visit(Name{}, mask);
}

void validate(const Masks& masks, const AttentionShape& shape) {
  for (std::size_t index = 0; index < masks.size(); ++index) {
    const std::string place = masks.size() > 1 ? concat("mask.masks[", static_cast<int>(index), "]") : "mask";
    at_place("mask", place, [&] { std::visit([&](const auto& kind) { validate_mask(kind, shape); }, masks[index]); });
  }
}

bool is_visible(const Masks& masks, std::size_t query, std::size_t key, std::span<const double> query_positions,
                std::span<const double> key_positions) {
  const Pair pair{query, key, query_positions.size(), key_positions.size(), query_positions[query], key_positions[key]};
  return std::ranges::all_of(
      masks, [&](const Mask& mask) { return std::visit([&](const auto& kind) { return sees(kind, pair); }, mask); });
}

Visibility lower(const Masks& masks, std::span<const double> query_positions, std::span<const double> key_positions) {
  Visibility visibility = intervals(query_positions.size(), key_positions.size());
  if (masks.empty()) return visibility;
  bool by_position = std::ranges::is_sorted(key_positions);
  for (const Mask& mask : masks) by_position = by_position && narrow(visibility, mask, query_positions, key_positions);
  if (by_position) return visibility;
  return scanned(query_positions.size(), key_positions.size(),
                 [&](std::size_t i, std::size_t j) { return is_visible(masks, i, j, query_positions, key_positions); });
}

std::vector<bool> seen_keys(const Visibility& visibility, std::size_t keys) {
  std::vector<bool> seen(keys);
  if (visibility.has_bits()) {
    for (std::size_t i = 0; i < visibility.begin.size(); ++i)
      for (auto j = static_cast<std::size_t>(visibility.begin[i]); j < static_cast<std::size_t>(visibility.end[i]); ++j)
        if (visibility.sees(i, j)) seen[j] = true;
    return seen;
  }
  // Intervals opened less intervals closed so far.
  std::vector<int> change(keys + 1);
  for (std::size_t i = 0; i < visibility.begin.size(); ++i) {
    ++change[static_cast<std::size_t>(visibility.begin[i])];
    --change[static_cast<std::size_t>(visibility.end[i])];
  }
  int open = 0;
  for (std::size_t j = 0; j < keys; ++j) seen[j] = (open += change[j]) > 0;
  return seen;
}

}  // namespace posenc
