#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "position/lower_rotation.hpp"
#include "position/rope_frequencies.hpp"
#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

const AttentionShape kShape{1, 1, 1, 1, 16, 16};

std::vector<double> angles(const Rotary& method, AttentionShape shape, double position) {
  std::vector<double> list;
  for (const RotaryPair& pair : rotary_pairs(method, shape, 1).pairs)
    list.push_back(pair.inv_freq *
                   (method.streams.empty() ? position : method.streams[static_cast<std::size_t>(pair.stream)][0]));
  return list;
}

}  // namespace

TEST_CASE("m-rope: angles of one token of an image", "[position][rotary]") {
  const Rotary method{.mrope_section = {2, 3, 3}, .streams = {{3}, {4}, {5}}};
  CHECK_CLOSE(angles(method, kShape, 0),
              (std::vector<double>{3, 0.9486832981, 0.4, 0.1264911064, 0.04, 0.01581138830, 0.005, 0.001581138830}),
              1e-9);
}

TEST_CASE("m-rope: with equal streams it is one-dimensional", "[position][rotary]") {
  DescribedProblem plain = test::with_methods(test::tensor_problem({2, 1, 5, 5, 16, 8}, 1), {Rotary{}});
  for (const StreamLayout layout : {StreamLayout::chunked, StreamLayout::interleaved}) {
    const DescribedProblem streams =
        test::with_methods(plain, {Rotary{.mrope_section = {3, 3, 2},
                                          .mrope_layout = layout,
                                          .streams = std::vector(3, std::vector<double>{0, 1, 2, 3, 4})}});
    CHECK_CLOSE(run_tiled(streams, ScoreOutputs::none).output,
                packed<double>(run_tiled(plain, ScoreOutputs::none).output), 0);
  }
}

TEST_CASE("m-rope: interleaved streams take every third pair up to their section", "[position][rotary]") {
  const AttentionShape wide{1, 1, 1, 1, 128, 128};
  std::vector<int> streams;
  for (const RotaryPair& pair :
       rotary_pairs(Rotary{.mrope_section = {24, 20, 20}, .mrope_layout = StreamLayout::interleaved}, wide, 1).pairs)
    streams.push_back(pair.stream);
  REQUIRE(streams.size() == 64);
  for (int r = 0; r < 60; ++r) CHECK(streams[static_cast<std::size_t>(r)] == r % 3);  // twenty times t h w
  for (std::size_t r = 60; r < 64; ++r) CHECK(streams[r] == 0);                       // then t t t t
}

TEST_CASE("axial: every stream starts again at frequency 1", "[position][rotary]") {
  const auto pairs =
      rotary_pairs(Rotary{.mrope_section = {4, 4}, .mrope_layout = StreamLayout::axial}, kShape, 1).pairs;
  CHECK(pairs[0].inv_freq == 1);
  CHECK(pairs[4].inv_freq == 1);
  CHECK(pairs[4].stream == 1);
  CHECK(std::abs(pairs[5].inv_freq - 0.1) < 1e-15);
}

TEST_CASE("proportional: a share of the pairs turns, by exponents over the head", "[position][rotary]") {
  const AttentionShape gemma{1, 1, 1, 1, 512, 512};
  const auto pairs =
      rotary_pairs(Rotary{.rope_theta = 1e6, .type = RotaryType::proportional, .partial_rotary_factor = 0.25}, gemma, 1)
          .pairs;
  REQUIRE(pairs.size() == 256);
  CHECK(std::abs(pairs[1].inv_freq - 0.94746353) < 1e-8);
  CHECK(std::abs(pairs[63].inv_freq - 0.03337625) < 1e-8);
  for (std::size_t r = 64; r < 256; ++r) CHECK(pairs[r].inv_freq == 0);
}

TEST_CASE("partial: the share is of the head's channels, truncated", "[position][rotary]") {
  CHECK(rotary_width(Rotary{.partial_rotary_factor = 0.25}, kShape) == 4);
  CHECK(rotary_width(Rotary{.partial_rotary_factor = 0.5}, {1, 1, 1, 1, 128, 128}) == 64);
  CHECK(rotary_width(Rotary{}, kShape) == 16);
  CHECK(rotary_width(Rotary{.rotary_dim = 6}, kShape) == 6);
}

TEST_CASE("rotary: an offset is part of the position, never forgotten", "[position][rotary]") {
  const AttentionShape two{1, 1, 1, 1, 2, 2};
  const std::vector<double> zero{0};
  const auto rotated = [&](double offset) {
    const Rotation rotation = lower_rotation(Rotary{.offset = offset}, {two, 0, 1, zero, zero});
    return std::vector<double>{rotation.query->cosine(0, 0), rotation.query->sine(0, 0)};
  };
  CHECK(rotated(0) == std::vector<double>{1, 0});
  CHECK_CLOSE(rotated(5), (std::vector<double>{0.2836621855, -0.9589242747}), 3e-8);
}

