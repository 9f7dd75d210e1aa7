// Prints "name hash" for every case: FNV-1a over the bits of scores, weights and output of the tiled path; then for
// every method over the parameters after three steps of training.
// Native baseline and WASM must print the same; build-scripts/test compares them.
#include <bit>
#include <cstdint>
#include <cstdio>

#include "model/trainer.hpp"
#include "support/cases.hpp"
#include "support/tiny_models.hpp"

namespace {

constexpr std::uint64_t kStart = 0xcbf29ce484222325u;

std::uint64_t absorb(std::uint64_t hash, std::span<const float> numbers) {
  for (const float number : numbers) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3u;
  }
  return hash;
}

void print(std::string label, std::uint64_t hash) {
  for (char& character : label)
    if (character == ' ') character = '_';
  std::printf("%s %016llx\n", label.c_str(), static_cast<unsigned long long>(hash));
}

std::uint64_t train(const posenc::PositionMethods& methods) {
  const posenc::ModelConfig config{.layers = 2, .width = 20, .heads = 2, .vocabulary = 7};
  posenc::Transformer model(config, methods);
  posenc::Trainer trainer(model, {}, 1);
  for (std::uint64_t step = 0; step < 3; ++step) trainer.step(posenc::test::tiny_batch(config, 3, 8, step).view());
  return absorb(kStart, trainer.parameters());
}

}  // namespace

int main() {
  for (const auto& [name, problem] : posenc::test::all_cases()) {
    const auto result = posenc::run_tiled(problem, posenc::ScoreOutputs::scores_and_weights);
    std::uint64_t hash = kStart;
    hash = absorb(hash, result.scores.numbers());
    hash = absorb(hash, result.weights.numbers());
    hash = absorb(hash, result.output.numbers());
    print(name, hash);
  }
  for (const auto& [name, methods] : posenc::test::methods_to_train()) print("train " + name, train(methods));
}
