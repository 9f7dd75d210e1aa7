// ALiBi's slopes for any number of heads, by the authors' rule (Press, Smith, Lewis 2022, and their released code).
//
// With p the largest power of two <= heads: slope_h = 2^(-8 h / p), h = 1 … p; the remaining heads take the odd
// entries of the series for 2 p, appended: 2^(-8 j / (2 p)), j = 1, 3, 5, …
//
// For 8 heads that is 1/2 … 1/256. The series 2^-(h), which circulates as "the" rule, is right for 8 heads only.
// The order is part of the rule: slopes are not sorted.
#pragma once

#include <vector>

namespace posenc {

// [heads]
std::vector<double> alibi_slopes(int heads);

}  // namespace posenc
