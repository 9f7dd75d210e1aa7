#include "base/random.hpp"

namespace posenc {

std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double Random::uniform() {
  return static_cast<double>(next() >> 11) * 0x1p-53;
}

double Random::normal() {
  double sum = -6;
  for (int term = 0; term < 12; ++term) sum += uniform();
  return sum;
}

int Random::below(int bound) {
  return static_cast<int>(uniform() * bound);
}

std::uint64_t seed_from(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return Random(hash ^ (seed * 0x9e3779b97f4a7c15u)).next();
}

}  // namespace posenc
