// ALiBi's slopes (Press, Smith, Lewis 2022, and their released code).
//
// The authors' rule for any number of heads: with p the largest power of two <= heads, slope_h = 2^(-bias_max h / p),
// h = 1 … p; the remaining heads take the odd entries of the series for 2 p, appended: 2^(-bias_max j / (2 p)), j = 1,
// 3, … The geometric rule, 2^(-bias_max h / heads), is the paper's text and equals it for powers of two.
//
// For 8 heads and bias_max 8 that is 1/2 … 1/256. The series 2^-h, which circulates as "the" rule, is right for 8 heads
// only. The order is part of the rule: slopes are not sorted. llm-foundry's MPT builds the same numbers another way.
#pragma once

#include <vector>

#include "position/method.hpp"

namespace posenc {

// [heads]; method.slopes where they are given.
std::vector<double> alibi_slopes(const Alibi& method, int heads);

}  // namespace posenc
