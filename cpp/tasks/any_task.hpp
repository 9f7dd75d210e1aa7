// One task of all that there are, as an experiment names it.
#pragma once

#include <iterator>
#include <string_view>
#include <variant>

#include "tasks/biting.hpp"
#include "tasks/copying.hpp"
#include "tasks/counting.hpp"
#include "tasks/hidden_markov.hpp"
#include "tasks/recall.hpp"

namespace posenc {

using AnyTask = std::variant<Biting, HiddenMarkov, Copying, Induction, AssociativeRecall, Passkey, Counting>;

// The `kind` of the JSON, in the variant's order.
inline constexpr std::string_view kTaskKinds[] = {"biting", "hidden_markov", "copying", "induction",
                                                  "recall", "passkey",       "counting"};
static_assert(std::size(kTaskKinds) == std::variant_size_v<AnyTask>);

std::string_view kind_of(const AnyTask& task);

// Throws an Error that names the field.
TaskBatch make(const AnyTask& task, const TaskSize& size, std::uint64_t seed);

int vocabulary_of(const AnyTask& task);

// One target per sequence, a class, instead of one per token.
bool classifies(const AnyTask& task);

// The loss in nats of a model that knows which answers there are and nothing else: ln(answers). Of hidden_markov that
// is ln(symbols), though they are not equally frequent.
double chance(const AnyTask& task);

}  // namespace posenc
