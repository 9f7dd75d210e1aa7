// A described problem decoded one token at a time with a KV cache, beside the whole computed at once.
//
// Step t sees the cached keys 0 … t, so the problem's masks must hide the future from every token that anybody sees;
// padding is decoded along and not compared. Its output must be row t of prefill; max_difference says how far it is.
#pragma once

#include "attention/kv_cache.hpp"
#include "model/described_problem.hpp"

namespace posenc {

struct DecodeResult {
  Tensor<float, 3> scores;   // [heads, tokens, tokens]; -infinity where hidden
  Tensor<float, 3> weights;  // [heads, tokens, tokens]
  Tensor<float, 3> output;   // [heads, tokens, value_dim]
  double max_difference;     // max |output of a step - its row of prefill|
  KeyStorage storage;
  std::size_t cache_bytes;
};

// Throws an Error that names the field where queries are not the keys' tokens or the masks show the future.
DecodeResult decode(const DescribedProblem& problem);

}  // namespace posenc
