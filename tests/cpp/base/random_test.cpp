#include "base/random.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

using namespace posenc;

TEST_CASE("random: SplitMix64 as published", "[base]") {
  // First outputs for seed 1234567, as given with the reference implementation (Vigna, splitmix64.c).
  Random random(1234567);
  CHECK(random.next() == 6457827717110365317u);
  CHECK(random.next() == 3203168211198807973u);
  CHECK(random.next() == 9817491932198370423u);
}

TEST_CASE("random: normal numbers have mean 0 and variance 1", "[base]") {
  Random random(3);
  double sum = 0, squares = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const double number = random.normal();
    sum += number;
    squares += number * number;
  }
  // Five standard errors: 1 / sqrt(n) and sqrt(2 / n).
  CHECK(std::abs(sum / count) < 5 / std::sqrt(count));
  CHECK(std::abs(squares / count - 1) < 5 * std::sqrt(2.0 / count));
}

TEST_CASE("random: numbers stay in range", "[base]") {
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    const double number = random.uniform(-2, 3);
    CHECK((number >= -2 && number < 3));
    const int index = random.below(7);
    CHECK((index >= 0 && index < 7));
  }
}

TEST_CASE("random: equal texts give equal seeds, others do not", "[base]") {
  CHECK(seed_from("dog", 1) == seed_from("dog", 1));
  CHECK(seed_from("dog", 1) != seed_from("dog", 2));
  CHECK(seed_from("dog", 1) != seed_from("god", 1));
}
