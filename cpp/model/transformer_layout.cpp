#include "model/transformer_layout.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"

namespace posenc {

namespace {

std::size_t size(int number) {
  return static_cast<std::size_t>(number);
}

NormIds add_norm(ParameterLayout& parameters, const ModelConfig& config, const std::string& name) {
  NormIds ids;
  ids.weight = parameters.add(name + ".weight", {size(config.width)}, false);
  if (config.norm == NormKind::layer) ids.bias = parameters.add(name + ".bias", {size(config.width)}, false);
  return ids;
}

LayerIds add_layer(ParameterLayout& parameters, const ModelConfig& config, int index) {
  const std::string layer = concat("layers.", index, ".");
  const std::size_t width = size(config.width), head_dim = size(config.head_dim), mlp = size(config.mlp_width);
  const std::size_t heads = size(config.heads), kv_heads = size(config.kv_heads);
  LayerIds ids;
  ids.attention_norm = add_norm(parameters, config, layer + "attention_norm");
  ids.query_key_value =
      parameters.add(layer + "attention.query_key_value.weight", {(heads + 2 * kv_heads) * head_dim, width}, true);
  ids.attention_output = parameters.add(layer + "attention.output.weight", {width, heads * head_dim}, true);
  ids.mlp_norm = add_norm(parameters, config, layer + "mlp_norm");
  ids.up = parameters.add(layer + "mlp.up.weight", {mlp, width}, true);
  ids.down = parameters.add(layer + "mlp.down.weight", {width, mlp}, true);
  return ids;
}

struct Start {
  const ParameterLayout& parameters;
  Arena& arena;
  std::uint64_t seed;

  std::span<float> numbers(ParameterId id) { return numbers_of(parameters, std::span(arena), id); }
  void draw(ParameterId id, double deviation) {
    Random random(seed_from(parameters.list[id].name, seed));
    for (float& number : numbers(id)) number = static_cast<float>(deviation * random.normal());
  }
  void draw_product(ParameterId id, double factor) {
    draw(id, factor / std::sqrt(static_cast<double>(parameters.list[id].shape[1])));
  }
  void fill(ParameterId id, float number) { std::ranges::fill(numbers(id), number); }
};

void start_layer(Start& start, const ModelConfig& config, const LayerIds& ids, double query_factor) {
  const double residual = 1 / std::sqrt(2.0 * config.layers);
  start.fill(ids.attention_norm.weight, 1);
  start.fill(ids.mlp_norm.weight, 1);
  start.draw_product(ids.query_key_value, 1);
  const auto queries = start.numbers(ids.query_key_value).first(size(config.heads * config.head_dim * config.width));
  for (float& number : queries) number = static_cast<float>(number * query_factor);
  start.draw_product(ids.attention_output, residual);
  start.draw_product(ids.up, 1);
  start.draw_product(ids.down, residual);
}

// Tables as their user gave them stand in the complete methods already; drawn ones follow the law.
void start_positions(Start& start, const TransformerLayout& layout, PositionMethods given, PositionMethods complete) {
  std::size_t next = 0;
  for (std::size_t index = 0; index < complete.size(); ++index) {
    const std::vector<LearnedTable> before = learned_tables(given[index]);
    for (const LearnedTable& table : learned_tables(complete[index])) {
      const ParameterId id = layout.positions[next++];
      const bool is_given = std::ranges::find(before, table.name, &LearnedTable::name) != before.end();
      if (!is_given && table.starts_at_zero) continue;
      if (!is_given && table.deviation > 0) {
        start.draw(id, table.deviation);
        continue;
      }
      const auto to = start.numbers(id);
      std::ranges::copy(table.floats, to.begin());
      std::ranges::transform(table.doubles, to.begin(), [](double number) { return static_cast<float>(number); });
    }
  }
}

}  // namespace

std::vector<LearnedTable> learned_tables(PositionMethods& methods) {
  std::vector<LearnedTable> all;
  for (PositionMethod& method : methods) std::ranges::move(learned_tables(method), std::back_inserter(all));
  return all;
}

TransformerLayout::TransformerLayout(const ModelConfig& config, PositionMethods& methods) {
  embedding = parameters.add("embedding.weight", {size(config.vocabulary), size(config.width)}, true);
  for (std::size_t index = 0; index < methods.size(); ++index)
    for (const LearnedTable& table : learned_tables(methods[index]))
      positions.push_back(
          parameters.add(concat("positions.", static_cast<int>(index), ".", kind_of(methods[index]), ".", table.name),
                         table.shape, false));
  for (int layer = 0; layer < config.layers; ++layer) layers.push_back(add_layer(parameters, config, layer));
  norm = add_norm(parameters, config, "norm");
  output = config.embedding == EmbeddingKind::tied
               ? embedding
               : parameters.add("output.weight", {size(config.outputs()), size(config.width)}, true);
}

Arena initial_parameters(const ModelConfig& config, const TransformerLayout& layout, const PositionMethods& given,
                         const PositionMethods& complete, std::uint64_t seed) {
  Arena arena(layout.parameters.floats);
  Start start{layout.parameters, arena, seed};
  const double scale = default_scale(complete, config.shape(1));
  const double query_factor = 1 / std::max(1.0, scale * std::sqrt(static_cast<double>(config.head_dim)));
  const bool tied = config.embedding == EmbeddingKind::tied;
  start.draw(layout.embedding, tied ? 1 / std::sqrt(static_cast<double>(config.width)) : 1);
  start_positions(start, layout, given, complete);
  for (const LayerIds& ids : layout.layers) start_layer(start, config, ids, query_factor);
  start.fill(layout.norm.weight, 1);
  if (!tied) start.draw_product(layout.output, 1);
  return arena;
}

}  // namespace posenc
