#include "model/trainer.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace posenc {

namespace {

// KERPLE's authors keep p and a at or above this while they train.
constexpr float kLeastKernel = 0.01f;

bool is_finite(std::span<const float> numbers) {
  return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
}

[[noreturn]] void throw_diverged(int step, std::string_view what) {
  throw Error(ErrorCode::invalid_argument,
              concat("step ", step, ": ", what,
                     " is not finite; the parameters are those of the step before. A smaller learning rate, a longer "
                     "warm-up or clipping may help"));
}

void keep_kernels_positive(const ParameterLayout& layout, std::span<float> arena) {
  for (ParameterId id = 0; id < layout.list.size(); ++id)
    if (layout.list[id].name.find(".kerple.") != std::string::npos)
      for (float& number : numbers_of(layout, arena, id)) number = std::max(number, kLeastKernel);
}

}  // namespace

void validate(const TrainingSettings& settings) {
  validate(settings.optimizer);
  require_range("optimizer.largest_norm", settings.largest_norm, 0, 1e9);
  require_range("optimizer.warmup", settings.warmup, 0, 1e9);
}

Trainer::Trainer(Transformer& model, const TrainingSettings& settings, std::uint64_t seed)
    : Trainer(model, settings, model.initial_parameters(seed)) {}

Trainer::Trainer(Transformer& model, const TrainingSettings& settings, Arena parameters)
    : model_(model), settings_(settings), arena_(std::move(parameters)), gradients_(arena_.size()) {
  validate(settings);
  if (arena_.size() != model.parameters().floats)
    throw_invalid("parameters", concat(static_cast<double>(model.parameters().floats), " floats"),
                  text_of(static_cast<double>(arena_.size())));
}

StepReport Trainer::step(const Batch& batch) {
  StepReport report{.step = moments_.steps + 1};
  report.loss = model_.forward(arena_, batch);
  if (!std::isfinite(report.loss.loss)) throw_diverged(report.step, "the loss");
  std::ranges::fill(gradients_, 0.0f);
  model_.backward(arena_, batch, gradients_);
  report.gradient_norm = global_norm(gradients_);
  if (!std::isfinite(report.gradient_norm))
    // What overflows spreads towards the input; the layout follows the way from there to the loss.
    for (ParameterId id = model_.parameters().list.size(); id-- > 0;)
      if (!is_finite(numbers_of(model_.parameters(), std::span<const float>(gradients_), id)))
        throw_diverged(report.step, concat("the gradient of ", model_.parameters().list[id].name));
  AdamW optimizer = settings_.optimizer;
  if (report.step < settings_.warmup) optimizer.rate *= static_cast<double>(report.step) / settings_.warmup;
  report.rate = optimizer.rate;
  const bool clipped = settings_.largest_norm > 0 && report.gradient_norm > settings_.largest_norm;
  const double share = clipped ? settings_.largest_norm / report.gradient_norm : 1;
  posenc::step(optimizer, model_.parameters(), gradients_, static_cast<float>(share), moments_, arena_);
  keep_kernels_positive(model_.parameters(), arena_);
  return report;
}

}  // namespace posenc
