// Fuzzing without libFuzzer: the kept corpus of a target, then blind changes of it.
//   fuzz_battery TARGET [--runs N] [--seed S] [--sources FOLDER] [--findings FOLDER]
//   fuzz_battery TARGET FILE…        these inputs alone
//   fuzz_battery                     names the targets
// The inputs are tried by a process of its own, so that the input at which it died, or does not end, is known.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <span>
#include <thread>

#include "figures.hpp"
#include "fuzz/battery/mutator.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge::fuzz {

#define TARGET(name) void name(std::string_view input);
#include "targets.def"
#undef TARGET

namespace {

struct Target {
  std::string_view name;
  void (*run)(std::string_view input);
};
constexpr Target targets[] = {
#define TARGET(name) {#name, name},
#include "targets.def"
#undef TARGET
};

// Against hanging, and long enough for the busiest machine.
constexpr std::chrono::seconds patience{120};

// What both processes see.
struct Shared {
  std::atomic<std::uint64_t> executions;
  std::atomic<std::size_t> size;
  char bytes[Mutator::longest_input];
};

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> corpus_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (std::filesystem::exists(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<std::string> inputs{""};
  for (const std::filesystem::path& file : files) inputs.push_back(read(file));
  return inputs;
}

// How the process that tried them ended: 0 if nothing was found.
int watch(pid_t child, const Shared& shared) {
  using Clock = std::chrono::steady_clock;
  std::uint64_t last = 0;
  Clock::time_point moved = Clock::now();
  for (int status = 0;;) {
    if (::waitpid(child, &status, WNOHANG) == child) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (const std::uint64_t now = shared.executions; now != last) {
      last = now;
      moved = Clock::now();
    } else if (Clock::now() - moved > patience) {
      std::cerr << "an input takes longer than " << patience.count() << " s\n";
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return status;
    }
  }
}

int fuzz(const Target& target, std::uint64_t runs, std::uint64_t seed, const std::filesystem::path& sources,
         const std::filesystem::path& findings) {
  const std::filesystem::path dictionary = sources / "dictionaries" / concat(target.name, ".dict");
  const std::vector<std::string> seeds = corpus_in(sources / "corpus" / target.name);
  const Mutator mutator(seeds,
                        std::filesystem::exists(dictionary) ? dictionary_words(read(dictionary)) : std::vector<std::string>());
  if (!is_long_form()) runs = std::max<std::uint64_t>(runs / 40, seeds.size());
  std::cout << target.name << ": " << counted(seeds.size() - 1, "kept input") << ", KEDGE_FUZZ_SEED=" << seed << std::endl;

  void* const memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory to share");
  Shared& shared = *new (memory) Shared;
  const pid_t child = ::fork();
  if (child == 0) {
    for (std::uint64_t i = 0; i < runs; ++i) {
      const std::string input = mutator.input(seed, i).substr(0, Mutator::longest_input);
      std::memcpy(shared.bytes, input.data(), input.size());
      shared.size = input.size();
      target.run(input);
      shared.executions = i + 1;
    }
    std::cout.flush();
    std::exit(0);
  }
  const int status = watch(child, shared);
  const bool found = status != 0;
  note_figure({.part = "blind_fuzz",
               .variant = target.name,
               .count = shared.executions,
               .faults = found ? 1U : 0U,
               .detail = concat("blind, seed ", seed)});
  std::cout << shared.executions << " executions" << std::endl;
  if (!found) return 0;
  const std::string input(shared.bytes, shared.size);
  const std::filesystem::path file = findings / concat("crash-", target.name, '-', to_hex(sha256(input)).substr(0, 12));
  std::ofstream(file, std::ios::binary) << input;
  std::cout << "execution " << shared.executions << " broke a promise; to repeat it:\n  fuzz_battery " << target.name << ' '
            << file.string() << std::endl;
  return 1;
}

std::uint64_t chosen_seed() {
  if (const char* const wanted = std::getenv("KEDGE_FUZZ_SEED"); wanted != nullptr && *wanted != '\0')
    return std::stoull(wanted);
  return std::random_device()();
}

int run(std::span<char*> arguments) {
  if (arguments.empty()) {
    for (const Target& target : targets) std::cout << target.name << '\n';
    return 0;
  }
  const auto* const target = std::ranges::find(targets, std::string_view(arguments[0]), &Target::name);
  if (target == std::end(targets)) throw std::runtime_error(concat("there is no target ", arguments[0]));
  std::uint64_t runs = 0;
  std::uint64_t seed = chosen_seed();
  std::filesystem::path sources = "fuzz";
  std::filesystem::path findings = ".";
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (!word.starts_with("--")) {
      target->run(read(word));
      std::cout << word << ": nothing found\n";
      continue;
    }
    if (i + 1 == arguments.size()) throw std::runtime_error(concat(word, " needs a value"));
    const std::string value = arguments[++i];
    if (word == "--runs") {
      runs = std::stoull(value);
    } else if (word == "--seed") {
      seed = std::stoull(value);
    } else if (word == "--sources") {
      sources = value;
    } else if (word == "--findings") {
      findings = value;
    } else {
      throw std::runtime_error(concat("there is no option ", word));
    }
  }
  return runs == 0 ? 0 : fuzz(*target, runs, seed, sources, findings);
}

}  // namespace
}  // namespace kedge::fuzz

int main(int count, char** words) {
  try {
    return kedge::fuzz::run(std::span(words + 1, static_cast<std::size_t>(count - 1)));
  } catch (const std::exception& problem) {
    std::cerr << "fuzz_battery: " << problem.what() << '\n';
    return 2;
  }
}
