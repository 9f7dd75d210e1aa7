#include "model/batch.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace posenc {

namespace {

constexpr int kMaxRows = 1 << 20;

void require_count(std::string_view field, std::size_t expected, std::size_t got) {
  if (expected == got) return;
  throw_invalid(field, concat(static_cast<int>(expected), " numbers"), text_of(static_cast<int>(got)));
}

}  // namespace

void validate(const ModelConfig& config, const Batch& batch) {
  require_range("batch", batch.batch, 1, kMaxRows);
  require_range("tokens", batch.tokens, 1, kMaxRows / batch.batch);
  const auto count = static_cast<std::size_t>(batch.batch), rows = count * static_cast<std::size_t>(batch.tokens);
  require_count("inputs", rows, batch.inputs.size());
  require_count("targets", config.kind == ModelKind::decoder ? rows : count, batch.targets.size());
  for (const int token : batch.inputs)
    if (token < 0 || token >= config.vocabulary) require_range("inputs", token, 0, config.vocabulary - 1);
  for (const int target : batch.targets)
    if (target < kIgnore || target >= config.outputs()) require_range("targets", target, kIgnore, config.outputs() - 1);
  if (std::ranges::all_of(batch.targets, [](int target) { return target == kIgnore; }))
    throw_invalid("targets", "at least one that is not ignored (-1)", "none");
}

}  // namespace posenc
