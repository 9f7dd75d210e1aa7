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

// (x, y) -> (x cos + y sin, y cos - x sin)
void rotate_back(const Rotation& rotation, const RotationTable& table, std::size_t token, float* vector) noexcept {
  const auto pairs = static_cast<std::size_t>(rotation.rotary_dim) / 2;
  const float *cosine = table.cosine.row(token), *sine = table.sine.row(token);
  for (std::size_t r = 0; r < pairs; ++r) {
    const bool halves = rotation.pairing == RotaryPairing::half_split;
    float& x = vector[halves ? r : 2 * r];
    float& y = vector[halves ? r + pairs : 2 * r + 1];
    const float turned = x * cosine[r] + y * sine[r];
    y = y * cosine[r] - x * sine[r];
    x = turned;
  }
}

}  // namespace

void rotate_query(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                  float* to) noexcept {
  std::copy_n(from, head_dim, to);
  if (plan.rotation) rotate(*plan.rotation, *plan.rotation->query, token, from, to);
}

void rotate_key(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                float* to) noexcept {
  std::copy_n(from, head_dim, to);
  if (plan.rotation && plan.rotation->key) rotate(*plan.rotation, *plan.rotation->key, token, from, to);
}

void rotate_query_back(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                       float* to) noexcept {
  if (from != to) std::copy_n(from, head_dim, to);
  if (plan.rotation) rotate_back(*plan.rotation, *plan.rotation->query, token, to);
}

void rotate_key_back(const PositionPlan& plan, std::size_t token, std::size_t head_dim, const float* from,
                     float* to) noexcept {
  if (from != to) std::copy_n(from, head_dim, to);
  if (plan.rotation && plan.rotation->key) rotate_back(*plan.rotation, *plan.rotation->key, token, to);
}

}  // namespace posenc