TEST_CASE("xpos: scores decay with the distance and the centre cancels", "[position][rotary]") {
  const std::vector<double> hundred{100}, zero{0};
  const AttentionShape four{1, 1, 1, 1, 4, 4};
  const Rotary method{.pairing = RotaryPairing::interleaved, .xpos_scale_base = 512};
  const Rotation rotation = lower_rotation(method, {four, 0, 1, hundred, zero});
  const double first = std::hypot(rotation.query->cosine(0, 0), rotation.query->sine(0, 0));
  const double second = std::hypot(rotation.query->cosine(0, 1), rotation.query->sine(0, 1));
  CHECK(std::abs(first - 0.78295483) < 1e-7);
  CHECK(std::abs(second - 0.91732316) < 1e-7);
  const DescribedProblem problem = test::with_methods(test::tensor_problem({1, 1, 9, 9, 8, 8}, 3), {method});
  Rotary centred = method;
  centred.xpos_center = 4;
  CHECK_CLOSE(run_reference(test::with_methods(problem, {centred})).scores, run_reference(problem).scores, 1e-12);
}

TEST_CASE("gemma 3: local and global layers have their own base and factor", "[position][rotary]") {
  // A linear factor of 8 on the global layers is a division of the frequencies.
  const AttentionShape four{1, 1, 1, 1, 4, 4};
  CHECK_CLOSE(angles(Rotary{.rope_theta = 10000}, four, 16), (std::vector<double>{16, 0.16}), 1e-12);
  CHECK_CLOSE(angles(Rotary{.inv_freq = {1.0 / 8, 0.001 / 8}}, four, 16), (std::vector<double>{2, 0.002}), 1e-12);
}

TEST_CASE("rotary: tables by turning on are those of cosine and sine, rounded once", "[position][rotary]") {
  // Consecutive positions are turned on, gaps and fractions computed anew; the last stretch lies far out.
  std::vector<double> positions;
  for (int t = 0; t < 400; ++t) positions.push_back(t < 150 ? t : t < 152 ? 7.25 * t : t < 300 ? t - 500 : t + 1e6);
  const AttentionShape shape{1, 1, 400, 400, 64, 64};
  const Rotary method{.rope_theta = 500, .scaling = YarnScaling{.factor = 4, .original_max_position_embeddings = 64}};
  const Rotation rotation = lower_rotation(method, {shape, 0, 1, positions, positions});
  const auto [pairs, attention_factor] = rotary_pairs(method, shape, 1);
  double worst = 0;
  int unlike = 0;
  for (std::size_t t = 0; t < positions.size(); ++t)
    for (std::size_t r = 0; r < pairs.size(); ++r) {
      const double exact = attention_factor * std::cos(positions[t] * pairs[r].inv_freq);
      worst = std::max(worst, std::abs(rotation.query->cosine(t, r) - exact));
      unlike += rotation.query->cosine(t, r) == static_cast<float>(exact) ? 0 : 1;
    }
  CHECK(worst <= 0x1p-24);  // half a unit in the last place of numbers up to 2
  CHECK(unlike <= 4);
}

TEST_CASE("xpos: TorchScale's centre and that of others move the amplitudes, not the scores", "[position][rotary]") {
  // Five tokens: -(5 // 2) by Python's floor of -5 / 2 is a centre of 3 (TorchScale), 5 // 2 is 2 (x-transformers,
  // flash).
  const auto centred = [](double center) {
    return Rotary{.pairing = RotaryPairing::interleaved, .xpos_scale_base = 512, .xpos_center = center};
  };
  const std::vector<double> positions{0, 1, 2, 3, 4};
  const AttentionShape shape{1, 1, 5, 5, 4, 4};
  const Rotation torchscale = lower_rotation(centred(3), {shape, 0, 1, positions, positions});
  const Rotation others = lower_rotation(centred(2), {shape, 0, 1, positions, positions});
  const double zeta[] = {0.28571429, 0.64285714};  // (2 r + 0.4 d) / (1.4 d), d = 4
  for (std::size_t t = 0; t < 5; ++t)
    for (std::size_t r = 0; r < 2; ++r) {
      const double query = torchscale.query->cosine(t, r) / others.query->cosine(t, r);
      CHECK(std::abs(query - std::pow(zeta[r], -1.0 / 512)) < 1e-6);
      const double key = torchscale.key->cosine(t, r) / others.key->cosine(t, r);
      CHECK(std::abs(key - std::pow(zeta[r], 1.0 / 512)) < 1e-6);
    }
  DescribedProblem one = test::with_methods(test::tensor_problem({2, 1, 5, 5, 4, 4}, 6), {centred(3)});
  const auto scores = run_reference(one).scores;
  one.methods = {centred(2)};
  const auto same = run_reference(one).scores;
  for (std::size_t at = 0; at < scores.numbers().size(); ++at)
    CHECK(std::abs(scores.numbers()[at] - same.numbers()[at]) < 1e-12);
}
