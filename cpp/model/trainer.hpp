// Training: a model, its parameters and their optimizer, one batch at a time.
//
//   gradients -> clipped to a global norm (Pascanu et al. 2013) -> AdamW, with the rate warmed up linearly
//
// A step whose loss or gradients are not finite changes nothing and says which parameter was hit: what stands in the
// arena is the last good state. Equal seeds and batches give equal bits on one build.
#pragma once

#include "model/adamw.hpp"
#include "model/transformer.hpp"

namespace posenc {

struct TrainingSettings {
  AdamW optimizer;
  double largest_norm = 1;  // of the gradients; 0: not clipped
  int warmup = 0;           // steps until the full rate
};

// Throws an Error that names the field.
void validate(const TrainingSettings& settings);

struct StepReport {
  int step = 0;  // 1, 2, …
  BatchLoss loss;
  double gradient_norm = 0;  // before clipping
  double rate = 0;
};

class Trainer {
 public:
  Trainer(Transformer& model, const TrainingSettings& settings, std::uint64_t seed);
  // Goes on from parameters that were loaded, with fresh moments.
  Trainer(Transformer& model, const TrainingSettings& settings, Arena parameters);

  // Throws an Error that names step and parameter where numbers are no longer finite.
  StepReport step(const Batch& batch);

  const Arena& parameters() const { return arena_; }
  const Arena& gradients() const { return gradients_; }
  int steps() const { return moments_.steps; }

 private:
  Transformer& model_;
  TrainingSettings settings_;
  Arena arena_, gradients_;
  AdamMoments moments_;
};

}  // namespace posenc
