// Steps allocate nothing for their sequences once a batch of that size has been seen: operator new is counted.
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <new>

#include "model/trainer.hpp"
#include "support/tiny_models.hpp"
#include "tasks/copying.hpp"

namespace {

std::atomic<std::size_t> allocated = 0;  // bytes

void* counted(std::size_t size, std::size_t alignment) {
  allocated += size;
  // aligned_alloc wants a multiple.
  if (void* memory = std::aligned_alloc(alignment, (size + alignment) / alignment * alignment)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

using namespace posenc;

namespace {

// Bytes that a step takes anew after one like it.
std::size_t bytes_of_step(const PositionMethods& methods, int batch) {
  Transformer model({.layers = 2, .width = 8, .heads = 2, .vocabulary = 10}, methods);
  Trainer trainer(model, {}, 1);
  const TaskBatch made = make(Copying{.symbols = 8}, {8, batch}, 1);
  const Batch view{made.batch, made.tokens, made.inputs, made.targets};
  trainer.step(view);
  const std::size_t before = allocated;
  trainer.step(view);
  return allocated - before;
}

}  // namespace

TEST_CASE("trainer: a step allocates nothing for its sequences after the first", "[model][trainer]") {
  for (const auto& [name, methods] : test::methods_to_train()) {
    INFO(name);
    const std::size_t few = bytes_of_step(methods, 2), many = bytes_of_step(methods, 40);
    CHECK(few == many);
    CHECK(many <= 8192);
  }
  CHECK(bytes_of_step({}, 2) == 0);
  CHECK(bytes_of_step({Rotary{}}, 2) == 0);
}
