#include "training/experiment.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace posenc {

namespace {

// What a page can be expected to have beside everything else.
constexpr double kMaxActivationBytes = 0x1p30;
constexpr int kRowsAtOnce = 4096;

}  // namespace

ModelConfig model_of(const Experiment& experiment) {
  ModelConfig config = experiment.model;
  config.kind = classifies(experiment.task) ? ModelKind::encoder : ModelKind::decoder;
  config.vocabulary = vocabulary_of(experiment.task);
  config.classes = Biting::kClasses;
  return config;
}

double activation_bytes(const ModelConfig& config, double rows) {
  const double projected = (config.heads + 2.0 * config.kv_heads) * config.head_dim;
  const double attended = static_cast<double>(config.heads) * config.head_dim;
  const double layer = 4.0 * config.width + projected + attended + 2.0 * config.mlp_width + config.heads + 8;
  const double once = 6.0 * config.width + projected + attended + config.mlp_width + 2.0 * config.outputs();
  return 4 * rows * (config.layers * layer + once);
}

void validate(const Experiment& experiment) {
  require_range("training.tokens", experiment.tokens, 1, kMaxTaskTokens);
  require_range("training.batch", experiment.batch, 1, kMaxTaskTokens);
  const ModelConfig config = completed(model_of(experiment));
  validate(experiment.training);
  const double bytes = activation_bytes(config, static_cast<double>(experiment.tokens) * experiment.batch);
  if (bytes > kMaxActivationBytes)
    throw Error(ErrorCode::too_large,
                concat("training.batch: expected a step of at most ", kMaxActivationBytes, " bytes, got ", bytes,
                       " for ", experiment.batch, " sequences of ", experiment.tokens, " tokens"));
}

int sequences_at_once(int tokens) {
  return std::max(1, kRowsAtOnce / tokens);
}

}  // namespace posenc
