#include "bench/training_workload.hpp"

#include "base/random.hpp"

namespace posenc::bench {

namespace {

ModelConfig config_of(const TrainingSizes& sizes) {
  ModelConfig config;
  config.layers = sizes.layers;
  config.width = sizes.width;
  config.heads = sizes.heads;
  config.vocabulary = sizes.vocabulary;
  return config;
}

}  // namespace

TrainingWorkload::TrainingWorkload(const TrainingSizes& sizes, const PositionMethods& methods)
    : sizes_(sizes), model_(config_of(sizes), methods), trainer_(model_, {}, 1) {
  Random random(2);
  for (int at = 0; at < sizes.batch * sizes.tokens; ++at) {
    inputs_.push_back(random.below(sizes.vocabulary));
    targets_.push_back(random.below(sizes.vocabulary));
  }
}

double TrainingWorkload::flops() const {
  const double rows = static_cast<double>(sizes_.batch) * sizes_.tokens, width = sizes_.width;
  const double weights =
      sizes_.layers * (4 * width * width + 2 * width * model_.config().mlp_width) + width * sizes_.vocabulary;
  const double pairs = rows * (sizes_.tokens + 1) / 2;
  return 6 * rows * weights + 14 * pairs * width * sizes_.layers;
}

}  // namespace posenc::bench
