// A training run as it is described: a model with its positions, a task, and how the one learns the other.
//
// Everything follows from this value: two runs of one experiment have equal bits on one build.
#pragma once

#include "model/trainer.hpp"
#include "tasks/any_task.hpp"

namespace posenc {

struct Experiment {
  ModelConfig model;  // kind, vocabulary and classes are the task's
  PositionMethods methods;
  QueryScale query_scale = NoQueryScale{};
  AnyTask task = Passkey{};
  TrainingSettings training;
  int tokens = 32;  // of a sequence in training
  int batch = 16;   // sequences of a step
  std::uint64_t seed = 0;
};

// The model as the task needs it: an encoder where the task classifies sequences, its vocabulary, its classes.
ModelConfig model_of(const Experiment& experiment);

// Bytes that a step on so many tokens in all keeps for backward; an estimate from above.
double activation_bytes(const ModelConfig& completed, double rows);

// Throws an Error that names the field, or says that the memory would not do.
void validate(const Experiment& experiment);

// Sequences a forward pass takes at once, so that long ones fit: at least 1.
int sequences_at_once(int tokens);

}  // namespace posenc
