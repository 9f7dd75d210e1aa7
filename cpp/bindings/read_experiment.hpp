// The experiment JSON (README, "Training") as values. The one place where its field names and defaults are read.
#pragma once

#include <emscripten/val.h>

#include "training/run.hpp"

namespace posenc {

// Throws an Error that names the field.
Experiment read_experiment(const emscripten::val& object);
TestRequest read_test(const emscripten::val& object);

// [{name, shape, data}]
std::vector<NamedTensor> read_parameters(const emscripten::val& list);

}  // namespace posenc
