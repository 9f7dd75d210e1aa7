#include "bindings/read_experiment.hpp"

#include "base/error.hpp"
#include "bindings/fields.hpp"
#include "bindings/read_method.hpp"

namespace posenc {

namespace {

using emscripten::val;

constexpr unsigned kMaxTensors = 1u << 16;

Biting read_biting(Fields& fields) {
  Biting task;
  task.names = fields.integer("names", task.names);
  return task;
}

HiddenMarkov read_hidden_markov(Fields& fields) {
  HiddenMarkov task;
  task.states = fields.integer("states", task.states);
  task.symbols = fields.integer("symbols", task.symbols);
  task.contrast = fields.number("contrast", task.contrast);
  const int language = fields.integer("language", 0);
  require_range("task.language", language, 0, 0x7fffffff);
  task.language = static_cast<std::uint64_t>(language);
  return task;
}

Copying read_copying(Fields& fields) {
  Copying task;
  task.symbols = fields.integer("symbols", task.symbols);
  return task;
}

Induction read_induction(Fields& fields) {
  Induction task;
  task.symbols = fields.integer("symbols", task.symbols);
  task.least_period = fields.integer("least_period", task.least_period);
  task.most_period = fields.integer("most_period", task.most_period);
  return task;
}

AssociativeRecall read_recall(Fields& fields) {
  AssociativeRecall task;
  task.keys = fields.integer("keys", task.keys);
  task.values = fields.integer("values", task.values);
  task.questions = fields.integer("questions", task.questions);
  return task;
}

Passkey read_passkey(Fields& fields) {
  Passkey task;
  task.digits = fields.integer("digits", task.digits);
  task.length = fields.integer("length", task.length);
  task.noise = fields.integer("noise", task.noise);
  task.depth = fields.number("depth", task.depth);
  return task;
}

Counting read_counting(Fields& fields) {
  Counting task;
  task.modulus = fields.integer("modulus", task.modulus);
  task.probability = fields.number("probability", task.probability);
  return task;
}

AnyTask read_task(const val& object) {
  Fields fields(object, "task");
  const auto read = [&]() -> AnyTask {
    switch (fields.choose("kind", kTaskKinds, std::size(kTaskKinds))) {
      case 0:
        return read_biting(fields);
      case 1:
        return read_hidden_markov(fields);
      case 2:
        return read_copying(fields);
      case 3:
        return read_induction(fields);
      case 4:
        return read_recall(fields);
      case 5:
        return read_passkey(fields);
      default:
        return read_counting(fields);
    }
  };
  const AnyTask task = read();
  fields.finish();
  return task;
}

ModelConfig read_model(const val& object) {
  ModelConfig config;
  if (object.isUndefined()) return config;
  Fields fields(object, "model");
  static constexpr std::string_view norms[] = {"rms", "layer"};
  static constexpr std::string_view embeddings[] = {"untied", "tied"};
  config.layers = fields.integer("layers", config.layers);
  config.width = fields.integer("width", config.width);
  config.heads = fields.integer("heads", config.heads);
  config.kv_heads = fields.integer("kv_heads", config.kv_heads);
  config.head_dim = fields.integer("head_dim", config.head_dim);
  config.mlp_width = fields.integer("mlp_width", config.mlp_width);
  config.norm = fields.choice("norm", norms, config.norm);
  config.embedding = fields.choice("embedding", embeddings, config.embedding);
  fields.finish();
  return config;
}

void read_training(const val& object, Experiment& experiment) {
  if (object.isUndefined()) return;
  Fields fields(object, "training");
  TrainingSettings& training = experiment.training;
  AdamW& optimizer = training.optimizer;
  experiment.tokens = fields.integer("tokens", experiment.tokens);
  experiment.batch = fields.integer("batch", experiment.batch);
  optimizer.rate = fields.number("rate", optimizer.rate);
  optimizer.beta1 = fields.number("beta1", optimizer.beta1);
  optimizer.beta2 = fields.number("beta2", optimizer.beta2);
  optimizer.epsilon = fields.number("epsilon", optimizer.epsilon);
  optimizer.decay = fields.number("decay", optimizer.decay);
  training.largest_norm = fields.number("largest_norm", training.largest_norm);
  training.warmup = fields.integer("warmup", training.warmup);
  fields.finish();
}

}  // namespace

Experiment read_experiment(const val& object) {
  Fields fields(object, "");
  Experiment experiment;
  experiment.task = read_task(fields.raw("task"));
  experiment.model = read_model(fields.raw("model"));
  experiment.methods = read_methods(fields.raw("method"), 0);
  experiment.query_scale = read_query_scale(fields.raw("query_scale"));
  read_training(fields.raw("training"), experiment);
  const int seed = fields.integer("seed", 0);
  require_range("seed", seed, 0, 0x7fffffff);
  experiment.seed = static_cast<std::uint64_t>(seed);
  fields.finish();
  return experiment;
}

TestRequest read_test(const val& object) {
  Fields fields(object, "test");
  TestRequest request;
  request.tokens = fields.integer("tokens", request.tokens);
  request.sequences = fields.integer("sequences", request.sequences);
  if (fields.has("depth")) request.depth = fields.number("depth", 0);
  const val positions = fields.raw("positions");
  if (!positions.isUndefined()) {
    Fields others(positions, "test.positions");
    request.positions = {read_methods(others.raw("method"), 0), read_query_scale(others.raw("query_scale"))};
    others.finish();
  }
  fields.finish();
  return request;
}

std::vector<NamedTensor> read_parameters(const val& list) {
  if (!list.isArray() || list["length"].as<unsigned>() > kMaxTensors)
    throw_invalid("parameters", concat("an array of at most ", static_cast<int>(kMaxTensors), " tensors"),
                  describe(list));
  std::vector<NamedTensor> tensors;
  for (unsigned at = 0; at < list["length"].as<unsigned>(); ++at) {
    Fields fields(list[at], concat("parameters[", static_cast<int>(at), "]"));
    NamedTensor tensor{fields.text("name", ""), {}, {}};
    for (const int extent : fields.integers("shape")) {
      require_range(fields.path_of("shape"), extent, 0, 0x7fffffff);
      tensor.shape.push_back(static_cast<std::size_t>(extent));
    }
    const val data = fields.raw("data");
    if (!data.instanceof(val::global("Float32Array")))
      throw_invalid(fields.path_of("data"), "a Float32Array", describe(data));
    tensor.numbers = emscripten::convertJSArrayToNumberVector<float>(data);
    fields.finish();
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace posenc
