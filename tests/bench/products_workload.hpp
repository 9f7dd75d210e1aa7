// The two products of an attention in the kernel's order, without packing, maxima, exponentials and corrections: what
// is left of the time when everything else is free.
#pragma once

#include "base/tensor.hpp"
#include "bench/sizes.hpp"
#include "bench/workload.hpp"

namespace posenc::bench {

class ProductsWorkload : public Workload {
 public:
  explicit ProductsWorkload(const Sizes& sizes);

  void run() override;
  double flops() const override { return sizes_.flops(); }

 private:
  void run_block(std::size_t first_panel, std::size_t panels);

  Sizes sizes_;
  Tensor<float, 3> query_panels_;   // [panels of the head, head_dim, 4]
  Tensor<float, 3> key_tiles_;      // [tiles, head_dim, tile]
  Tensor<float, 2> values_;         // [keys, head_dim], rows padded
  Tensor<float, 2> score_tile_;     // [4, tile]
  Tensor<float, 3> output_panels_;  // [panels of a block, 4, head_dim], rows padded
};

}  // namespace posenc::bench
