// The gradients of one attention with respect to query, key and value, after one forward run.
#pragma once

#include "attention/backward.hpp"
#include "bench/attention_workload.hpp"

namespace posenc::bench {

class BackwardWorkload : public AttentionWorkload {
 public:
  BackwardWorkload(const Sizes& sizes, const PositionMethods& methods);

  void run() override;
  double flops() const override { return 2.5 * sizes_.flops(); }
  std::size_t bytes() const override { return backward_workspace_.bytes(); }

 private:
  Tensor<float, 2> log_sum_exp_;
  Tensor<float, 3> d_query_, d_key_, d_value_;
  BackwardWorkspace backward_workspace_;
};

}  // namespace posenc::bench
