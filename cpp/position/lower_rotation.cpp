#include "position/lower_rotation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "position/recent_tables.hpp"

namespace posenc {

namespace {

enum class Side { query, key };

// XPos: zeta_r = (2 r + 0.4 d) / (1.4 d); queries grow by zeta^((p - center) / base), keys shrink by it.
double amplitude(const Rotary& method, Side side, int pair, int width, double position) {
  if (method.xpos_scale_base == 0) return 1;
  const double zeta = (2.0 * pair + 0.4 * width) / (1.4 * width);
  const double power = (position - method.xpos_center) / method.xpos_scale_base;
  return std::pow(zeta, side == Side::query ? power : -power);
}

// The position of a token in a stream. Streams count keys; queries are the last of the keys.
double stream_position(const Rotary& method, const PositionContext& context, Side side, int stream, std::size_t token) {
  const auto positions = side == Side::query ? context.query_positions : context.key_positions;
  if (method.streams.empty()) return positions[token];
  const std::vector<double>& keys = method.streams[static_cast<std::size_t>(stream)];
  return keys[keys.size() - positions.size() + token];
}

// Cosine and sine of one pair, token after token. From one position to the next they are turned on by the pair's own
// step, a complex product in double; at any other position, and every kReseed tokens, they are computed anew. The error
// stays below kReseed 2^-52, so that rounding to float gives the nearest number but for ties. A whole table takes a
// quarter of the time of cosine and sine of every angle (1 024 tokens, 32 pairs: 0.23 ms against 0.84 in WASM).
constexpr int kReseed = 64;
struct TurningPair {
  double inv_freq;
  double step_cosine, step_sine;
  double position = 0, cosine = 1, sine = 0;
  int steps = kReseed;

  explicit TurningPair(double frequency)
      : inv_freq(frequency), step_cosine(std::cos(frequency)), step_sine(std::sin(frequency)) {}

  void turn_to(double next) {
    if (next == position + 1 && steps < kReseed) {
      const double before = cosine;
      cosine = cosine * step_cosine - sine * step_sine;
      sine = sine * step_cosine + before * step_sine;
      ++steps;
    } else {
      cosine = std::cos(next * inv_freq);
      sine = std::sin(next * inv_freq);
      steps = 0;
    }
    position = next;
  }
};

bool is_exact(const AnglePrecision& precision) {
  return precision.inv_freq == FloatFormat::double64 && precision.position == FloatFormat::double64 &&
         precision.angle == FloatFormat::double64 && precision.series == AngleSeries::powers;
}

// Everything that a table depends on: two that are made from the same numbers are the same.
std::vector<double> ingredients(const Rotary& method, const PositionContext& context, Side side,
                                const RotaryPairs& rotary) {
  const AnglePrecision& precision = method.precision;
  std::vector<double> numbers{static_cast<double>(rotary_width(method, context.shape)), rotary.attention_factor};
  for (const FloatFormat format : {precision.inv_freq, precision.position, precision.angle, precision.table})
    numbers.push_back(static_cast<double>(format));
  numbers.push_back(static_cast<double>(precision.series));
  // Rounded frequencies and running angles start from the base itself.
  numbers.push_back(is_exact(precision) ? 0 : method.rope_theta);
  numbers.push_back(method.xpos_scale_base);
  numbers.push_back(method.xpos_center);
  // Only XPos tells queries from keys at the same positions.
  numbers.push_back(method.xpos_scale_base == 0 ? 0 : 1 + static_cast<double>(side));
  numbers.push_back(static_cast<double>(rotary.pairs.size()));
  int streams = 0;
  for (const RotaryPair& pair : rotary.pairs) {
    numbers.push_back(pair.inv_freq);
    numbers.push_back(pair.stream);
    streams = std::max(streams, pair.stream + 1);
  }
  const std::size_t tokens = side == Side::query ? context.query_positions.size() : context.key_positions.size();
  for (int stream = 0; stream < (method.streams.empty() ? 1 : streams); ++stream)
    for (std::size_t t = 0; t < tokens; ++t)
      numbers.push_back(stream_position(method, context, side, stream, t) + method.offset);
  return numbers;
}

RotationTable table_of(const Rotary& method, const PositionContext& context, Side side, const RotaryPairs& rotary) {
  const auto& [pairs, attention_factor] = rotary;
  const std::size_t tokens = side == Side::query ? context.query_positions.size() : context.key_positions.size();
  const int width = rotary_width(method, context.shape);
  RotationTable table{Tensor<float, 2>({tokens, pairs.size()}, RowPadding::to_64_bytes),
                      Tensor<float, 2>({tokens, pairs.size()}, RowPadding::to_64_bytes)};
  std::vector<TurningPair> turning;
  for (const RotaryPair& pair : pairs) turning.emplace_back(pair.inv_freq);
  const bool exact = is_exact(method.precision);
  std::vector<double> positions(pairs.size());
  for (std::size_t t = 0; t < tokens; ++t) {
    for (std::size_t r = 0; r < pairs.size(); ++r)
      positions[r] = stream_position(method, context, side, pairs[r].stream, t) + method.offset;
    const std::vector<double> angles = exact ? std::vector<double>() : rotary_angles(method, pairs, positions, width);
    float *cosine_row = table.cosine.row(t), *sine_row = table.sine.row(t);
    for (std::size_t r = 0; r < pairs.size(); ++r) {
      if (exact) turning[r].turn_to(positions[r]);
      const double cosine = exact ? turning[r].cosine : std::cos(angles[r]);
      const double sine = exact ? turning[r].sine : std::sin(angles[r]);
      const double size = attention_factor * amplitude(method, side, static_cast<int>(r), width, positions[r]);
      cosine_row[r] = static_cast<float>(rounded(size * cosine, method.precision.table));
      sine_row[r] = static_cast<float>(rounded(size * sine, method.precision.table));
    }
  }
  return table;
}

}  // namespace

std::vector<double> rotary_angles(const Rotary& method, std::span<const RotaryPair> pairs,
                                  std::span<const double> positions, int width) {
  const AnglePrecision& precision = method.precision;
  std::vector<double> angles;
  const double step = rounded(std::pow(method.rope_theta, -2.0 / width), precision.inv_freq);
  double running = 1;
  for (std::size_t r = 0; r < pairs.size(); ++r) {
    const double position = rounded(positions[r], precision.position);
    if (precision.series == AngleSeries::powers) {
      angles.push_back(rounded(position * rounded(pairs[r].inv_freq, precision.inv_freq), precision.angle));
      continue;
    }
    // The plain angle is carried from pair to pair; what the scaling does to it comes on top.
    running = rounded(r == 0 ? position : running * step, precision.angle);
    const double change = pairs[r].inv_freq * std::pow(method.rope_theta, 2.0 * static_cast<double>(r) / width);
    angles.push_back(rounded(running * rounded(change, precision.inv_freq), precision.angle));
  }
  return angles;
}

Rotation lower_rotation(const Rotary& method, const PositionContext& context) {
  const RotaryPairs rotary = rotary_pairs(method, context.shape, scaling_length(method, context));
  const auto table = [&](Side side) {
    return recent_table(ingredients(method, context, side, rotary),
                        [&] { return table_of(method, context, side, rotary); });
  };
  auto query = table(Side::query);
  return {method.pairing, rotary_width(method, context.shape), std::move(query), table(Side::key)};
}

}  // namespace posenc
