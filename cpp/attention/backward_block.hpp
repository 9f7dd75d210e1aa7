// What the parts of attention_backward pass to each other.
#pragma once

#include "attention/backward.hpp"
#include "attention/panel.hpp"

namespace posenc {

struct BackwardHead {
  const Head& head;
  BackwardWorkspace& workspace;
  const AttentionGradients& gradients;

  // Row of a panel's row in the block's tensors.
  static std::size_t row_of(const Panel& panel, std::size_t r) { return panel.slot * kPanelRows + r; }
};

}  // namespace posenc
