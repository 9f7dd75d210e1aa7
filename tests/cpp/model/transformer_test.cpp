// The trained model against its double reference: the loss, and the gradient of every parameter against central
// differences.
#include "model/transformer.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"
#include "model/transformer_reference.hpp"
#include "support/tiny_models.hpp"

using namespace posenc;

namespace {

// Parameters are multiples of the step, so that a step in float is exact.
constexpr double kStep = 0x1p-18;

const ModelConfig kTiny{.layers = 2, .width = 6, .heads = 2, .head_dim = 4, .mlp_width = 5, .vocabulary = 5};

// Away from the start's zeros and ones, where a wrong gradient could hide.
Arena moved_parameters(const Transformer& model, std::uint64_t seed) {
  Arena arena = model.initial_parameters(seed);
  Random random(seed);
  for (const Parameter& parameter : model.parameters().list)
    for (float& number : std::span(arena).subspan(parameter.offset, parameter.size))
      number = static_cast<float>(std::round((number + random.uniform(-0.2, 0.2)) / kStep) * kStep);
  return arena;
}

ReferenceModel reference_of(const Transformer& model, const QueryScale& query_scale = NoQueryScale{}) {
  return {model.config(), model.methods(), query_scale};
}

struct Differences {
  double worst = 0, size = 0;  // of a parameter: largest error, largest gradient
  std::size_t at = 0;
};

Differences differences_of(const ReferenceModel& reference, const Transformer& model, Arena& arena, const Batch& batch,
                           const Parameter& parameter, std::span<const float> gradients) {
  Differences differences;
  for (std::size_t at = 0; at < parameter.size; ++at) {
    float& number = arena[parameter.offset + at];
    const float before = number;
    number = before + static_cast<float>(kStep);
    const double up = loss_reference(reference, model.layout(), arena, batch);
    number = before - static_cast<float>(kStep);
    const double down = loss_reference(reference, model.layout(), arena, batch);
    number = before;
    const double expected = (up - down) / (2 * kStep), got = gradients[parameter.offset + at];
    if (!(std::abs(got - expected) <= differences.worst))
      differences.worst = std::abs(got - expected), differences.at = at;
    differences.size = std::max(differences.size, std::abs(expected));
  }
  return differences;
}

// Float sums of a few dozen terms of the size of the largest gradient; softmax and CoPE's gates pass on rounding of
// their scores.
void check_gradients(const ModelConfig& config, const PositionMethods& methods, int tokens) {
  Transformer model(config, methods);
  Arena arena = moved_parameters(model, 11);
  const test::TinyBatch tiny = test::tiny_batch(config, 2, tokens, 5);
  const ReferenceModel reference = reference_of(model);
  const BatchLoss loss = model.forward(arena, tiny.view());
  CHECK(std::abs(loss.loss - loss_reference(reference, model.layout(), arena, tiny.view())) < 2e-6);
  Arena gradients(arena.size());
  model.backward(arena, tiny.view(), gradients);
  double largest = 0;
  for (const float gradient : gradients) largest = std::max(largest, std::abs(static_cast<double>(gradient)));
  for (const Parameter& parameter : model.parameters().list) {
    const Differences found = differences_of(reference, model, arena, tiny.view(), parameter, gradients);
    INFO(parameter.name << "[" << found.at << "]: worst " << found.worst << ", largest gradient " << found.size);
    CHECK(found.worst <= 2e-6 * (found.size + largest));
  }
}

}  // namespace

TEST_CASE("transformer: loss and every gradient of a decoder, for every method", "[model][transformer]") {
  for (const auto& [name, methods] : test::methods_to_train()) {
    INFO(name);
    check_gradients(kTiny, methods, 6);
  }
}

TEST_CASE("transformer: an encoder that classifies, for every method", "[model][transformer]") {
  ModelConfig config = kTiny;
  config.kind = ModelKind::encoder;
  config.layers = 1;
  config.classes = 3;
  for (const auto& [name, methods] : test::methods_to_train()) {
    INFO(name);
    check_gradients(config, methods, 5);
  }
}

TEST_CASE("transformer: LayerNorm, tied embeddings, grouped keys, odd widths", "[model][transformer]") {
  ModelConfig config = kTiny;
  config.norm = NormKind::layer;
  check_gradients(config, {Rotary{}}, 6);
  config.embedding = EmbeddingKind::tied;
  check_gradients(config, {Learned{.rows = 8}}, 6);
  config.kv_heads = 1;
  check_gradients(config, {Shaw{.max_relative_position = 2}}, 6);
  config.width = 17;
  config.mlp_width = 33;
  config.vocabulary = 19;
  config.layers = 1;
  check_gradients(config, {Alibi{}}, 3);
}

TEST_CASE("transformer: lengths beyond a tile, and back to a shorter one", "[model][transformer]") {
  const ModelConfig config{.layers = 1, .width = 6, .heads = 2, .head_dim = 4, .mlp_width = 5, .vocabulary = 5};
  Transformer model(config, {T5Bias{.bidirectional = false}});
  const Arena arena = moved_parameters(model, 3);
  for (const int tokens : {5, 70, 5}) {
    const test::TinyBatch tiny = test::tiny_batch(config, 3, tokens, 9);
    const double expected = loss_reference(reference_of(model), model.layout(), arena, tiny.view());
    CHECK(std::abs(model.forward(arena, tiny.view()).loss - expected) < 2e-6);
  }
}

TEST_CASE("transformer: a learned table refuses what lies beyond it", "[model][transformer]") {
  Transformer model(kTiny, {Learned{.rows = 8}});
  const Arena arena = model.initial_parameters(1);
  const test::TinyBatch tiny = test::tiny_batch(kTiny, 1, 9, 9);
  try {
    model.forward(arena, tiny.view());
    FAIL("it went beyond");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "method.table: expected a row from 0 to 7 of its 8 rows for token 8, got row 8");
  }
}
