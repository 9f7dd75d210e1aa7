// What the WebAssembly build of the bench offers to its driver: plain C functions over a pointer to a workload.
#include "bench/workload.hpp"

using posenc::bench::Numbers;
using posenc::bench::Workload;

extern "C" {

Workload* bench_setup(const char* description) {
  return posenc::bench::make_workload(description).release();
}
void bench_free(Workload* workload) {
  delete workload;
}
void bench_run(Workload* workload) {
  workload->run();
}
double bench_flops(const Workload* workload) {
  return workload->flops();
}
double bench_bytes(const Workload* workload) {
  return static_cast<double>(workload->bytes());
}
double bench_error(const Workload* workload) {
  return workload->error();
}
const float* bench_numbers(const Workload* workload, int which) {
  return workload->numbers(static_cast<Numbers>(which));
}
}
