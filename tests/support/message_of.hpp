// What a refusal says.
#pragma once

#include <string>

#include "base/error.hpp"

namespace posenc::test {

// The message of the Error that `work` throws, or "no error".
std::string message_of(auto work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace posenc::test
