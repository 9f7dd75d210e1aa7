#include "attention/reference_rotation.hpp"

#include <cmath>

namespace posenc {

namespace {

struct Turn {
  double frequency;
  int stream;
};

// Su et al. 2021, eq. 15: theta_r = base^(-2r / d). Variants as Hugging Face's and Qwen's code define them.
Turn turn_of_pair(const Rotary& method, int width, int pair) {
  Turn turn{1 / std::pow(method.rope_theta, 2.0 * pair / width), 0};
  if (!method.inv_freq.empty()) turn.frequency = method.inv_freq[static_cast<std::size_t>(pair)];
  // Gemma 4: int(factor * width // 2) pairs turn, the others stand still.
  if (method.type == RotaryType::proportional && pair >= static_cast<int>(method.partial_rotary_factor * width / 2))
    turn.frequency = 0;
  if (method.mrope_section.empty()) return turn;
  if (method.mrope_layout == StreamLayout::interleaved) {
    for (int stream = 1; stream <= 2; ++stream)
      if (pair % 3 == stream && pair < 3 * method.mrope_section[static_cast<std::size_t>(stream)]) turn.stream = stream;
    return turn;
  }
  int first = 0;
  while (pair >= first + method.mrope_section[static_cast<std::size_t>(turn.stream)])
    first += method.mrope_section[static_cast<std::size_t>(turn.stream++)];
  if (method.mrope_layout == StreamLayout::axial && method.inv_freq.empty())
    turn.frequency =
        1 / std::pow(method.rope_theta,
                     2.0 * (pair - first) / (2.0 * method.mrope_section[static_cast<std::size_t>(turn.stream)]));
  return turn;
}

// Sun et al. 2023, algorithm 1: zeta_r = (r / (d / 2) + gamma) / (1 + gamma), gamma = 0.4.
double xpos_size(const Rotary& method, int width, int pair, double position, RotatedSide side) {
  if (method.xpos_scale_base == 0) return 1;
  const double zeta = (pair / (width / 2.0) + 0.4) / 1.4;
  const double size = std::pow(zeta, (position - method.xpos_center) / method.xpos_scale_base);
  return side == RotatedSide::query ? size : 1 / size;
}

// rotary_dim, or its share of the head; Gemma 4's type pairs the whole head and lets the rest stand still.
int turning_channels(const Rotary& method, const AttentionShape& shape) {
  if (method.rotary_dim > 0) return method.rotary_dim;
  const double share = method.type == RotaryType::proportional ? 1 : method.partial_rotary_factor;
  return static_cast<int>(share * shape.head_dim);
}

void rotate_token(const Rotary& method, int width, std::span<const double> stream_positions, double position,
                  RotatedSide side, double* vector) {
  for (int r = 0; r < width / 2; ++r) {
    const Turn turn = turn_of_pair(method, width, r);
    const double at =
        method.offset + (stream_positions.empty() ? position : stream_positions[static_cast<std::size_t>(turn.stream)]);
    const double size = xpos_size(method, width, r, at, side);
    const double cosine = size * std::cos(at * turn.frequency), sine = size * std::sin(at * turn.frequency);
    const bool interleaved = method.pairing == RotaryPairing::interleaved;
    double& x = vector[interleaved ? 2 * r : r];
    double& y = vector[interleaved ? 2 * r + 1 : r + width / 2];
    const double turned_x = x * cosine - y * sine;
    y = x * sine + y * cosine;
    x = turned_x;
  }
}

}  // namespace

Tensor<double, 3> reference_rotation(const PositionMethods& methods, const AttentionShape& shape,
                                     TensorView<const double, 3> vectors, std::span<const double> positions,
                                     RotatedSide side) {
  Tensor<double, 3> result(vectors.extents());
  const Rotary* rotary = nullptr;
  for (const PositionMethod& method : methods)
    if (const auto* found = std::get_if<Rotary>(&method)) rotary = found;
  const std::size_t skipped =
      static_cast<std::size_t>(shape.keys) - std::min(positions.size(), static_cast<std::size_t>(shape.keys));
  for (std::size_t h = 0; h < vectors.extent(0); ++h)
    for (std::size_t t = 0; t < vectors.extent(1); ++t) {
      for (std::size_t c = 0; c < vectors.extent(2); ++c) result(h, t, c) = vectors(h, t, c);
      if (!rotary) continue;
      std::vector<double> streams;
      for (const auto& stream : rotary->streams) streams.push_back(stream[skipped + t]);
      rotate_token(*rotary, turning_channels(*rotary, shape), streams, positions[t], side, result.row(h, t));
    }
  return result;
}

}  // namespace posenc
