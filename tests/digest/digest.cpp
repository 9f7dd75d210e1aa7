// Prints "name hash" for every case: FNV-1a over the bits of scores, weights and output of the tiled path.
// Native baseline and WASM must print the same; build-scripts/test compares them.
#include <bit>
#include <cstdint>
#include <cstdio>

#include "support/cases.hpp"

namespace {

std::uint64_t absorb(std::uint64_t hash, std::span<const float> numbers) {
  for (const float number : numbers) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3u;
  }
  return hash;
}

}  // namespace

int main() {
  for (const auto& [name, problem] : posenc::test::all_cases()) {
    const auto result = posenc::run_tiled(problem, posenc::ScoreOutputs::scores_and_weights);
    std::uint64_t hash = 0xcbf29ce484222325u;
    hash = absorb(hash, result.scores.numbers());
    hash = absorb(hash, result.weights.numbers());
    hash = absorb(hash, result.output.numbers());
    std::string label = name;
    for (char& character : label)
      if (character == ' ') character = '_';
    std::printf("%s %016llx\n", label.c_str(), static_cast<unsigned long long>(hash));
  }
}
