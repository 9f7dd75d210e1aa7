#include "tasks/any_task.hpp"

#include <cmath>

namespace posenc {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

}  // namespace

std::string_view kind_of(const AnyTask& task) {
  return kTaskKinds[task.index()];
}

TaskBatch make(const AnyTask& task, const TaskSize& size, std::uint64_t seed) {
  return std::visit([&](const auto& known) { return make(known, size, seed); }, task);
}

int vocabulary_of(const AnyTask& task) {
  return std::visit([](const auto& known) { return known.vocabulary(); }, task);
}

bool classifies(const AnyTask& task) {
  return std::holds_alternative<Biting>(task);
}

double chance(const AnyTask& task) {
  const int answers = std::visit(
      Overloaded{
          [](const Biting&) { return Biting::kClasses; }, [](const HiddenMarkov& known) { return known.symbols; },
          [](const Copying& known) { return known.symbols; }, [](const Induction& known) { return known.symbols; },
          [](const AssociativeRecall& known) { return known.values; },
          [](const Passkey& known) { return known.digits; }, [](const Counting& known) { return known.modulus; }},
      task);
  return std::log(static_cast<double>(answers));
}

}  // namespace posenc
