// The Transformer of model_config.hpp in double precision, one number at a time: what its forward pass is tested
// against, and its gradients by central differences. Shares no kernel with transformer.cpp.
#pragma once

#include "model/batch.hpp"
#include "model/transformer_layout.hpp"
#include "position/query_scale.hpp"

namespace posenc {

struct ReferenceModel {
  ModelConfig config;       // completed
  PositionMethods methods;  // complete; their learned tables are read from the arena
  QueryScale query_scale;
};

// Mean cross-entropy over the predicted tokens, in nats.
double loss_reference(const ReferenceModel& model, const TransformerLayout& layout, std::span<const float> arena,
                      const Batch& batch);

}  // namespace posenc
