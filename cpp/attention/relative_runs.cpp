#include "attention/relative_runs.hpp"

#include <algorithm>

namespace posenc {

namespace {

// Of a run that goes on from position r to r + 1; -1: none does.
int step_after(const std::vector<std::int32_t>& row_of, std::size_t r) {
  if (r + 1 >= row_of.size() || (row_of[r] < 0) != (row_of[r + 1] < 0)) return -1;
  const std::int32_t step = row_of[r + 1] - row_of[r];
  return step == 0 || step == 1 ? step : -1;
}

}  // namespace

RelativeRuns::RelativeRuns(const std::vector<std::int32_t>& row_of) : length(row_of.size(), 1) {
  for (std::size_t r = row_of.size(); r-- > 0;) {
    const int step = step_after(row_of, r);
    if (step >= 0) length[r] = step_after(row_of, r + 1) == step ? length[r + 1] + 1 : 2;
  }
  ascending = !row_of.empty() && row_of[0] >= 0 && std::ranges::is_sorted(row_of);
}

}  // namespace posenc
