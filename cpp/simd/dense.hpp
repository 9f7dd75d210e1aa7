// The products of a layer in training: many rows of tokens with one matrix of weights, there and back.
//
//   y = x Wᵀ,  d_x = d_y W,  d_W += d_yᵀ x        x [tokens, in], W [out, in], y [tokens, out]
//
// Weights are packed once per step into panels of columns in the order of the sum; each sum runs over ascending k, so
// that results do not depend on the number of tokens. Error of an element: below depth * 2^-24 * Σ |terms|.
#pragma once

#include "base/tensor.hpp"
#include "base/tensor_view.hpp"

namespace posenc {

// A right factor [depth, columns].
struct PackedMatrix {
  PackedMatrix() = default;
  PackedMatrix(std::size_t depth_, std::size_t columns_);

  std::size_t depth = 0, columns = 0;
  Tensor<float, 3> panels;  // [panels, depth, kPanelColumns], zeros past the last column
  LineVector<float> rows;   // [depth, 4]: scratch for the rows that meet it
};

// The factor of y = x Wᵀ, and that of d_x = d_y W; weights [out, in], rows packed.
void pack_transposed(TensorView<const float, 2> weights, PackedMatrix& packed) noexcept;
void pack(TensorView<const float, 2> weights, PackedMatrix& packed) noexcept;

// y = x * packed, y += x * packed: x [rows, depth]; y [rows, columns], its rows padded to 64 bytes: what stands in the
// padding becomes (stays) zero.
void multiply(TensorView<const float, 2> x, PackedMatrix& packed, TensorView<float, 2> y) noexcept;
void multiply_add(TensorView<const float, 2> x, PackedMatrix& packed, TensorView<float, 2> y) noexcept;

// Scratch of the product over tokens, by the widest matrices that it will meet.
struct TokenSums {
  TokenSums() = default;
  TokenSums(std::size_t most_out, std::size_t most_in);

  LineVector<float> left, right;
};

// d_weights [out, in] += d_yᵀ x: d_y [tokens, out], x [tokens, in]; rows of d_y and x are padded to 64 bytes.
void add_transposed_product(TensorView<const float, 2> d_y, TensorView<const float, 2> x, TokenSums& scratch,
                            TensorView<float, 2> d_weights) noexcept;

}  // namespace posenc
