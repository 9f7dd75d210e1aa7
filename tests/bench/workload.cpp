#include "bench/workload.hpp"

#include <sstream>
#include <stdexcept>

#include "bench/attention_workload.hpp"
#include "bench/backward_workload.hpp"
#include "bench/peak.hpp"
#include "bench/products_workload.hpp"
#include "bench/training_workload.hpp"

namespace posenc::bench {

namespace {

class PeakWorkload : public Workload {
 public:
  void run() override { flops_ = run_peak(kSteps); }
  double flops() const override { return flops_; }

 private:
  static constexpr std::int64_t kSteps = 1 << 20;  // some milliseconds
  double flops_ = 0;
};

Sizes read_sizes(std::istream& words) {
  Sizes sizes;
  std::string mask;
  char colon = 0, cross = 0;
  words >> mask >> sizes.heads >> colon >> sizes.kv_heads >> sizes.tokens >> cross >> sizes.head_dim;
  if (!words || colon != ':' || cross != 'x' || (mask != "causal" && mask != "full"))
    throw std::invalid_argument("expected full|causal HEADS:KV_HEADS TOKENSxHEAD_DIM");
  sizes.causal = mask == "causal";
  return sizes;
}

std::unique_ptr<Workload> make_training(const std::string& method, std::istream& words) {
  TrainingSizes sizes;
  char layers_cross = 0, tokens_cross = 0;
  words >> sizes.heads >> sizes.layers >> layers_cross >> sizes.width >> sizes.tokens >> tokens_cross >> sizes.batch;
  if (!words || layers_cross != 'x' || tokens_cross != 'x')
    throw std::invalid_argument("expected HEADS LAYERSxWIDTH TOKENSxBATCH");
  const Sizes attention{sizes.heads, sizes.heads, sizes.tokens, sizes.width / sizes.heads, true};
  return std::make_unique<TrainingWorkload>(sizes, methods_named(method, attention));
}

}  // namespace

std::unique_ptr<Workload> make_workload(const std::string& description) {
  std::istringstream words(description);
  std::string kind, method;
  words >> kind;
  if (kind == "peak") return std::make_unique<PeakWorkload>();
  if (kind == "products") return std::make_unique<ProductsWorkload>(read_sizes(words));
  if (kind != "attention" && kind != "backward" && kind != "train")
    throw std::invalid_argument("expected peak, attention, backward, products or train, not '" + kind + "'");
  words >> method;
  if (kind == "train") return make_training(method, words);
  const Sizes sizes = read_sizes(words);
  const PositionMethods methods = methods_named(method, sizes);
  if (kind == "backward") return std::make_unique<BackwardWorkload>(sizes, methods);
  return std::make_unique<AttentionWorkload>(sizes, methods);
}

}  // namespace posenc::bench
