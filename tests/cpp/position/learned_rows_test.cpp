#include "position/learned_rows.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <vector>

#include "base/error.hpp"
#include "support/close.hpp"

using namespace posenc;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

// Row r is (r, 10 r).
Learned table_of(int rows) {
  Learned method;
  method.table = Tensor<float, 2>({static_cast<std::size_t>(rows), 2});
  for (int row = 0; row < rows; ++row) {
    method.table(row, 0) = static_cast<float>(row);
    method.table(row, 1) = static_cast<float>(10 * row);
  }
  return method;
}

std::vector<double> count(int tokens) {
  std::vector<double> positions;
  for (int t = 0; t < tokens; ++t) positions.push_back(t);
  return positions;
}

}  // namespace

TEST_CASE("learned: a row is looked up at position plus offset", "[position][learned]") {
  Learned method = table_of(6);
  method.offset = 2;  // OPT
  CHECK_CLOSE(learned_encoding(method, count(3)).numbers(), (std::vector<double>{2, 20, 3, 30, 4, 40}), 0);
}

TEST_CASE("learned: segments add their own rows", "[position][learned]") {
  Learned method = table_of(3);
  method.segment_table = Tensor<float, 2>({2, 2});
  method.segment_table(1, 0) = 100;
  method.segments = {0, 1, 1};
  CHECK_CLOSE(learned_encoding(method, count(3)).numbers(), (std::vector<double>{0, 0, 101, 10, 102, 20}), 0);
}

TEST_CASE("learned: a row outside the table is an error that names row and size", "[position][learned][errors]") {
  const Learned method = table_of(4);
  CHECK_THROWS_MATCHES(validate_rows(method, count(5)), Error,
                       MessageMatches(ContainsSubstring("a row from 0 to 3 of its 4 rows for token 4, got row 4")));
  CHECK_THROWS_AS(validate_rows(method, std::vector<double>{-1}), Error);
  CHECK_THROWS_AS(validate_rows(method, std::vector<double>{0.5}), Error);
  Learned roberta = table_of(514);
  roberta.offset = 2;
  CHECK_NOTHROW(validate_rows(roberta, count(512)));
  CHECK_THROWS_AS(validate_rows(roberta, count(513)), Error);
  Learned segments = table_of(4);
  segments.segment_table = Tensor<float, 2>({2, 2});
  segments.segments = {0, 2};
  CHECK_THROWS_AS(validate_rows(segments, count(2)), Error);
}

TEST_CASE("learned: interpolation keeps the ends and stretches between", "[position][learned]") {
  Learned method = table_of(3);
  method.extension = TableExtension::interpolate;
  // Five positions over three rows: 0, 0.5, 1, 1.5, 2.
  CHECK_CLOSE(learned_encoding(method, count(5)).numbers(), (std::vector<double>{0, 0, 0.5, 5, 1, 10, 1.5, 15, 2, 20}),
              0);
  // Where the table suffices, nothing changes.
  CHECK_CLOSE(learned_encoding(method, count(2)).numbers(), (std::vector<double>{0, 0, 1, 10}), 0);
}

TEST_CASE("learned: the hierarchical rule returns the table itself below its length", "[position][learned]") {
  Learned method = table_of(4);
  method.extension = TableExtension::hierarchical;
  CHECK_CLOSE(learned_encoding(method, count(4)), learned_encoding(table_of(4), count(4)), 1e-12);
  // Position 6 = 1 * 4 + 2: alpha u_1 + (1 - alpha) u_2, u_k = (E_k - alpha E_0) / (1 - alpha).
  const double expected = 0.4 * (1 / 0.6) + 0.6 * (2 / 0.6);
  CHECK(std::abs(learned_encoding(method, std::vector<double>{6})(0, 0) - expected) < 1e-12);
  CHECK_NOTHROW(validate_rows(method, count(16)));
  CHECK_THROWS_AS(validate_rows(method, count(17)), Error);
}
