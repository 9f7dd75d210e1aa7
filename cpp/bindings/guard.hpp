// The border: every call answers {ok: true, value} or {ok: false, code, message}, and no C++ exception crosses it.
#pragma once

#include <emscripten/val.h>

#include <exception>
#include <new>

#include "base/error.hpp"

namespace posenc {

inline emscripten::val failure(const char* code, const char* message) {
  emscripten::val answer = emscripten::val::object();
  answer.set("ok", false);
  answer.set("code", emscripten::val::u8string(code));
  answer.set("message", emscripten::val::u8string(message));
  return answer;
}

template <class Compute>
emscripten::val guard(Compute compute) {
  try {
    emscripten::val answer = emscripten::val::object();
    answer.set("value", compute());
    answer.set("ok", true);
    return answer;
  } catch (const Error& error) {
    return failure(error.code() == ErrorCode::too_large ? "too_large" : "invalid_argument", error.what());
  } catch (const std::bad_alloc&) {
    return failure("out_of_memory", "the problem does not fit into the memory of this page");
  } catch (const std::exception& error) {
    return failure("internal", error.what());
  } catch (...) {
    return failure("internal", "an unknown error in the core");
  }
}

}  // namespace posenc
