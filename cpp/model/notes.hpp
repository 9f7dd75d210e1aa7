// What a problem does that its reader may not expect: clamps, shared rows, stretched tables, truncations.
#pragma once

#include <string>
#include <vector>

#include "model/described_problem.hpp"

namespace posenc {

// One sentence each, in English; empty where nothing of the kind happens. The problem must be valid.
std::vector<std::string> notes(const DescribedProblem& problem);

}  // namespace posenc
