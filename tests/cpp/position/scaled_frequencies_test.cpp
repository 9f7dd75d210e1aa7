// Frequencies against the reference's own formulas, and against published numbers.
#include "position/scaled_frequencies.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "attention/reference_scaling.hpp"
#include "base/error.hpp"
#include "position/rope_frequencies.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

double off(double number, double expected) {
  return std::abs(number / expected - 1);
}

LongRopeScaling phi(int pairs) {
  LongRopeScaling scaling{.original_max_position_embeddings = 4096, .max_position_embeddings = 131072};
  for (int r = 0; r < pairs; ++r) {
    scaling.short_factor.push_back(1 + 0.01 * r);
    scaling.long_factor.push_back(1 + 0.5 * r);
  }
  return scaling;
}

std::vector<RopeScaling> every_scaling(int pairs) {
  LongRopeScaling limit = phi(pairs), moe = phi(pairs), converted = phi(pairs);
  limit.switched = LongRopeSwitch::limit;
  moe.short_mscale = 1.1;
  moe.long_mscale = 1.3;
  converted.magnitude = LongRopeMagnitude::yarn;
  const YarnScaling yarn{.factor = 8, .original_max_position_embeddings = 4096};
  std::vector<RopeScaling> list{NoScaling{},
                                LinearScaling{2.5},
                                NtkScaling{8},
                                NtkPerPairScaling{4},
                                NtkPerPairScaling{8, 0.625},
                                DynamicNtkScaling{2, 4096},
                                DynamicNtkScaling{4, 4096, NtkState::fixed},
                                DynamicNtkScaling{4, 4096, NtkState::sticky, 9000},
                                QwenNtkScaling{2048},
                                NtkByPartsScaling{4, 2048},
                                NtkByPartsScaling{1, 2048, true},
                                Llama3Scaling{8, 1, 4, 8192},
                                Llama3Scaling{16, 1, 1, 8192},
                                phi(pairs),
                                limit,
                                moe,
                                converted};
  const auto with = [&](auto change) {
    YarnScaling changed = yarn;
    change(changed);
    list.push_back(changed);
  };
  with([](YarnScaling&) {});
  with([](YarnScaling& y) { y.truncate = false; });
  with([](YarnScaling& y) { y.ramp_limit = YarnRampLimit::pairs; });
  with([](YarnScaling& y) { y.ramp = YarnRamp::inverted; });
  with([](YarnScaling& y) { y.mscale = 0.7, y.mscale_all_dim = 0.4; });
  with([](YarnScaling& y) { y.mscale = 0.7, y.magnitude = YarnMagnitude::ratio; });
  with([](YarnScaling& y) { y.factor = 0.5, y.magnitude = YarnMagnitude::unclamped; });
  with([](YarnScaling& y) { y.attention_factor = 0; });
  with([](YarnScaling& y) { y.beta_fast = 4, y.beta_slow = 0.5; });
  with([](YarnScaling& y) { y.dynamic = true, y.max_position_embeddings = 5000; });
  return list;
}

}  // namespace

TEST_CASE("scaled frequencies: equal to the reference's own formulas", "[position][rotary]") {
  for (const int width : {4, 16, 64, 128})
    for (const double theta : {1e4, 5e5})
      for (const double length : {1.0, 2048.0, 4096.0, 4097.0, 5001.0, 20000.0})
        for (const RopeScaling& scaling : every_scaling(width / 2)) {
          INFO("scaling " << scaling.index() << " width " << width << " theta " << theta << " length " << length);
          validate(scaling, width, theta);
          const ScaledFrequencies scaled = scaled_frequencies(scaling, width, theta, length);
          std::vector<double> expected;
          for (int r = 0; r < width / 2; ++r) expected.push_back(reference_frequency(scaling, width, theta, r, length));
          double worst = 0;
          for (std::size_t r = 0; r < expected.size(); ++r)
            worst = std::max(worst, off(scaled.inv_freq[r], expected[r]));
          CHECK(worst < 1e-13);
          CHECK(std::abs(scaled.attention_factor - reference_amplitude(scaling, length)) < 1e-15);
        }
}

// Not so dynamic NTK: with factor 1 its base still grows with n / L.
TEST_CASE("scaled frequencies: a factor of 1 changes nothing", "[position][rotary]") {
  const auto plain = rope_frequencies(64, 1e4);
  LongRopeScaling ones{.short_factor = std::vector<double>(32, 1),
                       .long_factor = std::vector<double>(32, 1),
                       .original_max_position_embeddings = 4096,
                       .factor = 1};
  for (const RopeScaling& scaling : {RopeScaling(LinearScaling{1}), RopeScaling(NtkScaling{1}),
                                     RopeScaling(NtkPerPairScaling{1}), RopeScaling(NtkByPartsScaling{1, 4096}),
                                     RopeScaling(YarnScaling{.factor = 1, .original_max_position_embeddings = 4096}),
                                     RopeScaling(Llama3Scaling{1, 1, 4, 4096}), RopeScaling(ones)}) {
    const ScaledFrequencies scaled = scaled_frequencies(scaling, 64, 1e4, 50000);
    for (std::size_t r = 0; r < plain.size(); ++r) CHECK(off(scaled.inv_freq[r], plain[r]) < 1e-15);
    CHECK(scaled.attention_factor == 1);
  }
}

