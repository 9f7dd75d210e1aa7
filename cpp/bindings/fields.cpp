#include "bindings/fields.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace posenc {

namespace {

using emscripten::val;

constexpr std::size_t kMaxShownText = 40;
constexpr unsigned kMaxListLength = 1u << 20;
constexpr double kMaxTensorNumbers = 0x1p26;

// Text as JavaScript gives it, cut for a message. Cutting at a byte could split a character, so it is cut in
// JavaScript.
std::string shown(const val& text) {
  const unsigned length = text["length"].as<unsigned>();
  if (length <= kMaxShownText) return concat("\"", text.as<std::string>(), "\"");
  return concat("\"", text.call<val>("slice", 0, kMaxShownText).as<std::string>(), "…\"");
}

double number_of(const val& value, const std::string& field) {
  if (!value.isNumber()) throw_invalid(field, "a number", describe(value));
  const double number = value.as<double>();
  require_finite(field, number);
  return number;
}

int integer_of(const val& value, const std::string& field) {
  const double number = number_of(value, field);
  if (number != std::floor(number) || std::abs(number) > 0x7fffffff)
    throw_invalid(field, "a whole number below 2^31", describe(value));
  return static_cast<int>(number);
}

unsigned length_of(const val& value, const std::string& field, std::string_view expected) {
  if (!value.isArray()) throw_invalid(field, expected, describe(value));
  const unsigned length = value["length"].as<unsigned>();
  if (length > kMaxListLength)
    throw Error(ErrorCode::too_large, concat(field, ": expected at most ", static_cast<double>(kMaxListLength),
                                             " entries, got ", static_cast<double>(length)));
  return length;
}

std::string at(const std::string& field, unsigned index) {
  return concat(field, "[", static_cast<int>(index), "]");
}

template <class T, std::size_t Rank>
Tensor<T, Rank> tensor_of(const val& value, const std::string& field) {
  const std::string expected = concat("a tensor with ", static_cast<int>(Rank), " axes");
  if (value.isUndefined() || value.isNull() || value.isNumber() || value.isString())
    throw_invalid(field, expected, describe(value));
  const val shape = value["shape"], data = value["data"];
  if (!shape.isArray() || shape["length"].as<unsigned>() != Rank || data.isUndefined() || data.isNull())
    throw_invalid(
        field, expected,
        shape.isArray() ? concat(static_cast<int>(shape["length"].as<unsigned>()), " axes") : describe(value));
  typename Tensor<T, Rank>::Extents extents;
  double count = 1;
  for (unsigned axis = 0; axis < Rank; ++axis) {
    const int extent = integer_of(shape[axis], at(concat(field, ".shape"), axis));
    if (extent < 1) throw_invalid(at(concat(field, ".shape"), axis), "at least 1", text_of(extent));
    extents[axis] = static_cast<std::size_t>(extent);
    count *= extent;
  }
  if (count > kMaxTensorNumbers)
    throw Error(ErrorCode::too_large, concat(field, ": expected at most ", kMaxTensorNumbers, " numbers, got ", count));
  const double length = data["length"].as<double>();
  if (length != count)
    throw_invalid(concat(field, ".data"), concat(count, " numbers, as its shape says"), text_of(length));
  const std::vector<T> numbers = emscripten::convertJSArrayToNumberVector<T>(data);
  Tensor<T, Rank> tensor(extents);
  std::ranges::copy(numbers, tensor.numbers().begin());
  return tensor;
}

}  // namespace

std::string describe(const val& value) {
  if (value.isUndefined()) return "nothing";
  if (value.isNull()) return "null";
  if (value.isNumber()) return text_of(value.as<double>());
  if (value.isString()) return shown(value);
  if (value.isTrue()) return "true";
  if (value.isFalse()) return "false";
  if (value.isArray()) return concat("an array of ", value["length"].as<double>());
  return concat("a value of type ", value.typeOf().as<std::string>());
}

Fields::Fields(val object, std::string path) : object_(std::move(object)), path_(std::move(path)) {
  if (object_.isUndefined() || object_.isNull() || object_.isArray() || object_.typeOf().as<std::string>() != "object")
    throw_invalid(path_.empty() ? "problem" : path_, "an object", describe(object_));
}

std::string Fields::path_of(std::string_view name) const {
  return path_.empty() ? std::string(name) : concat(path_, ".", name);
}

