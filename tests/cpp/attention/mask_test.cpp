#include "attention/mask.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"

using namespace posenc;

namespace {

std::vector<double> count_from(int first, int count) {
  std::vector<double> positions;
  for (int t = 0; t < count; ++t) positions.push_back(first + t);
  return positions;
}

// The lowered mask as rows of digits, checked against the definition on the way.
std::vector<std::string> rows_of(const Mask& mask, const std::vector<double>& queries,
                                 const std::vector<double>& keys) {
  const Visibility visibility = lower(mask, queries, keys);
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    rows.emplace_back();
    for (std::size_t j = 0; j < keys.size(); ++j) {
      CHECK(visibility.sees(i, j) == is_visible(mask, i, j, queries, keys));
      rows.back() += visibility.sees(i, j) ? '1' : '0';
    }
  }
  return rows;
}

using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE("mask: causal aligns the last query with the last key", "[attention][mask]") {
  CHECK(rows_of(CausalMask{}, count_from(0, 3), count_from(0, 3)) == Rows{"100", "110", "111"});
  CHECK(rows_of(CausalMask{}, count_from(4, 1), count_from(0, 5)) == Rows{"11111"});
  CHECK(rows_of(CausalMask{}, count_from(3, 2), count_from(0, 5)) == Rows{"11110", "11111"});
  CHECK(rows_of(CausalMask{}, count_from(-3, 5), count_from(0, 2)) == Rows{"00", "00", "00", "10", "11"});
}

TEST_CASE("mask: a window counts visible keys, the query's own included", "[attention][mask]") {
  CHECK(rows_of(SlidingWindowMask{2}, count_from(0, 4), count_from(0, 4)) == Rows{"1000", "1100", "0110", "0011"});
  CHECK(rows_of(SlidingWindowMask{1}, count_from(0, 3), count_from(0, 3)) == Rows{"100", "010", "001"});
  CHECK(rows_of(SlidingWindowMask{99}, count_from(0, 2), count_from(0, 2)) == Rows{"10", "11"});
}

TEST_CASE("mask: unsorted and repeated positions lower to bits", "[attention][mask]") {
  const std::vector<double> keys{2, 0, 1, 1}, queries{1, 0.5};
  CHECK(rows_of(CausalMask{}, queries, keys) == Rows{"0111", "0100"});
  CHECK(rows_of(SlidingWindowMask{1}, queries, keys) == Rows{"0011", "0100"});
  CHECK(lower(CausalMask{}, queries, keys).has_bits());
}

TEST_CASE("mask: sorted positions need no bits", "[attention][mask]") {
  CHECK_FALSE(lower(CausalMask{}, count_from(0, 100), count_from(0, 100)).has_bits());
  CHECK_FALSE(lower(SlidingWindowMask{7}, count_from(0, 100), count_from(0, 100)).has_bits());
  CHECK(rows_of(CausalMask{}, {0.5, 3}, {0, 0, 2, 2}) == Rows{"1100", "1111"});
}

TEST_CASE("mask: explicit bits across words, a query that sees nothing", "[attention][mask]") {
  BitMask mask{2, 70, std::vector<bool>(140)};
  mask.visible[70 + 3] = mask.visible[70 + 33] = mask.visible[70 + 69] = true;
  const auto rows = rows_of(mask, count_from(0, 2), count_from(0, 70));
  CHECK(rows[0] == std::string(70, '0'));
  const Visibility visibility = lower(mask, count_from(0, 2), count_from(0, 70));
  CHECK(visibility.begin[0] == visibility.end[0]);
  CHECK(visibility.begin[1] == 3);
  CHECK(visibility.end[1] == 70);
}

TEST_CASE("mask: wrong sizes are refused", "[attention][mask][errors]") {
  const AttentionShape shape{1, 1, 3, 3, 4, 4};
  CHECK_THROWS_AS(validate(SlidingWindowMask{0}, shape), Error);
  CHECK_THROWS_AS(validate(BitMask{2, 3, std::vector<bool>(6)}, shape), Error);
  CHECK_THROWS_AS(validate(BitMask{3, 2, std::vector<bool>(6)}, shape), Error);
  CHECK_NOTHROW(validate(BitMask{3, 3, std::vector<bool>(9)}, shape));
}
