// One table: what each operation costs at each size, how that grows per tenfold, and how far it is from the least that
// memory allows. Source code is small changes in large files, so growing with the file is the most that is fine.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <span>
#include <string_view>

#include "benchmarks/perf/median.hpp"
#include "benchmarks/perf/results.hpp"
#include "benchmarks/perf/side_by_side.hpp"
#include "benchmarks/perf/versions.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

constexpr std::array<std::uint32_t, 5> all_sizes{100, 1'000, 10'000, 100'000, 1'000'000};
constexpr double tolerance = 1.2;  // what noise may add

struct Choices {
  std::span<const std::uint32_t> sizes = all_sizes;
  Effort effort;
  std::string_view only;          // of which group; empty: all
  std::vector<std::string> peer;  // the command that starts it; empty: none
};

std::array<char, 16> shown_time(Milliseconds time) {
  std::array<char, 16> text{};
  const double ms = time.count();
  if (ms < 0.001) {
    std::snprintf(text.data(), text.size(), "%.0f ns", ms * 1e6);
  } else if (ms < 1) {
    std::snprintf(text.data(), text.size(), "%.*f us", ms < 0.1 ? 1 : 0, ms * 1e3);
  } else {
    std::snprintf(text.data(), text.size(), "%.*f ms", ms < 100 ? 1 : 0, ms);
  }
  return text;
}

class GrowthTable {
 public:
  explicit GrowthTable(const Choices& choices) : choices_(choices) {}

  void print() {
    std::printf("%-9s%-30s", "", "");
    for (const std::uint32_t lines : choices_.sizes) std::printf(" %9u", lines);
    std::printf("   growth per tenfold       at the largest\n");
    for (const Operation& operation : operations()) {
      if (choices_.only.empty() || operation.group == choices_.only) print_row(operation);
    }
    if (steep_ == 0) {
      std::printf("\nNothing grows faster than the file and the memory under it.\n");
    } else {
      std::printf("\nMarked !: %d grew faster than the file and the memory under it.\n", steep_);
    }
  }

 private:
  void print_row(const Operation& operation) {
    std::printf("%-9.*s%-30.*s", static_cast<int>(operation.group.size()), operation.group.data(),
                static_cast<int>(operation.name.size()), operation.name.data());
    std::vector<Milliseconds> times;
    for (const std::uint32_t lines : choices_.sizes) {
      if (lines < operation.least_lines) {
        times.emplace_back(0);
        std::printf(" %9s", "-");
        continue;
      }
      const std::vector<Milliseconds> timings = timings_of(operation.prepare(lines), choices_.effort);
      note_result({.group = "growth", .what = concat(operation.group, ": ", operation.name), .size = lines}, timings);
      times.push_back(median(timings));
      std::printf(" %9s", shown_time(times.back()).data());
      std::fflush(stdout);
    }
    std::printf("  ");
    for (std::size_t i = 1; i < times.size(); ++i) {
      if (times[i - 1].count() == 0) {
        std::printf(" %6s ", "-");
        continue;
      }
      const double growth = times[i] / times[i - 1];
      const bool steep = growth > most_growth_at(i, operation.floor);
      steep_ += steep ? 1 : 0;
      std::printf(" %6.1f%c", growth, steep ? '!' : ' ');
    }
    if (operation.floor != Floor::none) {
      const std::string_view floor = name_of(operation.floor);
      const std::vector<Milliseconds>& least = floor_times(operation.floor);
      for (std::size_t i = 0; i < least.size(); ++i) {
        if (choices_.sizes[i] < operation.least_lines) continue;
        note_result({.group = "growth",
                     .what = concat(operation.group, ": ", operation.name),
                     .tool = "floor",
                     .size = choices_.sizes[i]},
                    {least[i]});
      }
      std::printf("   %5.1f x %.*s", times.back() / floor_times(operation.floor).back(), static_cast<int>(floor.size()),
                  floor.data());
    }
    std::printf("\n");
    std::fflush(stdout);
  }

  // Linear, or what the memory itself grows by when a file falls out of a cache, whichever is more. Below ten thousand
  // lines fixed costs decide, so nothing is promised there.
  double most_growth_at(std::size_t i, Floor floor) {
    if (choices_.sizes[i - 1] < 10'000) return std::numeric_limits<double>::infinity();
    if (floor == Floor::none) return 10 * tolerance;
    const std::vector<Milliseconds>& times = floor_times(floor);
    return std::max(10.0, times[i] / times[i - 1]) * tolerance;
  }

  const std::vector<Milliseconds>& floor_times(Floor floor) {
    std::vector<Milliseconds>& times = floors_[floor];
    if (times.empty()) {
      for (const std::uint32_t lines : choices_.sizes)
        times.push_back(median(timings_of(prepare_floor(floor, lines), choices_.effort)));
    }
    return times;
  }

  const Choices& choices_;
  std::map<Floor, std::vector<Milliseconds>> floors_;
  int steep_ = 0;
};

constexpr std::string_view usage =
    "usage: growth [--quick] [--only GROUP] [--peer COMMAND...]\n"
    "  --quick       up to 100,000 lines, fewer timings\n"
    "  --only GROUP  one group of operations (its first column), or 'none'\n"
    "  --peer ...    afterwards a stale edit side by side with the program that the rest of the line starts\n";

Choices choices_of(std::span<char* const> words) {
  Choices choices;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--quick") {
      choices.sizes = std::span(all_sizes).first(4);
      choices.effort = {.least_timings = 5, .about = Milliseconds{100}};
    } else if (word == "--only" && i + 1 < words.size()) {
      choices.only = words[++i];
    } else if (word == "--peer" && i + 1 < words.size()) {
      choices.peer.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    } else {
      std::fwrite(usage.data(), 1, usage.size(), stderr);
      std::exit(2);
    }
  }
  return choices;
}

void run(const Choices& choices) {
  if (choices.only != "none") GrowthTable(choices).print();
  if (!choices.peer.empty()) compare_with_peer(choices.peer, {choices.sizes, choices.effort.least_timings});
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** arguments) {
  using namespace kedge::bench;
  run(choices_of({arguments + 1, static_cast<std::size_t>(count - 1)}));
}