val Fields::raw(const char* name) {
  known_.emplace_back(name);
  // Only own fields: "toString" or "constructor" must not come from the prototype.
  if (!val::global("Object").call<bool>("hasOwn", object_, val(name))) return val::undefined();
  return object_[name];
}

bool Fields::has(const char* name) {
  return !raw(name).isUndefined();
}

double Fields::number(const char* name, double otherwise) {
  const val value = raw(name);
  return value.isUndefined() ? otherwise : number_of(value, path_of(name));
}

int Fields::integer(const char* name, int otherwise) {
  const val value = raw(name);
  return value.isUndefined() ? otherwise : integer_of(value, path_of(name));
}

double Fields::needed_number(const char* name) {
  return number_of(raw(name), path_of(name));
}

int Fields::needed_integer(const char* name, int low, int high) {
  const int number = integer_of(raw(name), path_of(name));
  require_range(path_of(name), number, low, high);
  return number;
}

bool Fields::flag(const char* name, bool otherwise) {
  const val value = raw(name);
  if (value.isUndefined()) return otherwise;
  if (!value.isTrue() && !value.isFalse()) throw_invalid(path_of(name), "true or false", describe(value));
  return value.isTrue();
}

std::string Fields::text(const char* name, std::string_view otherwise) {
  const val value = raw(name);
  if (value.isUndefined()) return std::string(otherwise);
  if (!value.isString()) throw_invalid(path_of(name), "a text", describe(value));
  return value.as<std::string>();
}

std::vector<double> Fields::numbers(const char* name) {
  const val value = raw(name);
  std::vector<double> list;
  if (value.isUndefined()) return list;
  const unsigned length = length_of(value, path_of(name), "an array of numbers");
  for (unsigned index = 0; index < length; ++index) list.push_back(number_of(value[index], at(path_of(name), index)));
  if (list.empty()) throw_invalid(path_of(name), "at least one number", "an empty array");
  return list;
}

std::vector<int> Fields::integers(const char* name) {
  const val value = raw(name);
  std::vector<int> list;
  if (value.isUndefined()) return list;
  const unsigned length = length_of(value, path_of(name), "an array of whole numbers");
  for (unsigned index = 0; index < length; ++index) list.push_back(integer_of(value[index], at(path_of(name), index)));
  if (list.empty()) throw_invalid(path_of(name), "at least one number", "an empty array");
  return list;
}

std::vector<std::string> Fields::texts(const char* name) {
  const val value = raw(name);
  std::vector<std::string> list;
  const unsigned length = length_of(value, path_of(name), "an array of texts");
  for (unsigned index = 0; index < length; ++index) {
    const val text = value[index];
    if (!text.isString()) throw_invalid(at(path_of(name), index), "a text", describe(text));
    list.push_back(text.as<std::string>());
  }
  if (list.empty()) throw_invalid(path_of(name), "at least one text", "an empty array");
  return list;
}

Tensor<float, 2> Fields::matrix(const char* name) {
  return tensor_of<float, 2>(raw(name), path_of(name));
}

Tensor<float, 2> Fields::optional_matrix(const char* name) {
  return has(name) ? matrix(name) : Tensor<float, 2>();
}

Tensor<float, 3> Fields::tensor(const char* name) {
  return tensor_of<float, 3>(raw(name), path_of(name));
}

Tensor<double, 3> Fields::double_tensor(const char* name) {
  return tensor_of<double, 3>(raw(name), path_of(name));
}

std::size_t Fields::choose(const char* name, const std::string_view* names, std::size_t count) {
  const val value = raw(name);
  std::string expected;
  for (std::size_t index = 0; index < count; ++index) {
    if (value.isString() && value.as<std::string>() == names[index]) return index;
    expected += concat(index == 0 ? "" : index + 1 == count ? " or " : ", ", names[index]);
  }
  throw_invalid(path_of(name), expected, describe(value));
}

void Fields::finish() const {
  const val keys = val::global("Object").call<val>("keys", object_);
  const unsigned count = keys["length"].as<unsigned>();
  for (unsigned index = 0; index < count; ++index) {
    const std::string key = keys[index].as<std::string>();
    if (std::ranges::find(known_, key) != known_.end()) continue;
    std::string names;
    for (const std::string& name : known_)
      if (names.find(name) == std::string::npos) names += concat(names.empty() ? "" : ", ", name);
    throw_invalid(path_.empty() ? "problem" : path_, concat("only the fields ", names),
                  concat("also ", shown(keys[index])));
  }
}

}  // namespace posenc
