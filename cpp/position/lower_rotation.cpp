#include "position/lower_rotation.hpp"

#include <cmath>

#include "position/rope_frequencies.hpp"

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

RotationTable table_of(const Rotary& method, const PositionContext& context, Side side) {
  const std::vector<RotaryPair> pairs = rotary_pairs(method, context.shape);
  const std::size_t tokens = side == Side::query ? context.query_positions.size() : context.key_positions.size();
  const int width = rotary_width(method, context.shape);
  RotationTable table{Tensor<float, 2>({tokens, pairs.size()}, RowPadding::to_64_bytes),
                      Tensor<float, 2>({tokens, pairs.size()}, RowPadding::to_64_bytes)};
  for (std::size_t t = 0; t < tokens; ++t)
    for (std::size_t r = 0; r < pairs.size(); ++r) {
      const double position = stream_position(method, context, side, pairs[r].stream, t) + method.offset;
      const double angle = position * pairs[r].inv_freq;
      const double size = amplitude(method, side, static_cast<int>(r), width, position);
      table.cosine(t, r) = static_cast<float>(size * std::cos(angle));
      table.sine(t, r) = static_cast<float>(size * std::sin(angle));
    }
  return table;
}

}  // namespace

Rotation lower_rotation(const Rotary& method, const PositionContext& context) {
  return {method.pairing, rotary_width(method, context.shape), table_of(method, context, Side::query),
          table_of(method, context, Side::key)};
}

}  // namespace posenc
