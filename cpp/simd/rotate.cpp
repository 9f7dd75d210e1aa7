#include "simd/rotate.hpp"

#include <utility>

#include "simd/batch.hpp"

namespace posenc {

namespace {

void rotate_pair(float cosine, float sine, float x, float y, float& to_x, float& to_y) noexcept {
  to_x = x * cosine - y * sine;
  to_y = x * sine + y * cosine;
}

// [a b c d …] -> [b a d c …]
template <unsigned... Lane>
FloatBatch swap_pairs(const FloatBatch& pairs, std::integer_sequence<unsigned, Lane...>) noexcept {
  return xsimd::swizzle(pairs, xsimd::batch_constant<unsigned, FloatBatch::arch_type, (Lane ^ 1u)...>());
}
FloatBatch swap_pairs(const FloatBatch& pairs) noexcept {
  return swap_pairs(pairs, std::make_integer_sequence<unsigned, kLanes>());
}

}  // namespace

void rotate_half_split(const float* cosine, const float* sine, std::size_t width, const float* from,
                       float* to) noexcept {
  const std::size_t half = width / 2;
  std::size_t r = 0;
  for (; r + kLanes <= half; r += kLanes) {
    const FloatBatch c = FloatBatch::load_unaligned(cosine + r), s = FloatBatch::load_unaligned(sine + r);
    const FloatBatch x = FloatBatch::load_unaligned(from + r), y = FloatBatch::load_unaligned(from + half + r);
    (x * c - y * s).store_unaligned(to + r);
    (x * s + y * c).store_unaligned(to + half + r);
  }
  // The two halves touch, so a padded store of the first would overwrite the second: the last pairs go one by one.
  for (; r < half; ++r) rotate_pair(cosine[r], sine[r], from[r], from[half + r], to[r], to[half + r]);
}

void rotate_interleaved(const float* cosine, const float* sine, std::size_t width, const float* from,
                        float* to) noexcept {
  const std::size_t half = width / 2;
  std::size_t r = 0;
  for (; r + kLanes <= half; r += kLanes) {
    const FloatBatch c = FloatBatch::load_unaligned(cosine + r), s = FloatBatch::load_unaligned(sine + r);
    // [x y] * [c c] + [y x] * [-s s]
    const FloatBatch low = FloatBatch::load_unaligned(from + 2 * r);
    const FloatBatch high = FloatBatch::load_unaligned(from + 2 * r + kLanes);
    (low * xsimd::zip_lo(c, c) + swap_pairs(low) * xsimd::zip_lo(-s, s)).store_unaligned(to + 2 * r);
    (high * xsimd::zip_hi(c, c) + swap_pairs(high) * xsimd::zip_hi(-s, s)).store_unaligned(to + 2 * r + kLanes);
  }
  for (; r < half; ++r) rotate_pair(cosine[r], sine[r], from[2 * r], from[2 * r + 1], to[2 * r], to[2 * r + 1]);
}

}  // namespace posenc
