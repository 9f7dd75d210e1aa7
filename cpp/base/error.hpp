// Errors that a user can cause, and the words for them.
//
// validate() functions and readers throw Error; its message names the field, what was expected and what came:
//   "method.rotary_dim: expected an even number from 2 to head_dim (8), got 7".
// Kernels are noexcept and take validated problems.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace posenc {

enum class ErrorCode {
  invalid_argument,  // the caller's problem is not one that can be computed
  too_large,         // it could be, but is over a stated limit
};

class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}
  ErrorCode code() const noexcept { return code_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
};

// The number as short as it can be read back: 0.5, 16, 1e+30, nan.
std::string text_of(double number);
inline std::string text_of(int number) {
  return std::to_string(number);
}
inline std::string text_of(std::string_view words) {
  return std::string(words);
}

template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string whole;
  (whole.append(text_of(parts)), ...);
  return whole;
}

// Throws invalid_argument: "<field>: expected <expected>, got <got>".
[[noreturn]] void throw_invalid(std::string_view field, std::string_view expected, std::string_view got);

// Runs `work`; an error about a field that begins with `field` is told about `place` instead: method.p, method[1].p.
template <class Work>
auto at_place(std::string_view field, const std::string& place, Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const Error& error) {
    const std::string_view message = error.what();
    if (place == field || !message.starts_with(field)) throw;
    throw Error(error.code(), concat(place, message.substr(field.size())));
  }
}

// Throws unless low <= number <= high.
void require_range(std::string_view field, double number, double low, double high);

// Throws unless the number is finite.
void require_finite(std::string_view field, double number);

}  // namespace posenc
