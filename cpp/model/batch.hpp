// What a model is trained on: tokens and what is to be said about them.
#pragma once

#include <span>

#include "model/model_config.hpp"

namespace posenc {

inline constexpr int kIgnore = -1;  // a target that is not predicted

struct Batch {
  int batch = 0;
  int tokens = 0;
  std::span<const int> inputs;   // [batch, tokens], below the vocabulary
  std::span<const int> targets;  // decoder: [batch, tokens], the vocabulary's; encoder: [batch], classes
};

struct BatchLoss {
  double loss = 0;    // mean over what is predicted, nats
  int predicted = 0;  // targets that are not kIgnore
  int correct = 0;    // of them, those with the largest logit
};

// Throws an Error that names the field unless the batch fits the model and predicts something.
void validate(const ModelConfig& config, const Batch& batch);

}  // namespace posenc
