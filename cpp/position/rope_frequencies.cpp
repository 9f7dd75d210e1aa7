#include "position/rope_frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "position/scaled_frequencies.hpp"

namespace posenc {

namespace {

// Stream and index within the stream of each pair, for sections one after the other.
struct Place {
  int stream;
  int index;
};

std::vector<Place> chunked(const std::vector<int>& sections) {
  std::vector<Place> places;
  for (int stream = 0; stream < static_cast<int>(sections.size()); ++stream)
    for (int index = 0; index < sections[static_cast<std::size_t>(stream)]; ++index) places.push_back({stream, index});
  return places;
}

// Qwen3-VL: pair r belongs to stream r mod 3 while r < 3 * its section, and to the stream of the rest otherwise.
int interleaved_stream(int pair, const Rotary& method) {
  const int stream = pair % 3;
  return pair < 3 * method.mrope_section[static_cast<std::size_t>(stream)] ? stream : method.mrope_rest;
}

}  // namespace

std::vector<double> rope_frequencies(int rotary_dim, double rope_theta) {
  std::vector<double> inv_freq;
  for (int channel = 0; channel < rotary_dim; channel += 2)
    inv_freq.push_back(std::pow(rope_theta, -static_cast<double>(channel) / rotary_dim));
  return inv_freq;
}

double scaling_length(const Rotary& method, const PositionContext& context) {
  if (method.length > 0) return method.length;
  double last = -1;
  const auto see = [&](std::span<const double> positions) {
    for (const double position : positions) last = std::max(last, position);
  };
  see(context.query_positions);
  see(context.key_positions);
  for (const auto& stream : method.streams) see(stream);
  return std::max(last + method.offset + 1, 1.0);
}

RotaryPairs rotary_pairs(const Rotary& method, const AttentionShape& shape, double length) {
  const int width = rotary_width(method, shape);
  ScaledFrequencies scaled = scaled_frequencies(method.scaling, width, method.rope_theta, length);
  if (!method.inv_freq.empty()) scaled.inv_freq = method.inv_freq;
  RotaryPairs result{{}, scaled.attention_factor};
  std::vector<RotaryPair>& pairs = result.pairs;
  for (const double frequency : scaled.inv_freq) pairs.push_back({frequency, 0});
  if (method.type == RotaryType::proportional) {
    // int(f * head_dim // 2) pairs turn, as in Hugging Face: a floor of the product, then its half.
    const int turning = static_cast<int>(std::floor(method.partial_rotary_factor * width / 2));
    for (std::size_t r = 0; r < pairs.size(); ++r)
      if (static_cast<int>(r) >= turning) pairs[r].inv_freq = 0;
  }
  if (method.mrope_section.empty()) return result;
  const std::vector<Place> places = chunked(method.mrope_section);
  for (std::size_t r = 0; r < pairs.size(); ++r) {
    if (method.mrope_layout == StreamLayout::interleaved) {
      pairs[r].stream = interleaved_stream(static_cast<int>(r), method);
      continue;
    }
    const Place& place = places[r];
    pairs[r].stream = place.stream;
    if (method.mrope_layout == StreamLayout::axial && method.inv_freq.empty()) {
      const int section = method.mrope_section[static_cast<std::size_t>(place.stream)];
      pairs[r].inv_freq = std::pow(method.rope_theta, -static_cast<double>(place.index) / section);
    }
  }
  return result;
}

}  // namespace posenc
