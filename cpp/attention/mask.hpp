// Which keys a query may see.
//
// A mask is a value, a list of masks means "visible where every one of them says so", an empty list hides nothing.
// Masks lower to one interval of keys per query where that is possible, else to one bit per pair.
// Hidden keys are skipped or selected away, never added a large negative number: a sentinel fails as soon as a score
// is larger or two masks are added. A query that sees no key has weights 0 and output 0 in every engine.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "position/context.hpp"

namespace posenc {

// Visible iff key_position <= query_position. With fewer queries than keys and default positions this aligns the last
// query with the last key (bottom-right).
struct CausalMask {};

// Visible iff query_position - window < key_position <= query_position: `window` positions, the query's own included.
struct SlidingWindowMask {
  int window = 1;
};

// Visible iff |key_position - query_position| <= reach: both ways, 2 reach + 1 positions.
struct LocalMask {
  int reach = 1;
};

// Causal within floor(position / chunk) (Llama 4).
struct ChunkedMask {
  int chunk = 1;
};

// Causal, but the first `prefix` keys are seen by all (prefix language models).
struct PrefixMask {
  int prefix = 0;
};

// Keys that are padding are hidden from all.
struct PaddingMask {
  std::vector<bool> real;  // [keys]
};

// Only tokens of one document see each other. Documents number the keys; queries are the last of them.
struct DocumentMask {
  std::vector<int> documents;  // [keys]
};

// One bit per pair, whatever the positions.
struct BitMask {
  int queries = 0;
  int keys = 0;
  std::vector<bool> visible;  // [queries * keys], row-major

  bool operator()(std::size_t query, std::size_t key) const {
    return visible[query * static_cast<std::size_t>(keys) + key];
  }
};

using Mask =
    std::variant<CausalMask, SlidingWindowMask, LocalMask, ChunkedMask, PrefixMask, PaddingMask, DocumentMask, BitMask>;
using Masks = std::vector<Mask>;

// The `kind` of the JSON: "causal", "sliding_window", …
std::string_view kind_of(const Mask& mask);

// Throws an Error that names the field.
void validate(const Masks& masks, const AttentionShape& shape);

// The definition, one pair at a time. The reference uses this; engines use lower().
bool is_visible(const Masks& masks, std::size_t query, std::size_t key, std::span<const double> query_positions,
                std::span<const double> key_positions);

// Lowered: keys [begin[i], end[i]) of query i and, where words are present, of those only the keys whose bit is set.
struct Visibility {
  std::vector<std::int32_t> begin;   // [queries]
  std::vector<std::int32_t> end;     // [queries]
  std::vector<std::uint32_t> words;  // [queries, words_per_row], bit j % 32 of word j / 32; empty: intervals suffice
  std::int32_t words_per_row = 0;

  bool has_bits() const { return !words.empty(); }
  bool sees(std::size_t query, std::size_t key) const {
    const auto j = static_cast<std::int32_t>(key);
    if (j < begin[query] || j >= end[query]) return false;
    return !has_bits() || (words[query * static_cast<std::size_t>(words_per_row) + key / 32] >> (key % 32) & 1) != 0;
  }
};

Visibility lower(const Masks& masks, std::span<const double> query_positions, std::span<const double> key_positions);

// [keys]: which keys any query sees.
std::vector<bool> seen_keys(const Visibility& visibility, std::size_t keys);

}  // namespace posenc
