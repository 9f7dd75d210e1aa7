#include "training/run.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/random.hpp"

namespace posenc {

namespace {

constexpr int kMaxTestTokens = 1 << 14;
constexpr int kMaxSequences = 1 << 16;
constexpr double kMaxMapNumbers = 0x1p24;

std::unique_ptr<Transformer> make_model(const Experiment& experiment) {
  validate(experiment);
  return std::make_unique<Transformer>(model_of(experiment), experiment.methods, experiment.query_scale);
}

Batch view_of(const TaskBatch& made) {
  return {made.batch, made.tokens, made.inputs, made.targets};
}

void validate(const TestRequest& request) {
  require_range("test.tokens", request.tokens, 1, kMaxTestTokens);
  require_range("test.sequences", request.sequences, 1, kMaxSequences);
  if (request.depth) require_range("test.depth", *request.depth, 0, 1);
}

}  // namespace

TrainingRun::TrainingRun(const Experiment& experiment)
    : experiment_(experiment),
      model_(make_model(experiment)),
      trainer_(*model_, experiment.training, seed_from("model", experiment.seed)) {}

TrainingRun::TrainingRun(const Experiment& experiment, std::span<const NamedTensor> parameters)
    : experiment_(experiment),
      model_(make_model(experiment)),
      trainer_(*model_, experiment.training, load(model_->parameters(), parameters)) {}

TrainingStep TrainingRun::step() {
  const std::string name = concat("train ", trainer_.steps());
  const TaskBatch made =
      make(experiment_.task, {experiment_.tokens, experiment_.batch}, seed_from(name, experiment_.seed));
  return {trainer_.step(view_of(made)), made.floor};
}

TrainingRun::Reader TrainingRun::reader_of(const TestRequest& request) {
  if (!request.positions) return {nullptr, *model_, trainer_.parameters()};
  const OtherPositions& positions = *request.positions;
  auto own = std::make_unique<Transformer>(model_of(experiment_), positions.methods, positions.query_scale);
  Transformer& model = *own;
  return {std::move(own), model, load(model.parameters(), parameters())};
}

TaskBatch TrainingRun::test_batch(const TestRequest& request, int first, int count) const {
  AnyTask task = experiment_.task;
  if (request.depth) {
    auto* passkey = std::get_if<Passkey>(&task);
    if (!passkey) throw_invalid("test.depth", "nothing but for the task passkey", kind_of(task));
    passkey->depth = *request.depth;
  }
  const std::string name = concat("test ", request.tokens, " ", first);
  return make(task, {request.tokens, count}, seed_from(name, experiment_.seed));
}

TestReport TrainingRun::test(const TestRequest& request) {
  validate(request);
  Reader reader = reader_of(request);
  TestReport report;
  const int at_once = sequences_at_once(request.tokens);
  for (int first = 0; first < request.sequences; first += at_once) {
    const TaskBatch made = test_batch(request, first, std::min(at_once, request.sequences - first));
    const BatchLoss part = reader.model.forward(reader.arena, view_of(made));
    report.loss += part.loss * part.predicted;
    report.floor += made.floor * part.predicted;
    report.predicted += part.predicted;
    report.correct += part.correct;
  }
  report.loss /= report.predicted;
  report.floor /= report.predicted;
  return report;
}

Tensor<float, 3> TrainingRun::attention(const TestRequest& request) {
  validate(request);
  const ModelConfig config = completed(model_of(experiment_));
  const double numbers = static_cast<double>(config.layers) * config.heads * request.tokens * request.tokens;
  if (numbers > kMaxMapNumbers)
    throw Error(ErrorCode::too_large,
                concat("test.tokens: expected maps of at most ", kMaxMapNumbers, " numbers, got ", numbers));
  Reader reader = reader_of(request);
  const TaskBatch made = test_batch(request, 0, 1);
  reader.model.forward(reader.arena, view_of(made));
  const auto heads = static_cast<std::size_t>(config.heads), tokens = static_cast<std::size_t>(request.tokens);
  Tensor<float, 3> maps({static_cast<std::size_t>(config.layers) * heads, tokens, tokens});
  for (std::size_t layer = 0; layer < static_cast<std::size_t>(config.layers); ++layer)
    reader.model.attention_weights(layer, {maps.row(layer * heads, 0), {heads, tokens, tokens}});
  return maps;
}

std::vector<NamedTensor> TrainingRun::parameters() const {
  return save(model_->parameters(), trainer_.parameters());
}

}  // namespace posenc
