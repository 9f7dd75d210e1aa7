// Measures the attention kernel of this build against its own multiply-add peak, interleaved in one process.
//   attention_bench [rounds]
// Prints one JSON object per line: {"name", "flops", "seconds": [...]}.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "attention/tiled.hpp"
#include "base/random.hpp"
#include "bench/peak.hpp"
#include "position/lower.hpp"
#include "position/parameters.hpp"

namespace {

using namespace posenc;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Tensor<float, 3> uniform(std::size_t heads, std::size_t tokens, std::size_t width, Random& random) {
  Tensor<float, 3> tensor({heads, tokens, width});
  for (float& number : tensor.numbers()) number = static_cast<float>(random.uniform(-2, 2));
  return tensor;
}

struct Setting {
  std::string name;
  int heads, tokens, head_dim;
  bool causal;
  PositionMethods methods;
  int kv_heads = 0;
};

struct Measured {
  std::string name;
  double flops;
  std::function<void()> run;
  std::vector<double> seconds;
};

std::function<void()> attention(const Setting& setting) {
  Random random(1);
  const auto heads = static_cast<std::size_t>(setting.heads), tokens = static_cast<std::size_t>(setting.tokens),
             width = static_cast<std::size_t>(setting.head_dim);
  const int kv_heads = setting.kv_heads == 0 ? setting.heads : setting.kv_heads;
  auto query = std::make_shared<Tensor<float, 3>>(uniform(heads, tokens, width, random));
  auto key = std::make_shared<Tensor<float, 3>>(uniform(static_cast<std::size_t>(kv_heads), tokens, width, random));
  auto value = std::make_shared<Tensor<float, 3>>(uniform(static_cast<std::size_t>(kv_heads), tokens, width, random));
  auto output = std::make_shared<Tensor<float, 3>>(Tensor<float, 3>::Extents{heads, tokens, width});
  auto positions = std::make_shared<std::vector<double>>();
  for (int t = 0; t < setting.tokens; ++t) positions->push_back(t);
  const AttentionShape shape{setting.heads,  kv_heads,         setting.tokens,
                             setting.tokens, setting.head_dim, setting.head_dim};
  PositionContext context{shape, 0, 1, *positions, *positions};
  context.scale = default_scale(setting.methods, shape);
  PositionMethods methods;
  for (const PositionMethod& method : setting.methods) methods.push_back(with_parameters(method, context));
  auto plan = std::make_shared<PositionPlan>(lower(methods, NoQueryScale{}, context));
  const Masks masks = setting.causal ? Masks{CausalMask{}} : Masks{};
  auto visibility = std::make_shared<Visibility>(lower(masks, *positions, *positions));
  auto workspace = std::make_shared<Workspace>(shape, *plan);
  const AttentionProblem problem{shape,
                                 std::as_const(*query).view(),
                                 std::as_const(*key).view(),
                                 std::as_const(*value).view(),
                                 *positions,
                                 *positions,
                                 context.scale,
                                 0};
  return [=] {
    (void)query, (void)key, (void)value, (void)positions;
    attention_tiled(problem, *plan, *visibility, *workspace, {output->view(), {}, {}});
  };
}

}  // namespace

int main(int count, char** arguments) {
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 9;
  const std::string only = count > 2 ? arguments[2] : "";
  const std::vector<Setting> settings{
      {"full 256x64", 8, 256, 64, false, {}},
      {"full 1024x64", 8, 1024, 64, false, {}},
      {"full 1024x128", 8, 1024, 128, false, {}},
      {"causal 1024x64", 8, 1024, 64, true, {}},
      {"alibi full 1024x64", 8, 1024, 64, false, {Alibi{}}},
      {"alibi causal 1024x64", 8, 1024, 64, true, {Alibi{}}},
      {"causal 4096x64", 8, 4096, 64, true, {}},
      {"alibi causal 4096x64", 8, 4096, 64, true, {Alibi{}}},
      {"t5 full 1024x64", 8, 1024, 64, false, {T5Bias{}}},
      {"rotary full 1024x64", 8, 1024, 64, false, {Rotary{}}},
      {"shaw full 1024x64", 8, 1024, 64, false, {Shaw{}}},
      {"transformer_xl full 1024x64", 8, 1024, 64, false, {TransformerXl{}}},
      {"odd 1021x66 8:2", 8, 1021, 66, false, {}, 2},
  };
  constexpr std::int64_t kPeakSteps = 1 << 22;
  std::vector<Measured> list;
  list.push_back({"peak", bench::run_peak(1), [] { bench::run_peak(kPeakSteps); }, {}});
  list[0].flops *= kPeakSteps;
  for (const Setting& setting : settings) {
    if (setting.name.find(only) == std::string::npos) continue;
    const double n = setting.tokens, pairs = setting.causal ? n * (n + 1) / 2 : n * n;
    list.push_back({setting.name, 4.0 * setting.heads * setting.head_dim * pairs, attention(setting), {}});
  }
  for (Measured& measured : list)
    for (const double start = now(); now() - start < 0.3;) measured.run();
  for (int round = 0; round < rounds; ++round)
    for (Measured& measured : list) {
      const double start = now();
      measured.run();
      measured.seconds.push_back(now() - start);
    }
  double peak = 0;
  for (Measured& measured : list) {
    std::sort(measured.seconds.begin(), measured.seconds.end());
    const double least = measured.seconds.front(), median = measured.seconds[measured.seconds.size() / 2];
    if (peak == 0) peak = measured.flops / least;
    std::printf("%-28s min %8.2f ms  med %8.2f ms  %6.1f GF/s  %.3f of peak\n", measured.name.c_str(), least * 1e3,
                median * 1e3, measured.flops / least / 1e9, measured.flops / least / peak);
  }
}
