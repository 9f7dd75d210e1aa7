// Something to be timed again and again, described by one line of text, so that drivers in JavaScript and on the
// command line name the same problems:
//
//   peak
//   attention METHOD MASK HEADS:KV_HEADS TOKENSxHEAD_DIM     attention alibi causal 8:8 1024x64
//   backward METHOD MASK HEADS:KV_HEADS TOKENSxHEAD_DIM      its gradients of query, key and value
//   products MASK HEADS:KV_HEADS TOKENSxHEAD_DIM             the two products of that attention and nothing else
//   train METHOD HEADS LAYERSxWIDTH TOKENSxBATCH             a step of a decoder: train alibi 4 2x64 64x32
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace posenc::bench {

enum class Numbers { query, key, value, output };

class Workload {
 public:
  virtual ~Workload() = default;
  virtual void run() = 0;
  // Multiplications and additions that one run cannot avoid: 4 per visible pair, head and channel, 10 backward.
  virtual double flops() const = 0;

  // Scratch memory beyond inputs and output.
  virtual std::size_t bytes() const { return 0; }
  // Inputs and result of an attention, rows packed; null elsewhere.
  virtual const float* numbers(Numbers) const { return nullptr; }
  // Largest difference between the last run and the double reference, which takes its time.
  virtual double error() const { return 0; }
};

// Throws std::invalid_argument where the text describes nothing.
std::unique_ptr<Workload> make_workload(const std::string& description);

}  // namespace posenc::bench