TEST_CASE("ntk: the slowest pair is divided by alpha, the fastest kept", "[position][rotary]") {
  const ScaledFrequencies four = scaled_frequencies(NtkScaling{4}, 128, 1e4, 1);
  CHECK(off(four.base, 40889.94) < 1e-6);
  CHECK(off(scaled_frequencies(NtkScaling{8}, 128, 1e4, 1).base, 82684.62) < 1e-7);
  CHECK(four.inv_freq[0] == 1);
  CHECK(off(four.inv_freq[63], rope_frequencies(128, 1e4)[63] / 4) < 1e-14);
  CHECK(off(scaled_frequencies(NtkPerPairScaling{4}, 128, 1e4, 1).inv_freq[0], 0.97857206) < 1e-8);
}

TEST_CASE("dynamic ntk: the base follows the length, from the largest of training on", "[position][rotary]") {
  const auto base = [](const DynamicNtkScaling& scaling, double length) {
    return scaled_frequencies(scaling, 128, 1e4, length).base;
  };
  const DynamicNtkScaling two{2, 2048};
  CHECK(base(two, 5) == 1e4);
  CHECK(base(two, 2048) == 1e4);
  CHECK(off(base(two, 2049), 10009.92071) < 1e-9);
  CHECK(off(base(two, 3000), 19499.27764) < 1e-9);
  CHECK(off(base(two, 4096), 30527.73675) < 1e-9);
  CHECK(off(base(two, 8192), 72195.86009) < 1e-9);
  for (const double length : {5.0, 2048.0, 8192.0}) {
    CHECK(off(base({2, 2048, NtkState::fixed}, length), 30527.73675) < 1e-9);
    CHECK(off(base({4, 2048, NtkState::fixed}, length), 135401.973) < 1e-9);
  }
  const DynamicNtkScaling seen{2, 2048, NtkState::sticky, 8192};
  CHECK(off(base(seen, 3000), 72195.86009) < 1e-9);  // what was seen stays
  CHECK(base(seen, 2047) == 1e4);                    // until a short length restores the plain base
}

TEST_CASE("qwen 1: the base doubles its reach in steps", "[position][rotary]") {
  const auto factor = [](double length) { return scaled_frequencies(QwenNtkScaling{8192}, 128, 1e4, length).factor; };
  CHECK(factor(100) == 1);
  CHECK(factor(8192) == 1);
  CHECK(factor(8193) == 3);
  CHECK(factor(16384) == 3);
  CHECK(factor(16385) == 7);
  CHECK(factor(32768) == 7);
}

TEST_CASE("yarn: where the ramp begins and ends", "[position][rotary]") {
  const auto ramp = [](int width, double theta, double original, bool truncate) {
    return *scaled_frequencies(
                YarnScaling{.factor = 4, .original_max_position_embeddings = original, .truncate = truncate}, width,
                theta, 1)
                .ramp;
  };
  CHECK(ramp(128, 1e6, 32768, true) == std::array<double, 2>{23, 40});    // Qwen 2.5
  CHECK(ramp(64, 1e4, 4096, true) == std::array<double, 2>{10, 23});      // DeepSeek V3
  CHECK(ramp(128, 1e4, 4096, true) == std::array<double, 2>{20, 46});     // Llama 2
  CHECK(ramp(128, 1e6, 16384, true) == std::array<double, 2>{20, 37});    // Ministral 3
  CHECK(ramp(256, 1e4, 131072, true) == std::array<double, 2>{90, 139});  // beyond d / 2 - 1 = 127
  CHECK(off(ramp(64, 1.5e5, 4096, false)[0], 8.09277912) < 1e-8);         // gpt-oss
  CHECK(off(ramp(64, 1.5e5, 4096, false)[1], 17.39802450) < 1e-9);
}

