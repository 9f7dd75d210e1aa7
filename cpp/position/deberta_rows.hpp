// DeBERTa's rows of relative embeddings (He et al. 2021, and the released code of versions 1 to 3).
//
//   row = clamp(bucket(query - key) + span, 0, 2 span - 1)
//
// Without position_buckets, bucket(d) = d. With them, mid = position_buckets / 2 and Mx = max_relative_positions:
// |d| <= mid is kept, beyond it sign(d) (mid + ceil((mid - 1) ln(|d| / mid) / ln((Mx - 1) / mid))).
// Both terms (content to position, position to content) use the same row, as both released code bases do.
#pragma once

namespace posenc {

struct Deberta;

int deberta_row(const Deberta& method, double relative_position);

}  // namespace posenc
