// Tasks with known answers, generated from a seed: what a model can at best make of them is stated, so that a loss has
// a floor.
//
// A task is a pure function of (settings, seed, tokens, batch). Tokens of a decoder's task are inputs and targets of
// the same length: the target of token t is what follows it, or kIgnoreTarget where nothing can be known. `floor` is
// the least expected loss, in nats per predicted target, of a model that knows the task; where samples differ it is
// that of this very sample.
#pragma once

#include <cstdint>
#include <vector>

namespace posenc {

inline constexpr int kIgnoreTarget = -1;
inline constexpr int kMaxTaskTokens = 1 << 20;  // tokens times batch

struct TaskBatch {
  int batch = 0;
  int tokens = 0;
  std::vector<int> inputs;   // [batch, tokens]
  std::vector<int> targets;  // [batch, tokens], of a classification [batch]
  double floor = 0;          // nats per predicted target
};

struct TaskSize {
  int tokens = 0;
  int batch = 0;
};

}  // namespace posenc