TEST_CASE("yarn: the attention factor", "[position][rotary]") {
  YarnScaling yarn{.factor = 4, .original_max_position_embeddings = 4096};
  const auto amplitude = [&] { return scaled_frequencies(yarn, 64, 1e4, 1).attention_factor; };
  CHECK(off(amplitude(), 1.138629436) < 1e-9);
  yarn.factor = 40;
  CHECK(off(amplitude(), 1.368887945) < 1e-9);
  yarn.mscale = yarn.mscale_all_dim = yarn.softmax_mscale = 0.707;  // DeepSeek V2 Lite
  CHECK(amplitude() == 1);
  CHECK(off(scaled_frequencies(yarn, 64, 1e4, 1).softmax_factor, 1.589626165) < 1e-9);
  yarn.mscale = yarn.mscale_all_dim = yarn.softmax_mscale = 1;  // DeepSeek V3
  CHECK(amplitude() == 1);
  CHECK(off(scaled_frequencies(yarn, 64, 1e4, 1).softmax_factor, 1.873854207) < 1e-9);
  yarn = {.factor = 16, .original_max_position_embeddings = 4096, .mscale = 1, .mscale_all_dim = 0};
  CHECK(off(amplitude(), 1.277258872) < 1e-9);
  yarn.mscale = 0.5;  // Hugging Face needs both to be other than 0; Megatron takes what is there
  CHECK(off(amplitude(), 1.277258872) < 1e-9);
  yarn.magnitude = YarnMagnitude::ratio;
  CHECK(off(amplitude(), 1 + 0.05 * std::log(16)) < 1e-15);
  yarn = {.factor = 0.5, .original_max_position_embeddings = 4096};
  CHECK(amplitude() == 1);
  yarn.magnitude = YarnMagnitude::unclamped;
  CHECK(off(amplitude(), 1 + 0.1 * std::log(0.5)) < 1e-15);
}

TEST_CASE("llama 3: kept, blended and divided pairs", "[position][rotary]") {
  const auto plain = rope_frequencies(128, 5e5);
  const ScaledFrequencies scaled = scaled_frequencies(Llama3Scaling{8, 1, 4, 8192}, 128, 5e5, 1);
  for (std::size_t r = 0; r <= 28; ++r) CHECK(scaled.inv_freq[r] == plain[r]);
  for (std::size_t r = 35; r < 64; ++r) CHECK(off(scaled.inv_freq[r], plain[r] / 8) < 1e-15);
  CHECK(off(scaled.inv_freq[28], 0.003211445995) < 1e-9);
  CHECK(off(scaled.inv_freq[29], 0.002166570764) < 1e-9);
  CHECK(off(scaled.inv_freq[30], 0.001371893568) < 1e-9);
  CHECK(off(scaled.inv_freq[31], 0.0008567514129) < 1e-9);
  CHECK(off(scaled.inv_freq[34], 0.0001785078128) < 1e-9);
  CHECK(off(scaled.inv_freq[35], 9.556212354e-05) < 1e-9);
  CHECK(off(scaled.inv_freq[63], 3.068925989e-07) < 1e-9);
  for (std::size_t r = 1; r < 64; ++r) CHECK(scaled.inv_freq[r] < scaled.inv_freq[r - 1]);
  const ScaledFrequencies small = scaled_frequencies(Llama3Scaling{32, 1, 4, 8192}, 64, 5e5, 1);
  CHECK(off(small.inv_freq[15], 0.001290547928) < 1e-9);
  CHECK(off(small.inv_freq[17], 9.708287803e-05) < 1e-9);
  CHECK(off(small.inv_freq[31], 9.418306725e-08) < 1e-9);
}

TEST_CASE("longrope: the list changes past the original length, the amplitude does not", "[position][rotary]") {
  const LongRopeScaling scaling{.short_factor = {1, 1.5},
                                .long_factor = {2, 8},
                                .original_max_position_embeddings = 4096,
                                .max_position_embeddings = 131072};
  const auto at = [&](double length) { return scaled_frequencies(scaling, 4, 1e4, length); };
  CHECK_CLOSE(at(4096).inv_freq, (std::vector<double>{1, 0.006666666667}), 1e-12);
  CHECK_CLOSE(at(4097).inv_freq, (std::vector<double>{0.5, 0.00125}), 1e-15);
  CHECK(off(at(4096).attention_factor, std::sqrt(17.0 / 12)) < 1e-15);
  CHECK(off(at(4097).attention_factor, 1.190238071) < 1e-9);
  LongRopeScaling fixed = scaling;
  fixed.switched = LongRopeSwitch::limit;
  CHECK_CLOSE(scaled_frequencies(fixed, 4, 1e4, 10).inv_freq, (std::vector<double>{0.5, 0.00125}), 1e-15);
}

TEST_CASE("ntk by parts: where its two ramps lie", "[position][rotary]") {
  // d = 128, base 10000, L = 2048: plain up to pair 20, changed from 36 on; NTK up to 38, linear from 43 on.
  const auto plain = rope_frequencies(128, 1e4);
  const ScaledFrequencies scaled = scaled_frequencies(NtkByPartsScaling{4, 2048}, 128, 1e4, 1);
  const ScaledFrequencies ntk = scaled_frequencies(NtkScaling{4}, 128, 1e4, 1);
  CHECK(scaled.inv_freq[20] == plain[20]);
  CHECK(scaled.inv_freq[21] < plain[21]);
  CHECK(off(scaled.inv_freq[36], ntk.inv_freq[36]) < 1e-15);
  CHECK(off(scaled.inv_freq[38], ntk.inv_freq[38]) < 1e-15);
  CHECK(scaled.inv_freq[42] > plain[42] / 4);
  CHECK(off(scaled.inv_freq[43], plain[43] / 4) < 1e-15);
}
