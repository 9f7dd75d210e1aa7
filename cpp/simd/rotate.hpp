// Turns the pairs of one vector by tabled angles:
//
//   (x, y) -> (x cos - y sin, x sin + y cos)
//
// half_split takes pair r from channels (r, r + width / 2):  [x x x x … y y y y …]
// interleaved takes it from channels (2r, 2r + 1):            [x y x y x y x y …]
//
// Two multiplications and one addition per channel, each rounded once (never fused), so every architecture gives equal
// bits. `from` and `to` may be the same vector. Channels from `width` on are the caller's to copy.
#pragma once

#include <cstddef>

namespace posenc {

// cosine, sine [width / 2]; from, to [width]
void rotate_half_split(const float* cosine, const float* sine, std::size_t width, const float* from,
                       float* to) noexcept;
void rotate_interleaved(const float* cosine, const float* sine, std::size_t width, const float* from,
                        float* to) noexcept;

}  // namespace posenc
