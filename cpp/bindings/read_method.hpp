// The `method` and `query_scale` of the problem JSON.
#pragma once

#include <emscripten/val.h>

#include "position/method.hpp"
#include "position/query_scale.hpp"

namespace posenc {

// One object or an array of them; undefined gives an empty list. {kind: "stack", layers} describes a stack of layers,
// of which number `layer` is taken, the list repeating. Learned tables that are absent stay empty.
PositionMethods read_methods(const emscripten::val& value, int layer);

QueryScale read_query_scale(const emscripten::val& object);

}  // namespace posenc
