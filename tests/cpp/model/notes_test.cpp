#include "model/notes.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/cases.hpp"

using namespace posenc;

namespace {

std::vector<std::string> notes_of(const PositionMethod& method, int tokens) {
  return notes(test::with_methods(test::layer_problem({1, 1, tokens, tokens, 10, 8}, 1), {method}));
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("notes: clamps, shared rows, stretched tables and truncations are told", "[model]") {
  CHECK(notes_of(Shaw{.max_relative_position = 2}, 5) ==
        Words{"shaw: relative positions beyond 2 use the outermost row"});
  CHECK(notes_of(Shaw{.max_relative_position = 2, .beyond = BeyondClip::zero}, 5) ==
        Words{"shaw: relative positions beyond 2 have no term"});
  CHECK(notes_of(TransformerXl{.clamp_len = 3}, 5) ==
        Words{"transformer_xl: distances beyond clamp_len (3) count as 3"});
  CHECK(notes_of(T5Bias{.relative_attention_num_buckets = 4, .relative_attention_max_distance = 3}, 5) ==
        Words{"t5_bias: distances from 3 on share the last bucket"});
  CHECK(notes_of(Deberta{.max_relative_positions = 3}, 5) ==
        Words{"deberta: distances beyond 2 use the outermost row"});
  CHECK(notes_of(Learned{.rows = 4, .extension = TableExtension::interpolate}, 5) ==
        Words{"learned: position 4 asks for row 4 of 4 rows; the table was interpolated"});
  CHECK(notes_of(Rotary{.partial_rotary_factor = 0.25}, 5) ==
        Words{"rotary: head_dim * partial_rotary_factor = 2.5 is truncated to 2 channels"});
  CHECK(notes_of(Rotary{.mrope_section = {0, 1, 4}, .mrope_layout = StreamLayout::interleaved}, 5) ==
        Words{"rotary: mrope_section[2] asks for 4 pairs; every third pair makes 1"});
  CHECK(notes_of(Rotary{.scaling = DynamicNtkScaling{2, 4}, .offset = 1}, 5) ==
        Words{"rotary: frequencies are those of length 6"});
  const std::vector<double> ones(5, 1);
  CHECK(notes_of(Rotary{.scaling = LongRopeScaling{ones, ones, 4}}, 5) ==
        Words{"rotary: frequencies are those of length 5: the long list"});
  CHECK(notes_of(Rotary{.scaling = LongRopeScaling{ones, ones, 5}}, 5) ==
        Words{"rotary: frequencies are those of length 5: the short list"});
  CHECK(notes_of(Rotary{.precision = {.angle = FloatFormat::bfloat16}}, 5) ==
        Words{"rotary: angles are rounded as angle_precision says; the reference keeps them exact"});
  CHECK(notes_of(Cope{.positions = 4}, 5) ==
        Words{"cope: counted positions are clamped to 3, the last row of the table"});
}

TEST_CASE("notes: nothing where nothing is clamped", "[model]") {
  CHECK(notes_of(Shaw{.max_relative_position = 4}, 5).empty());
  CHECK(notes_of(TransformerXl{}, 5).empty());
  CHECK(notes_of(T5Bias{}, 5).empty());
  CHECK(notes_of(Learned{}, 5).empty());
  CHECK(notes_of(Rotary{}, 5).empty());
  CHECK(notes_of(Alibi{}, 5).empty());
}
