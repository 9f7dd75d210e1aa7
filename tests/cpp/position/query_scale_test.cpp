#include "position/query_scale.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/error.hpp"

using namespace posenc;

namespace {

double at(const QueryScale& scale, double position) {
  const std::vector<double> one{position};
  return query_scales(scale, one)[0];
}

}  // namespace

TEST_CASE("query scale: log n as in Qwen", "[position][query_scale]") {
  const QueryScale scale = LogNScale{8192};
  CHECK(at(scale, 0) == 1);
  CHECK(at(scale, 8191) == 1);
  CHECK(std::abs(at(scale, 8192) - 1.0000135) < 1e-7);
  CHECK(std::abs(at(scale, 16383) - 1.0769231) < 1e-7);
}

TEST_CASE("query scale: Llama 4 counts from one, Ministral 3 from zero", "[position][query_scale]") {
  const QueryScale llama4 = Llama4Scale{8192, 0.1, 1}, ministral = Llama4Scale{16384, 0.1, 0};
  CHECK(at(llama4, 8190) == 1);
  CHECK(std::abs(at(llama4, 8191) - 1.0693147) < 1e-7);
  CHECK(at(ministral, 16383) == 1);
  CHECK(std::abs(at(ministral, 16384) - 1.0693147) < 1e-7);
}

TEST_CASE("query scale: impossible settings are refused", "[position][query_scale][errors]") {
  CHECK_THROWS_AS(validate(QueryScale(LogNScale{1})), Error);
  CHECK_THROWS_AS(validate(QueryScale(LogNScale{std::nan("")})), Error);
  CHECK_THROWS_AS(validate(QueryScale(Llama4Scale{0, 0.1, 1})), Error);
  CHECK_THROWS_AS(validate(QueryScale(Llama4Scale{8192, 0.1, 2})), Error);
}
