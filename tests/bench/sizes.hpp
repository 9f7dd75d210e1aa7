// The sizes of a self-attention to be timed.
#pragma once

namespace posenc::bench {

struct Sizes {
  int heads = 0;
  int kv_heads = 0;
  int tokens = 0;
  int head_dim = 0;
  bool causal = false;

  double flops() const {
    const double n = tokens, pairs = causal ? n * (n + 1) / 2 : n * n;
    return 4.0 * heads * head_dim * pairs;
  }
};

}  // namespace posenc::bench
