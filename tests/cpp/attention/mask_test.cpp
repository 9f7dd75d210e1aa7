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
std::vector<std::string> rows_of(const Masks& mask, const std::vector<double>& queries,
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
  CHECK(rows_of({CausalMask{}}, count_from(0, 3), count_from(0, 3)) == Rows{"100", "110", "111"});
  CHECK(rows_of({CausalMask{}}, count_from(4, 1), count_from(0, 5)) == Rows{"11111"});
  CHECK(rows_of({CausalMask{}}, count_from(3, 2), count_from(0, 5)) == Rows{"11110", "11111"});
  CHECK(rows_of({CausalMask{}}, count_from(-3, 5), count_from(0, 2)) == Rows{"00", "00", "00", "10", "11"});
}

TEST_CASE("mask: a window counts visible keys, the query's own included", "[attention][mask]") {
  CHECK(rows_of({SlidingWindowMask{2}}, count_from(0, 4), count_from(0, 4)) == Rows{"1000", "1100", "0110", "0011"});
  CHECK(rows_of({SlidingWindowMask{1}}, count_from(0, 3), count_from(0, 3)) == Rows{"100", "010", "001"});
  CHECK(rows_of({SlidingWindowMask{99}}, count_from(0, 2), count_from(0, 2)) == Rows{"10", "11"});
}

TEST_CASE("mask: unsorted and repeated positions lower to bits", "[attention][mask]") {
  const std::vector<double> keys{2, 0, 1, 1}, queries{1, 0.5};
  CHECK(rows_of({CausalMask{}}, queries, keys) == Rows{"0111", "0100"});
  CHECK(rows_of({SlidingWindowMask{1}}, queries, keys) == Rows{"0011", "0100"});
  // No bits are kept where every row is one interval all the same.
  CHECK_FALSE(lower({CausalMask{}}, queries, keys).has_bits());
  CHECK(lower({CausalMask{}}, queries, {{2, 0, 3, 1}}).has_bits());
}

TEST_CASE("mask: sorted positions need no bits", "[attention][mask]") {
  CHECK_FALSE(lower({CausalMask{}}, count_from(0, 100), count_from(0, 100)).has_bits());
  CHECK_FALSE(lower({SlidingWindowMask{7}}, count_from(0, 100), count_from(0, 100)).has_bits());
  CHECK(rows_of({CausalMask{}}, {0.5, 3}, {0, 0, 2, 2}) == Rows{"1100", "1111"});
}

TEST_CASE("mask: explicit bits across words, a query that sees nothing", "[attention][mask]") {
  BitMask mask{2, 70, std::vector<bool>(140)};
  mask.visible[70 + 3] = mask.visible[70 + 33] = mask.visible[70 + 69] = true;
  const auto rows = rows_of({mask}, count_from(0, 2), count_from(0, 70));
  CHECK(rows[0] == std::string(70, '0'));
  const Visibility visibility = lower({mask}, count_from(0, 2), count_from(0, 70));
  CHECK(visibility.begin[0] == visibility.end[0]);
  CHECK(visibility.begin[1] == 3);
  CHECK(visibility.end[1] == 70);
}

TEST_CASE("mask: wrong sizes are refused", "[attention][mask][errors]") {
  const AttentionShape shape{1, 1, 3, 3, 4, 4};
  CHECK_THROWS_AS(validate({SlidingWindowMask{0}}, shape), Error);
  CHECK_THROWS_AS(validate({BitMask{2, 3, std::vector<bool>(6)}}, shape), Error);
  CHECK_THROWS_AS(validate({BitMask{3, 2, std::vector<bool>(6)}}, shape), Error);
  CHECK_NOTHROW(validate({BitMask{3, 3, std::vector<bool>(9)}}, shape));
}

TEST_CASE("mask: local, chunked, prefix, padding, documents", "[attention][mask]") {
  const auto five = count_from(0, 5);
  CHECK(rows_of({LocalMask{1}}, five, five) == Rows{"11000", "11100", "01110", "00111", "00011"});
  CHECK(rows_of({ChunkedMask{2}}, five, five) == Rows{"10000", "11000", "00100", "00110", "00001"});
  CHECK(rows_of({PrefixMask{3}}, five, five) == Rows{"11100", "11100", "11100", "11110", "11111"});
  CHECK(rows_of({PaddingMask{{false, false, true, true, true}}}, five, five) == Rows(5, "00111"));
  CHECK(rows_of({PaddingMask{{true, true, true, false, false}}}, five, five) == Rows(5, "11100"));
  CHECK(rows_of({DocumentMask{{0, 0, 1, 1, 1}}}, five, five) == Rows{"11000", "11000", "00111", "00111", "00111"});
  CHECK(rows_of({DocumentMask{{0, 1, 0}}}, count_from(2, 1), count_from(0, 3)) == Rows{"101"});
}

TEST_CASE("mask: a list is a logical and", "[attention][mask]") {
  const auto five = count_from(0, 5);
  CHECK(rows_of({CausalMask{}, PaddingMask{{false, false, true, true, true}}}, five, five) ==
        Rows{"00000", "00000", "00100", "00110", "00111"});
  CHECK(rows_of({SlidingWindowMask{3}, DocumentMask{{0, 0, 1, 1, 1}}}, five, five) ==
        Rows{"10000", "11000", "00100", "00110", "00111"});
  CHECK(rows_of({}, five, five) == Rows(5, "11111"));
  CHECK_FALSE(lower({CausalMask{}, PaddingMask{{false, false, true, true, true}}}, five, five).has_bits());
}

TEST_CASE("mask: sizes of padding and documents are checked", "[attention][mask][errors]") {
  const AttentionShape shape{1, 1, 3, 3, 4, 4};
  CHECK_THROWS_AS(validate({PaddingMask{{true}}}, shape), Error);
  CHECK_THROWS_AS(validate({DocumentMask{{0, 0}}}, shape), Error);
  CHECK_THROWS_AS(validate({ChunkedMask{0}}, shape), Error);
  CHECK_THROWS_AS(validate({LocalMask{-1}}, shape), Error);
  CHECK_THROWS_AS(validate({PrefixMask{-1}}, shape), Error);
}

TEST_CASE("mask: which keys anybody sees", "[attention][mask]") {
  const auto five = count_from(0, 5);
  CHECK(seen_keys(lower({CausalMask{}}, count_from(0, 3), five), 5) ==
        std::vector<bool>{true, true, true, false, false});
  CHECK(seen_keys(lower({PaddingMask{{false, true, false, true, true}}}, five, five), 5) ==
        std::vector<bool>{false, true, false, true, true});
  CHECK(seen_keys(lower({}, five, five), 5) == std::vector<bool>(5, true));
}
