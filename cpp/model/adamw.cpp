#include "model/adamw.hpp"

#include <cmath>

#include "base/error.hpp"
#include "simd/adam_row.hpp"

namespace posenc {

void validate(const AdamW& settings) {
  require_range("optimizer.rate", settings.rate, 0, 10);
  require_range("optimizer.beta1", settings.beta1, 0, 0.9999);
  require_range("optimizer.beta2", settings.beta2, 0, 0.999999);
  require_range("optimizer.epsilon", settings.epsilon, 1e-12, 1);
  require_range("optimizer.decay", settings.decay, 0, 10);
}

void step(const AdamW& settings, const ParameterLayout& layout, std::span<const float> gradients, float share,
          AdamMoments& moments, std::span<float> arena) {
  moments.first.resize(layout.floats);
  moments.second.resize(layout.floats);
  ++moments.steps;
  const double first = 1 - std::pow(settings.beta1, moments.steps),
               second = 1 - std::pow(settings.beta2, moments.steps);
  AdamFactors factors{.share = share,
                      .beta1 = static_cast<float>(settings.beta1),
                      .beta2 = static_cast<float>(settings.beta2),
                      .second = static_cast<float>(1 / std::sqrt(second)),
                      .epsilon = static_cast<float>(settings.epsilon),
                      .rate = static_cast<float>(settings.rate / first)};
  for (const Parameter& parameter : layout.list) {
    const std::size_t at = parameter.offset;
    factors.keep = static_cast<float>(parameter.decays ? 1 - settings.rate * settings.decay : 1);
    adam_row(factors, gradients.data() + at, padded_length<float>(parameter.size),
             {arena.data() + at, moments.first.data() + at, moments.second.data() + at});
  }
}

double global_norm(std::span<const float> gradients) {
  double sum = 0;
  for (const float number : gradients) sum += static_cast<double>(number) * number;
  return std::sqrt(sum);
}

}  // namespace posenc
