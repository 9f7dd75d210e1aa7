// Values as plain JavaScript: {shape, data} with a typed array of its own. Nothing points into the heap afterwards.
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/tensor.hpp"

namespace posenc {

// A copy as Float32Array, Float64Array, Int32Array or Uint32Array. The view into the heap lives only inside this call.
template <class T>
emscripten::val typed_array(const T* data, std::size_t count) {
  const char* name = std::is_same_v<T, float>          ? "Float32Array"
                     : std::is_same_v<T, double>       ? "Float64Array"
                     : std::is_same_v<T, std::int32_t> ? "Int32Array"
                                                       : "Uint32Array";
  return emscripten::val::global(name).new_(emscripten::val(emscripten::typed_memory_view(count, data)));
}

template <class T>
emscripten::val typed_array(const std::vector<T>& numbers) {
  return typed_array(numbers.data(), numbers.size());
}

template <class T, std::size_t Rank>
emscripten::val tensor_object(const Tensor<T, Rank>& tensor) {
  const Tensor<T, Rank> rows = packed<T>(tensor);
  emscripten::val shape = emscripten::val::array();
  for (std::size_t axis = 0; axis < Rank; ++axis) shape.set(axis, static_cast<double>(rows.extent(axis)));
  emscripten::val object = emscripten::val::object();
  object.set("shape", shape);
  object.set("data", typed_array(rows.numbers().data(), rows.numbers().size()));
  return object;
}

}  // namespace posenc
