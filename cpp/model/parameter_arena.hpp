// All parameters of a model in one array of floats: names, shapes, offsets; gradients and moments are arrays of the
// same layout.
//
// Every parameter starts on a 64-byte boundary; the gaps stay zero, so whole-array arithmetic needs no list.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/tensor.hpp"

namespace posenc {

using ParameterId = std::size_t;

struct Parameter {
  std::string name;                // "layers.0.mlp.up.weight"
  std::vector<std::size_t> shape;  // weights [out_features, in_features]
  std::size_t offset = 0;
  std::size_t size = 0;
  bool decays = false;  // weight decay: matrices, not norms, biases and position tables
};

struct ParameterLayout {
  std::vector<Parameter> list;
  std::size_t floats = 0;  // gaps included

  ParameterId add(std::string name, std::vector<std::size_t> shape, bool decays);
  // Parameters alone.
  std::size_t count() const;
};

using Arena = LineVector<float>;

// A parameter's numbers in an arena or in its gradients; Real is float or const float.
template <class Real>
TensorView<Real, 2> matrix_of(const ParameterLayout& layout, std::span<Real> arena, ParameterId id) {
  const Parameter& parameter = layout.list[id];
  return {arena.data() + parameter.offset, {parameter.shape[0], parameter.shape[1]}};
}
template <class Real>
std::span<Real> numbers_of(const ParameterLayout& layout, std::span<Real> arena, ParameterId id) {
  return arena.subspan(layout.list[id].offset, layout.list[id].size);
}

// What is saved: a parameter with its numbers, rows packed.
struct NamedTensor {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<float> numbers;
};
std::vector<NamedTensor> save(const ParameterLayout& layout, std::span<const float> arena);

// Throws an Error that names the parameter unless names, shapes and their number are those of the layout (in any
// order) and every number is finite.
Arena load(const ParameterLayout& layout, std::span<const NamedTensor> tensors);

// "[64, 16]"
std::string text_of_shape(std::span<const std::size_t> shape);

}  // namespace posenc
