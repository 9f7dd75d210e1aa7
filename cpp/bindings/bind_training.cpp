// The functions of the module that trains; their types stand in web/src/training/training-module.ts. A module holds
// one run: start() makes it, every other call is about it.
#include <emscripten/bind.h>

#include <memory>

#include "base/error.hpp"
#include "bindings/guard.hpp"
#include "bindings/read_experiment.hpp"
#include "bindings/write.hpp"

namespace posenc {

namespace {

using emscripten::val;

constexpr int kMaxStepsAtOnce = 1 << 16;

std::unique_ptr<TrainingRun>& held() {
  static std::unique_ptr<TrainingRun> run;
  return run;
}

TrainingRun& run() {
  if (!held()) throw Error(ErrorCode::invalid_argument, "training: expected start() first, got another call");
  return *held();
}

double count_of_positions(const Transformer& model) {
  double count = 0;
  for (const ParameterId id : model.layout().positions) count += static_cast<double>(model.parameters().list[id].size);
  return count;
}

val start(const val& experiment, const val& parameters) {
  return guard([&] {
    const Experiment read = read_experiment(experiment);
    auto made = parameters.isUndefined() ? std::make_unique<TrainingRun>(read)
                                         : std::make_unique<TrainingRun>(read, read_parameters(parameters));
    held() = std::move(made);
    const Transformer& model = run().model();
    val object = val::object();
    object.set("parameters", static_cast<double>(model.parameters().count()));
    object.set("position_parameters", count_of_positions(model));
    object.set("vocabulary", model.config().vocabulary);
    object.set("outputs", model.config().outputs());
    object.set("chance", chance(read.task));
    object.set("classifies", classifies(read.task));
    return object;
  });
}

// Fewer than asked for where a step finds numbers that are not finite: `failure` says so.
val steps(int count) {
  return guard([&] {
    require_range("steps", count, 1, kMaxStepsAtOnce);
    std::vector<double> losses, floors, accuracies, norms, rates;
    val object = val::object();
    TrainingRun& current = run();
    try {
      for (int done = 0; done < count; ++done) {
        const TrainingStep made = current.step();
        losses.push_back(made.report.loss.loss);
        floors.push_back(made.floor);
        accuracies.push_back(static_cast<double>(made.report.loss.correct) / made.report.loss.predicted);
        norms.push_back(made.report.gradient_norm);
        rates.push_back(made.report.rate);
      }
    } catch (const Error& error) {
      object.set("failure", val::u8string(error.what()));
    }
    object.set("losses", typed_array(losses));
    object.set("floors", typed_array(floors));
    object.set("accuracies", typed_array(accuracies));
    object.set("gradient_norms", typed_array(norms));
    object.set("rates", typed_array(rates));
    return object;
  });
}

val test(const val& request) {
  return guard([&] {
    const TestReport report = run().test(read_test(request));
    val object = val::object();
    object.set("loss", report.loss);
    object.set("floor", report.floor);
    object.set("accuracy", static_cast<double>(report.correct) / report.predicted);
    object.set("predicted", report.predicted);
    return object;
  });
}

val attention(const val& request) {
  return guard([&] { return tensor_object(run().attention(read_test(request))); });
}

val parameters() {
  return guard([&] {
    val list = val::array();
    for (const NamedTensor& tensor : run().parameters()) {
      val shape = val::array();
      for (const std::size_t extent : tensor.shape) shape.call<void>("push", static_cast<double>(extent));
      val object = val::object();
      object.set("name", val::u8string(tensor.name.c_str()));
      object.set("shape", shape);
      object.set("data", typed_array(tensor.numbers));
      list.call<void>("push", object);
    }
    return list;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_training) {
  emscripten::function("start", &start);
  emscripten::function("steps", &steps);
  emscripten::function("test", &test);
  emscripten::function("attention", &attention);
  emscripten::function("parameters", &parameters);
}

}  // namespace posenc
