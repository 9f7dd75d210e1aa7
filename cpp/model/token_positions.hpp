// Positions of tokens where none are given, by stated rules.
#pragma once

#include <vector>

#include "attention/mask.hpp"

namespace posenc {

enum class PositionRule {
  slots,        // 0, 1, 2, …
  real_tokens,  // counted over the tokens that a padding mask leaves; padding takes 1, as in Hugging Face
  documents,    // from 0 again in each document of a document mask
};

// 0, 1, 2, … for keys; queries are the last ones of them (all of them where there are as many).
std::vector<double> default_positions(int tokens, int keys);

// [keys]. Throws an Error unless a mask says which tokens are padding, or which documents there are.
std::vector<double> positions_by_rule(PositionRule rule, const Masks& masks, int keys);

}  // namespace posenc
