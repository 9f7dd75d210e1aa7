// The keys and values of tokens seen so far, for decoding one token at a time.
//
// Keys are kept rotated, so that a step turns only its own key: right while a rotation depends on nothing but its
// position. Where it depends on the length so far (rotation_depends_on_length), they are kept as they were projected
// and turned anew at every step; keeping them rotated there is the fault that makes scores depend on when a key came.
//
// shift() moves cached keys to other positions: R(p + d) k = R(d) R(p) k, with the same width, base and pairing; an
// amplitude on the rotation is not applied again. Values never rotate.
#pragma once

#include <span>
#include <vector>

#include "base/tensor.hpp"
#include "position/method.hpp"

namespace posenc {

// True where the frequencies change with the length: dynamic NTK, LongRoPE and the like, unless a length is given.
bool rotation_depends_on_length(const PositionMethods& methods);

enum class KeyStorage { rotated, unrotated };

class KvCache {
 public:
  // Room for `capacity` tokens. The storage follows from the methods.
  KvCache(const AttentionShape& shape, const PositionMethods& methods, int capacity);

  KeyStorage storage() const { return storage_; }
  int tokens() const { return static_cast<int>(positions_.size()); }
  std::size_t bytes() const { return keys_.bytes() + values_.bytes(); }

  // key [kv_heads, 1, head_dim] as projected, value [kv_heads, 1, value_dim], index of the token in position streams.
  // Throws too_large when the cache is full.
  void append(TensorView<const float, 3> key, TensorView<const float, 3> value, double position, int stream_index);

  // [kv_heads, tokens, head_dim] and [kv_heads, tokens, value_dim]; one position per token.
  Tensor<float, 3> keys() const { return slice(keys_); }
  Tensor<float, 3> values() const { return slice(values_); }
  std::span<const double> positions() const { return positions_; }

  // Removes tokens first … first + count - 1; positions of the others stay. Throws where they are not all there.
  void evict(int first, int count);

  // Adds `by` to the positions of tokens first … last. Throws for methods that cannot be shifted: XPos, whose keys
  // carry an amplitude of their position, and several position streams.
  void shift(int first, double by);

  void reset() { positions_.clear(); }

 private:
  Tensor<float, 3> slice(const Tensor<float, 3>& all) const;

  AttentionShape shape_;
  PositionMethods rotation_;  // the rotary method, if any
  KeyStorage storage_;
  Tensor<float, 3> keys_;    // [kv_heads, capacity, head_dim]
  Tensor<float, 3> values_;  // [kv_heads, capacity, value_dim]
  std::vector<double> positions_;
};

}  // namespace posenc
