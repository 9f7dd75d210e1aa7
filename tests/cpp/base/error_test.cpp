#include "base/error.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <limits>

#include "base/check.hpp"

using namespace posenc;

TEST_CASE("error: numbers are written as short as they can be read back", "[base]") {
  CHECK(text_of(0.5) == "0.5");
  CHECK(text_of(10000.0) == "10000");
  CHECK(text_of(1e30) == "1e+30");
  CHECK(text_of(0.1) == "0.1");
  CHECK(text_of(1.0 / 3) == "0.3333333333333333");
  CHECK(text_of(std::numeric_limits<double>::quiet_NaN()) == "nan");
}

TEST_CASE("error: messages name field, expectation and value", "[base]") {
  CHECK_THROWS_MATCHES(throw_invalid("window", "a number from 1", "0"), Error,
                       Catch::Matchers::Message("window: expected a number from 1, got 0"));
  CHECK_THROWS_MATCHES(require_range("scale", std::numeric_limits<double>::quiet_NaN(), 0, 1), Error,
                       Catch::Matchers::Message("scale: expected a number from 0 to 1, got nan"));
  CHECK_THROWS_AS(require_finite("scale", std::numeric_limits<double>::infinity()), Error);
  CHECK_NOTHROW(require_range("scale", 1, 0, 1));
}

#ifdef POSENC_ASSERTIONS
TEST_CASE("check: a programmer's mistake throws in test builds", "[base]") {
  CHECK_THROWS_AS([] { POSENC_ASSERT(1 + 1 == 3); }(), std::logic_error);
}
#endif
