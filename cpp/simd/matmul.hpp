// Products of whole matrices, by panels of four rows.
#pragma once

#include "base/tensor.hpp"
#include "base/tensor_view.hpp"
#include "simd/panel_product.hpp"

namespace posenc {

// Four rows of a matrix from `first` on; past its end the last row is repeated, to be computed and dropped.
PointedRows panel_rows(TensorView<const float, 2> matrix, std::size_t first);

// y = x Wᵀ: x [rows, in_features], weights [out_features, in_features], result [rows, out_features].
// Each element is a sum over in_features in ascending order in float: error below in_features * 2^-24 * Σ |x w|.
Tensor<float, 2> multiply_transposed(TensorView<const float, 2> x, TensorView<const float, 2> weights);

}  // namespace posenc
