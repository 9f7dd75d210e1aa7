#include "position/t5_buckets.hpp"

#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "position/method.hpp"

using namespace posenc;

TEST_CASE("t5 buckets: both directions, the published row", "[position][t5_bias]") {
  const std::vector<int> relative{-200, -128, -127, -64, -32, -20, -16, -15, -9, -8, -7, -1, 0, 1, 7, 8, 16, 200};
  const std::vector<int> two_sided{15, 15, 15, 14, 12, 10, 10, 9, 8, 8, 7, 1, 0, 17, 23, 24, 26, 31};
  const std::vector<int> one_sided{31, 31, 31, 26, 21, 17, 16, 15, 9, 8, 7, 1, 0, 0, 0, 0, 0, 0};
  for (std::size_t at = 0; at < relative.size(); ++at) {
    INFO(relative[at]);
    CHECK(t5_bucket(T5Bias{.bidirectional = true}, relative[at]) == two_sided[at]);
    CHECK(t5_bucket(T5Bias{.bidirectional = false}, relative[at]) == one_sided[at]);
  }
}

TEST_CASE("t5 buckets: every bucket starts where it must", "[position][t5_bias]") {
  const auto starts = [](bool bidirectional) {
    std::vector<int> distances;
    int last = -1;
    for (int distance = 0; distance < 200; ++distance) {
      const int bucket = t5_bucket(T5Bias{.bidirectional = bidirectional}, -distance);
      if (bucket != last) distances.push_back(distance);
      last = bucket;
    }
    return distances;
  };
  CHECK(starts(true) == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91});
  CHECK(starts(false) == std::vector<int>{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                          16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113});
}

TEST_CASE("t5 buckets: never past the last, for any setting", "[position][t5_bias]") {
  for (const int buckets : {4, 8, 32, 33, 64})
    for (const int max_distance : {40, 128, 20000})
      for (int relative = -30000; relative <= 30000; relative += 7)
        for (const bool bidirectional : {true, false}) {
          const int bucket = t5_bucket(T5Bias{.relative_attention_num_buckets = buckets,
                                              .relative_attention_max_distance = max_distance,
                                              .bidirectional = bidirectional},
                                       relative);
          if (bucket < 0 || bucket >= buckets) FAIL(buckets << " " << max_distance << " " << relative);
        }
}
