// The native bench: times what it is asked for, so that a driver can interleave it with other processes. One request
// and one answer a line:
//
//   MILLISECONDS DESCRIPTION  ->  {"flops": 5.4e8, "seconds": 0.0123}
//
// runs the workload until the time is over, but at least once, and says how long a run took on average. A workload is
// made by the first request that names it.
#include <chrono>
#include <exception>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "bench/workload.hpp"

namespace {

double seconds_per_run(posenc::bench::Workload& workload, double milliseconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  double seconds = 0;
  int runs = 0;
  do {
    workload.run();
    ++runs;
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  } while (seconds * 1000 < milliseconds);
  return seconds / runs;
}

}  // namespace

int main() {
  std::map<std::string, std::unique_ptr<posenc::bench::Workload>> workloads;
  for (std::string line; std::getline(std::cin, line);) try {
      std::istringstream words(line);
      double milliseconds = 0;
      std::string description;
      words >> milliseconds >> std::ws;
      std::getline(words, description);
      auto& workload = workloads[description];
      if (!workload) workload = posenc::bench::make_workload(description);
      const double seconds = seconds_per_run(*workload, milliseconds);
      std::cout << "{\"flops\": " << workload->flops() << ", \"seconds\": " << seconds << "}" << std::endl;
    } catch (const std::exception& error) {
      std::cerr << "posenc_bench: " << error.what() << '\n';
      return 2;
    }
}
