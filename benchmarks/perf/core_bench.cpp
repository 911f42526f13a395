// Every operation under Google Benchmark: for filters, repetitions and machine-readable output.
#include <benchmark/benchmark.h>

#include "benchmarks/perf/operations.hpp"
#include "benchmarks/perf/versions.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

void measure(benchmark::State& state, const Operation& operation) {
  const auto lines = static_cast<std::uint32_t>(state.range(0));
  const Run run = operation.prepare(lines);
  while (state.KeepRunning()) {
    if (run.set_up) {
      state.PauseTiming();
      run.set_up();
      state.ResumeTiming();
    }
    benchmark::DoNotOptimize(run.work());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(shown(lines).size()));
}

void register_all() {
  for (const Operation& operation : operations()) {
    const std::string name = concat(operation.group, '/', operation.name);
    benchmark::RegisterBenchmark(name.c_str(), measure, operation)
        ->RangeMultiplier(10)
        ->Range(1'000, 1'000'000)
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  kedge::bench::register_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
