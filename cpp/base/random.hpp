// Numbers that are the same on every machine, compiler and standard library.
//
// Generator: SplitMix64 (Steele, Lea, Flood 2014): 2^64 period, passes BigCrush, one word of state. Only integer and
// exact floating-point operations are used, so a seed gives equal bits everywhere (std::normal_distribution does not).
#pragma once

#include <cstdint>
#include <string_view>

namespace posenc {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();

  // In [0, 1), a multiple of 2^-53.
  double uniform();
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  // Mean 0, variance 1, range (-6, 6): the sum of twelve uniforms less six (Irwin-Hall), exact but for one rounding a
  // term.
  double normal();

  // In [0, bound), bound > 0. The bias is below bound / 2^53.
  int below(int bound);

 private:
  std::uint64_t state_;
};

// A seed from a text and a number: FNV-1a over the bytes, then one SplitMix64 step. Equal texts give equal seeds.
std::uint64_t seed_from(std::string_view text, std::uint64_t seed);

}  // namespace posenc
