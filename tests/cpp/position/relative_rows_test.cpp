#include "position/relative_rows.hpp"

#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "base/error.hpp"

using namespace posenc;

namespace {

double value_at(const RelativePositions& relative, std::size_t i, std::size_t j) {
  if (const auto* difference = std::get_if<DifferenceRows>(&relative.rows))
    return relative.relative[static_cast<std::size_t>(difference->key_rows[j] - difference->query_rows[i])];
  return relative.relative[static_cast<std::size_t>(std::get<PairRows>(relative.rows).rows(i, j))];
}

void check_every_pair(const std::vector<double>& queries, const std::vector<double>& keys) {
  const RelativePositions relative = relative_positions(queries, keys);
  for (std::size_t i = 0; i < queries.size(); ++i)
    for (std::size_t j = 0; j < keys.size(); ++j) CHECK(value_at(relative, i, j) == keys[j] - queries[i]);
}

}  // namespace

TEST_CASE("relative rows: every pair finds its own difference", "[position]") {
  check_every_pair({0, 1, 2, 3}, {0, 1, 2, 3});
  check_every_pair({4}, {0, 1, 2, 3, 4});
  check_every_pair({-3, 7, 7}, {100, -2, 5, 5});
  check_every_pair({0.5, 2.25}, {0, 1.125, -3});
  check_every_pair({0, 1e9}, {5, -1e9});
}

TEST_CASE("relative rows: contiguous keys read a row of the table", "[position]") {
  const std::vector<double> tokens{5, 6, 7, 8};
  const RelativePositions relative = relative_positions(tokens, tokens);
  REQUIRE(std::holds_alternative<DifferenceRows>(relative.rows));
  CHECK(std::get<DifferenceRows>(relative.rows).contiguous);
  CHECK(relative.relative == std::vector<double>{-3, -2, -1, 0, 1, 2, 3});
  const std::vector<double> gaps{5, 7, 8, 9};
  CHECK_FALSE(std::get<DifferenceRows>(relative_positions(tokens, gaps).rows).contiguous);
}

TEST_CASE("relative rows: too many irregular pairs are refused before they are stored", "[position][errors]") {
  std::vector<double> many;
  for (int t = 0; t < 10000; ++t) many.push_back(t * 0.7);
  CHECK_THROWS_AS(relative_positions(many, many), Error);
}

TEST_CASE("relative rows: few tokens far apart cost few rows", "[position]") {
  const std::vector<double> far{0, 1, 2000000};
  CHECK(relative_positions(far, far).relative.size() < 10);
  check_every_pair(far, far);
}
