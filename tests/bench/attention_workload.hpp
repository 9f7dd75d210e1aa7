// One attention by the SIMD kernel. Lowering and allocation happen before the first run, as in an application that
// computes one layer after another. Every method gets the scale 1 / sqrt(head_dim), T5's too, so that only the position
// term differs.
#pragma once

#include <string>
#include <vector>

#include "attention/tiled.hpp"
#include "base/tensor.hpp"
#include "bench/sizes.hpp"
#include "bench/workload.hpp"
#include "position/method.hpp"
#include "position/plan.hpp"

namespace posenc::bench {

// none, alibi, alibi_flat (slopes so small that no tile can be left out), t5_bias, rotary, shaw, transformer_xl.
PositionMethods methods_named(const std::string& name, const Sizes& sizes);

class AttentionWorkload : public Workload {
 public:
  AttentionWorkload(const Sizes& sizes, const PositionMethods& methods);

  void run() override;
  double flops() const override { return sizes_.flops(); }
  std::size_t bytes() const override;
  const float* numbers(Numbers which) const override;
  double error() const override;

 protected:
  AttentionProblem problem() const;

  Sizes sizes_;
  AttentionShape shape_;
  Tensor<float, 3> query_, key_, value_, output_;
  std::vector<double> positions_;
  double scale_;
  Masks masks_;
  PositionMethods methods_;
  PositionPlan plan_;
  Visibility visibility_;
  Workspace workspace_;
};

}  // namespace posenc::bench
