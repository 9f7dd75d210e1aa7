#include "attention/reference_rotation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/reference_scaling.hpp"

namespace posenc {

namespace {

struct Turn {
  double frequency;
  int stream;
};

// Su et al. 2021, eq. 15: theta_r = base^(-2r / d). Variants as Hugging Face's and Qwen's code define them.
Turn turn_of_pair(const Rotary& method, int width, int pair, double length) {
  Turn turn{reference_frequency(method.scaling, width, method.rope_theta, pair, length), 0};
  if (!method.inv_freq.empty()) turn.frequency = method.inv_freq[static_cast<std::size_t>(pair)];
  // Gemma 4: int(factor * width // 2) pairs turn, the others stand still.
  if (method.type == RotaryType::proportional && pair >= static_cast<int>(method.partial_rotary_factor * width / 2))
    turn.frequency = 0;
  if (method.mrope_section.empty()) return turn;
  if (method.mrope_layout == StreamLayout::interleaved) {
    turn.stream = method.mrope_rest;
    for (int stream = 0; stream <= 2; ++stream)
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

// Hugging Face: max(position_ids) + 1, whichever token it is.
double length_of(const Rotary& method, const ReferenceProblem& problem) {
  if (method.length > 0) return method.length;
  double length = 1;
  for (const double position : problem.query_positions) length = std::max(length, position + method.offset + 1);
  for (const double position : problem.key_positions) length = std::max(length, position + method.offset + 1);
  for (const auto& stream : method.streams)
    for (const double position : stream) length = std::max(length, position + method.offset + 1);
  return length;
}

struct Setting {
  int width;
  double length;
  RotatedSide side;
};

void rotate_token(const Rotary& method, const Setting& setting, std::span<const double> stream_positions,
                  double position, double* vector) {
  const auto [width, length, side] = setting;
  const double amplitude = reference_amplitude(method.scaling, length);
  for (int r = 0; r < width / 2; ++r) {
    const Turn turn = turn_of_pair(method, width, r, length);
    const double at =
        method.offset + (stream_positions.empty() ? position : stream_positions[static_cast<std::size_t>(turn.stream)]);
    const double size = amplitude * xpos_size(method, width, r, at, side);
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

Tensor<double, 3> reference_rotation(const PositionMethods& methods, const ReferenceProblem& problem,
                                     RotatedSide side) {
  const TensorView<const double, 3> vectors = side == RotatedSide::query ? problem.query : problem.key;
  const std::span<const double> positions =
      side == RotatedSide::query ? problem.query_positions : problem.key_positions;
  Tensor<double, 3> result(vectors.extents());
  const Rotary* rotary = nullptr;
  for (const PositionMethod& method : methods)
    if (const auto* found = std::get_if<Rotary>(&method)) rotary = found;
  const auto keys = static_cast<std::size_t>(problem.shape.keys);
  const std::size_t skipped = keys - std::min(positions.size(), keys);
  const double length = rotary ? length_of(*rotary, problem) : 0;
  for (std::size_t h = 0; h < vectors.extent(0); ++h)
    for (std::size_t t = 0; t < vectors.extent(1); ++t) {
      for (std::size_t c = 0; c < vectors.extent(2); ++c) result(h, t, c) = vectors(h, t, c);
      if (!rotary) continue;
      std::vector<double> streams;
      for (const auto& stream : rotary->streams) streams.push_back(stream[skipped + t]);
      rotate_token(*rotary, {turning_channels(*rotary, problem.shape), length, side}, streams, positions[t],
                   result.row(h, t));
    }
  return result;
}

}  // namespace posenc
