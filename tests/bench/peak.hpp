// The multiply-add rate that this build can reach: twelve independent chains over registers, operands read from memory.
// Fewer chains wait for their own results, and constant operands are rebuilt in the loop by some engines.
#pragma once

#include <cstdint>

namespace posenc::bench {

// Floating-point operations done by one call.
double run_peak(std::int64_t steps) noexcept;

}  // namespace posenc::bench
