#include "attention/relative_runs.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace posenc;

using Numbers = std::vector<std::int32_t>;

TEST_CASE("relative runs: constant, rising, and what has no row", "[attention]") {
  // Shaw, K = 2: clipped, rising, clipped.
  CHECK(RelativeRuns({0, 0, 0, 1, 2, 3, 4, 4}).length == Numbers{3, 2, 5, 4, 3, 2, 2, 1});
  CHECK(RelativeRuns({0, 0, 0, 1, 2, 3, 4, 4}).ascending);
  CHECK(RelativeRuns({-1, -1, 0, 1, -1}).length == Numbers{2, 1, 2, 1, 1});
  CHECK_FALSE(RelativeRuns({-1, -1, 0, 1, -1}).ascending);
  CHECK(RelativeRuns({3, 2, 1}).length == Numbers{1, 1, 1});
  CHECK_FALSE(RelativeRuns({3, 2, 1}).ascending);
  CHECK(RelativeRuns({0, 2, 3}).length == Numbers{1, 2, 1});
  CHECK(RelativeRuns(Numbers{}).length.empty());
}
