// T5's buckets of relative positions (Raffel et al. 2020, and the released code).
//
// With B buckets and maximum distance M, rel = key - query:
//   bidirectional: B <- floor(B / 2), the future (rel > 0) takes the upper half; a = |rel|
//   causal:        a = max(-rel, 0), so every future key shares bucket 0
//   E = floor(B / 2) exact buckets: a < E is its own; else min(B - 1, E + floor((B - E) ln(a / E) / ln(M / E)))
//
// Thresholds are exact: a distance that lies on one in exact arithmetic falls into the upper bucket, whatever the
// rounding of the logarithms.
#pragma once

namespace posenc {

struct T5Bias;

int t5_bucket(const T5Bias& method, double relative_position);

}  // namespace posenc
