#include "position/rope_frequencies.hpp"

#include <cmath>

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

// Qwen3-VL: pair r belongs to stream r mod 3 while r < 3 * its section, and to stream 0 otherwise.
int interleaved_stream(int pair, const std::vector<int>& sections) {
  const int stream = pair % 3;
  return stream > 0 && pair < 3 * sections[static_cast<std::size_t>(stream)] ? stream : 0;
}

}  // namespace

std::vector<double> rope_frequencies(int rotary_dim, double rope_theta) {
  std::vector<double> inv_freq;
  for (int channel = 0; channel < rotary_dim; channel += 2)
    inv_freq.push_back(std::pow(rope_theta, -static_cast<double>(channel) / rotary_dim));
  return inv_freq;
}

std::vector<RotaryPair> rotary_pairs(const Rotary& method, const AttentionShape& shape) {
  const int width = rotary_width(method, shape);
  const std::vector<double> inv_freq =
      method.inv_freq.empty() ? rope_frequencies(width, method.rope_theta) : method.inv_freq;
  std::vector<RotaryPair> pairs;
  for (const double frequency : inv_freq) pairs.push_back({frequency, 0});
  if (method.type == RotaryType::proportional) {
    // int(f * head_dim // 2) pairs turn, as in Hugging Face: a floor of the product, then its half.
    const int turning = static_cast<int>(std::floor(method.partial_rotary_factor * width / 2));
    for (std::size_t r = 0; r < pairs.size(); ++r)
      if (static_cast<int>(r) >= turning) pairs[r].inv_freq = 0;
  }
  if (method.mrope_section.empty()) return pairs;
  const std::vector<Place> places = chunked(method.mrope_section);
  for (std::size_t r = 0; r < pairs.size(); ++r) {
    const Place& place = places[r];
    if (method.mrope_layout == StreamLayout::interleaved) {
      pairs[r].stream = interleaved_stream(static_cast<int>(r), method.mrope_section);
      continue;
    }
    pairs[r].stream = place.stream;
    if (method.mrope_layout == StreamLayout::axial && method.inv_freq.empty()) {
      const int section = method.mrope_section[static_cast<std::size_t>(place.stream)];
      pairs[r].inv_freq = std::pow(method.rope_theta, -static_cast<double>(place.index) / section);
    }
  }
  return pairs;
}

}  // namespace posenc
