// POSENC_ASSERT: a programmer's mistake, never a user's. On in debug and test builds (POSENC_ASSERTIONS), where it
// throws std::logic_error so that a test can see it; nothing in release builds.
#pragma once

#ifdef POSENC_ASSERTIONS
#include <stdexcept>
#define POSENC_ASSERT(condition)                                               \
  do {                                                                         \
    if (!(condition)) throw std::logic_error("assertion failed: " #condition); \
  } while (false)
#else
#define POSENC_ASSERT(condition) static_cast<void>(0)
#endif

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "Posenc needs infinities and NaN: build without -ffast-math and -ffinite-math-only"
#endif
