#include "attention/rotation.hpp"

#include <algorithm>

#include "simd/rotate.hpp"

namespace posenc {

namespace {

void rotate(const Rotation& rotation, const RotationTable& table, std::size_t token, const float* from,
            float* to) noexcept {
  const auto turn = rotation.pairing == RotaryPairing::half_split ? rotate_half_split : rotate_interleaved;
  turn(table.cosine.row(token), table.sine.row(token), static_cast<std::size_t>(rotation.rotary_dim), from, to);
}

}  // namespace

void rotate_query(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                  float* to) noexcept {
  std::copy_n(from, head_dim, to);
  if (plan.rotation) rotate(*plan.rotation, plan.rotation->query, token, from, to);
}

void rotate_key(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                float* to) noexcept {
  std::copy_n(from, head_dim, to);
  if (plan.rotation && plan.rotation->key) rotate(*plan.rotation, *plan.rotation->key, token, from, to);
}

}  // namespace posenc
