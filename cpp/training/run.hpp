// An experiment under way: steps of training, and what the model makes of lengths it was not trained at.
//
// Batches come from the experiment's seed: step t of every run of one experiment sees the same sequences, whatever the
// method, and tests draw from a stream of their own.
#pragma once

#include <memory>
#include <optional>

#include "training/experiment.hpp"

namespace posenc {

// Other positions for a trained model: scaled frequencies, other slopes, a table that is extended.
struct OtherPositions {
  PositionMethods methods;
  QueryScale query_scale = NoQueryScale{};
};

struct TestRequest {
  int tokens = 0;
  int sequences = 64;
  std::optional<double> depth;  // of a passkey
  std::optional<OtherPositions> positions;
};

struct TestReport {
  double loss = 0;   // mean over what is predicted, nats
  double floor = 0;  // of these very sequences
  int predicted = 0;
  int correct = 0;
};

struct TrainingStep {
  StepReport report;
  double floor = 0;  // of this batch
};

class TrainingRun {
 public:
  // Throws an Error that names the field.
  explicit TrainingRun(const Experiment& experiment);
  // Goes on from saved parameters, which must be those of this model.
  TrainingRun(const Experiment& experiment, std::span<const NamedTensor> parameters);

  const Experiment& experiment() const { return experiment_; }
  const Transformer& model() const { return *model_; }

  // Throws an Error where numbers are no longer finite; the parameters stay those of the step before.
  TrainingStep step();
  // Trains nothing. Throws where a method does not go to this length.
  TestReport test(const TestRequest& request);
  // [layers * heads, tokens, tokens]: the weights of one test sequence; 0 where hidden.
  Tensor<float, 3> attention(const TestRequest& request);
  std::vector<NamedTensor> parameters() const;

 private:
  // The model that reads with other positions, and its parameters; the trained ones without.
  struct Reader {
    std::unique_ptr<Transformer> own;
    Transformer& model;
    Arena arena;
  };
  Reader reader_of(const TestRequest& request);
  TaskBatch test_batch(const TestRequest& request, int first, int count) const;

  Experiment experiment_;
  std::unique_ptr<Transformer> model_;
  Trainer trainer_;
};

}  // namespace posenc
