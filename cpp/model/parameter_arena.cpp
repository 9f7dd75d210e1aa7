#include "model/parameter_arena.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace posenc {

ParameterId ParameterLayout::add(std::string name, std::vector<std::size_t> shape, bool decays) {
  std::size_t size = 1;
  for (const std::size_t extent : shape) size *= extent;
  list.push_back({std::move(name), std::move(shape), floats, size, decays});
  floats += padded_length<float>(size);
  return list.size() - 1;
}

std::size_t ParameterLayout::count() const {
  std::size_t sum = 0;
  for (const Parameter& parameter : list) sum += parameter.size;
  return sum;
}

std::string text_of_shape(std::span<const std::size_t> shape) {
  std::string text = "[";
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    text += concat(axis == 0 ? "" : ", ", static_cast<int>(shape[axis]));
  return text + "]";
}

std::vector<NamedTensor> save(const ParameterLayout& layout, std::span<const float> arena) {
  std::vector<NamedTensor> tensors;
  for (const Parameter& parameter : layout.list) {
    const auto numbers = arena.subspan(parameter.offset, parameter.size);
    tensors.push_back({parameter.name, parameter.shape, {numbers.begin(), numbers.end()}});
  }
  return tensors;
}

Arena load(const ParameterLayout& layout, std::span<const NamedTensor> tensors) {
  Arena arena(layout.floats);
  for (const Parameter& parameter : layout.list) {
    const auto found = std::ranges::find(tensors, parameter.name, &NamedTensor::name);
    if (found == tensors.end()) throw_invalid(parameter.name, text_of_shape(parameter.shape), "no such tensor");
    if (found->shape != parameter.shape || found->numbers.size() != parameter.size)
      throw_invalid(parameter.name, text_of_shape(parameter.shape),
                    concat(text_of_shape(found->shape), " with ", static_cast<int>(found->numbers.size()), " numbers"));
    for (const float number : found->numbers) require_finite(parameter.name, number);
    std::ranges::copy(found->numbers, arena.begin() + static_cast<std::ptrdiff_t>(parameter.offset));
  }
  for (const NamedTensor& tensor : tensors)
    if (std::ranges::find(layout.list, tensor.name, &Parameter::name) == layout.list.end())
      throw_invalid(tensor.name, "a parameter of this model", "one that it has not");
  if (tensors.size() != layout.list.size())
    throw_invalid("tensors", concat(static_cast<int>(layout.list.size()), " of them, each once"),
                  text_of(static_cast<int>(tensors.size())));
  return arena;
}

}  // namespace posenc
