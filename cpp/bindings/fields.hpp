// Reads a plain JavaScript object strictly: every field is asked for by name, and finish() refuses those that nobody
// asked for, so that a misspelt parameter is an error and never a silent default.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.hpp"

namespace posenc {

class Fields {
 public:
  // `path` names the object in messages: "method", "input"; empty for the problem itself.
  Fields(emscripten::val object, std::string path);

  std::string path_of(std::string_view name) const;

  // Present and not undefined. Marks the field as known.
  bool has(const char* name);
  // The raw value, undefined where absent. Marks the field as known.
  emscripten::val raw(const char* name);

  double number(const char* name, double otherwise);
  double needed_number(const char* name);  // must be there
  int integer(const char* name, int otherwise);
  int needed_integer(const char* name, int low, int high);  // must be there, low <= it <= high
  bool flag(const char* name, bool otherwise);
  std::string text(const char* name, std::string_view otherwise);
  std::vector<double> numbers(const char* name);       // empty where absent
  std::vector<int> integers(const char* name);         // empty where absent
  std::vector<std::string> texts(const char* name);    // must be there
  Tensor<float, 2> matrix(const char* name);           // {shape, data}, must be there
  Tensor<float, 2> optional_matrix(const char* name);  // empty where absent
  Tensor<float, 3> tensor(const char* name);           // {shape, data}, must be there
  Tensor<double, 3> double_tensor(const char* name);   // the same, from either precision

  // One of `names` by its index; throws naming them all.
  template <class Enum, std::size_t Count>
  Enum choice(const char* name, const std::string_view (&names)[Count], Enum otherwise) {
    if (!has(name)) return otherwise;
    return static_cast<Enum>(choose(name, names, Count));
  }
  std::size_t choose(const char* name, const std::string_view* names, std::size_t count);

  // Throws if the object has a field that was not asked for.
  void finish() const;

 private:
  emscripten::val object_;
  std::string path_;
  std::vector<std::string> known_;
};

// What a value looks like in a message: 7, "seven", an array, nothing.
std::string describe(const emscripten::val& value);

}  // namespace posenc
