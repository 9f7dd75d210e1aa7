#include "bench/backward_workload.hpp"

#include <algorithm>
#include <utility>

namespace posenc::bench {

BackwardWorkload::BackwardWorkload(const Sizes& sizes, const PositionMethods& methods)
    : AttentionWorkload(sizes, methods),
      log_sum_exp_({query_.extent(0), query_.extent(1)}),
      d_query_(query_.extents()),
      d_key_(key_.extents()),
      d_value_(value_.extents()),
      backward_workspace_(shape_, plan_) {
  attention_tiled(problem(), plan_, visibility_, workspace_, {output_.view(), {}, {}, log_sum_exp_.view()});
}

void BackwardWorkload::run() {
  // Gradients are added to what stands there.
  for (Tensor<float, 3>* gradient : {&d_query_, &d_key_, &d_value_})
    std::fill(gradient->numbers().begin(), gradient->numbers().end(), 0.0f);
  AttentionGradients gradients;
  gradients.query = d_query_.view();
  gradients.key = d_key_.view();
  gradients.value = d_value_.view();
  // Any gradient of the output will do: its own numbers are of the right size.
  attention_backward(problem(), plan_, visibility_, {std::as_const(output_).view(), std::as_const(log_sum_exp_).view()},
                     std::as_const(output_).view(), backward_workspace_, gradients);
}

}  // namespace posenc::bench
