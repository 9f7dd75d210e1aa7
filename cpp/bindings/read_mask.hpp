// The `mask` of the problem JSON.
#pragma once

#include <emscripten/val.h>

#include "attention/mask.hpp"

namespace posenc {

// Undefined and {kind: "none"} give an empty list; {kind: "all", masks} gives its parts.
Masks read_masks(const emscripten::val& object);

}  // namespace posenc
