// Runs in the table rows of consecutive relative positions: all the same (Shaw beyond its clip), or one after the other
// (Transformer-XL). A span of keys then takes a few runs instead of one row per key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace posenc {

struct RelativeRuns {
  RelativeRuns() = default;
  explicit RelativeRuns(const std::vector<std::int32_t>& row_of);

  // [relative positions]: how many from this one on have the same step (0 or 1) to the next; 1 where there is no such
  // run. Positions without a row (-1) form runs of their own.
  std::vector<std::int32_t> length;
  bool ascending = false;  // every position has a row, and rows never fall

  std::size_t bytes() const { return length.size() * sizeof(std::int32_t); }
};

}  // namespace posenc
