// One layer of every method against PyTorch: equal parameters, equal batch, the loss and every gradient. The values are
// tests/golden/values/train.txt, made by tests/golden/families/train.py.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <fstream>
#include <numeric>

#include "model/transformer.hpp"

using namespace posenc;

namespace {

PositionMethods methods_named(const std::string& kind) {
  if (kind == "sinusoidal") return {Sinusoidal{}};
  if (kind == "learned") return {Learned{.rows = 8}};
  if (kind == "rotary") return {Rotary{}};
  if (kind == "shaw") return {Shaw{.max_relative_position = 2}};
  if (kind == "transformer_xl") return {TransformerXl{}};
  if (kind == "t5_bias")
    return {T5Bias{.relative_attention_num_buckets = 4, .relative_attention_max_distance = 6, .bidirectional = false}};
  if (kind == "alibi") return {Alibi{}};
  if (kind == "deberta") return {Deberta{.max_relative_positions = 3}};
  if (kind == "kerple") return {Kerple{}};
  if (kind == "sandwich") return {Sandwich{}};
  if (kind == "fire") return {Fire{.threshold = 3}};
  if (kind == "cope") return {Cope{.positions = 3}};
  return {};
}

// The generator's formula.
float number(const std::string& name, std::size_t index) {
  const int letters = std::accumulate(name.begin(), name.end(), 0);
  const float value = static_cast<float>((static_cast<int>(index) * 7919 + letters * 31) % 33 - 16) / 32;
  return name.find(".kerple.") != std::string::npos ? std::abs(value) + 0.25f : value;
}

}  // namespace

TEST_CASE("transformer: loss and gradients of one layer are PyTorch's, for every method", "[model][golden]") {
  const ModelConfig config{.layers = 1, .width = 6, .heads = 2, .head_dim = 4, .mlp_width = 5, .vocabulary = 5};
  const std::vector<int> inputs{0, 3, 1, 4, 2, 2, 4, 4, 0, 1, 3, 0}, targets{3, 1, -1, 2, 2, 0, -1, 0, 1, 3, -1, 4};
  const Batch batch{2, 6, inputs, targets};
  std::ifstream file(POSENC_GOLDEN_VALUES "/train.txt");
  std::string word, kind, name;
  double loss = 0;
  std::size_t tensors = 0, cases = 0;
  for (; file >> word >> kind >> loss >> tensors; ++cases) {
    INFO(kind);
    REQUIRE(word == "case");
    Transformer model(config, methods_named(kind));
    const ParameterLayout& layout = model.parameters();
    REQUIRE(layout.list.size() == tensors);
    Arena arena(layout.floats), gradients(layout.floats);
    for (const Parameter& parameter : layout.list)
      for (std::size_t at = 0; at < parameter.size; ++at) arena[parameter.offset + at] = number(parameter.name, at);
    CHECK(std::abs(model.forward(arena, batch).loss - loss) < 1e-5);
    model.backward(arena, batch, gradients);
    for (std::size_t tensor = 0; tensor < tensors; ++tensor) {
      std::size_t size = 0, id = 0;
      file >> name >> size;
      while (id < layout.list.size() && layout.list[id].name != name) ++id;
      INFO(name);
      REQUIRE(id < layout.list.size());
      REQUIRE(layout.list[id].size == size);
      double largest = 0, worst = 0;
      for (std::size_t at = 0; at < size; ++at) {
        double expected = 0;
        file >> expected;
        largest = std::max(largest, std::abs(expected));
        worst = std::max(worst, std::abs(gradients[layout.list[id].offset + at] - expected));
      }
      INFO("worst " << worst << ", largest " << largest);
      CHECK(worst <= 1e-4 * largest + 1e-7);
    }
  }
  CHECK(cases == 13);
}
