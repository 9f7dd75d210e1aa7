// A training step at a time: forward, backward and AdamW on random tokens.
#pragma once

#include "bench/workload.hpp"
#include "model/trainer.hpp"

namespace posenc::bench {

struct TrainingSizes {
  int layers = 2, width = 64, heads = 4, tokens = 64, batch = 32;
  int vocabulary = 64;
};

class TrainingWorkload : public Workload {
 public:
  TrainingWorkload(const TrainingSizes& sizes, const PositionMethods& methods);

  void run() override { trainer_.step({sizes_.batch, sizes_.tokens, inputs_, targets_}); }
  // 6 per token and weight of a product, and the causal half of attention: 4 forward and 10 backward per pair.
  double flops() const override;

 private:
  TrainingSizes sizes_;
  Transformer model_;
  Trainer trainer_;
  std::vector<int> inputs_, targets_;
};

}  // namespace posenc::bench
