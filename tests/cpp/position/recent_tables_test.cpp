#include "position/recent_tables.hpp"

#include <catch2/catch_test_macros.hpp>

#include <numeric>

#include "position/lower_rotation.hpp"

namespace posenc {
namespace {

std::vector<double> counted(std::size_t tokens, double first = 0) {
  std::vector<double> positions(tokens);
  std::iota(positions.begin(), positions.end(), first);
  return positions;
}

Rotation rotation_of(const Rotary& method, const std::vector<double>& positions, int head_dim = 8) {
  const auto tokens = static_cast<int>(positions.size());
  return lower_rotation(method, {{1, 1, tokens, tokens, head_dim, head_dim}, 0, 1, positions, positions});
}

}  // namespace

TEST_CASE("rotary tables: made once for the same numbers, whoever asks", "[position][rotary]") {
  const Rotation first = rotation_of(Rotary{}, counted(20));
  CHECK(first.key == first.query);
  CHECK(rotation_of(Rotary{}, counted(20)).query == first.query);
  // Half-split and interleaved pairs turn by the same angles.
  CHECK(rotation_of(Rotary{.pairing = RotaryPairing::interleaved}, counted(20)).query == first.query);
}

TEST_CASE("rotary tables: whatever changes a number makes a table of its own", "[position][rotary]") {
  const auto tokens = counted(6);
  const Rotary changed[] = {
      {.rope_theta = 500000},
      {.offset = 1},
      {.rotary_dim = 4},
      {.scaling = LinearScaling{.factor = 2}},
      {.scaling = YarnScaling{.factor = 2, .original_max_position_embeddings = 64}},
      {.precision = {.position = FloatFormat::bfloat16}},
      {.precision = {.table = FloatFormat::float16}},
      {.xpos_scale_base = 512},
      {.xpos_scale_base = 512, .xpos_center = 3},
  };
  std::vector<std::shared_ptr<const RotationTable>> tables{rotation_of(Rotary{}, tokens).query};
  for (const Rotary& method : changed) tables.push_back(rotation_of(method, tokens).query);
  tables.push_back(rotation_of(Rotary{}, counted(6, 1)).query);
  tables.push_back(rotation_of(Rotary{}, tokens, 16).query);
  for (std::size_t a = 0; a < tables.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) CHECK(tables[a] != tables[b]);
  const Rotation apart = rotation_of(Rotary{.xpos_scale_base = 512}, tokens);
  CHECK(apart.query != apart.key);
}

TEST_CASE("rotary tables: streams count with all their positions", "[position][rotary]") {
  Rotary method{.mrope_section = {2, 1, 1}, .streams = {{0, 1, 2}, {0, 0, 1}, {0, 1, 1}}};
  const auto first = rotation_of(method, counted(3)).query;
  method.streams[2] = {0, 1, 5};
  CHECK(rotation_of(method, counted(3)).query != first);
}

TEST_CASE("rotary tables: only a few are kept, and no large one", "[position][rotary]") {
  const std::weak_ptr<const RotationTable> old = rotation_of(Rotary{}, counted(30)).query;
  CHECK_FALSE(old.expired());
  for (std::size_t t = 0; t < kKeptTables; ++t) rotation_of(Rotary{}, counted(31 + t));
  CHECK(old.expired());
  const std::weak_ptr<const RotationTable> large = rotation_of(Rotary{}, counted(100000)).query;
  CHECK(large.expired());
}

}  // namespace posenc
