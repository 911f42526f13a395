// The fault battery: runs the program as it is released from outside, and kills it, lies to it, takes its disk's power or
// space away and writes into its files at every step. Fails if a file is torn, a batch half done, something left behind, an
// answer untrue, or a foreign write silently lost.
//
// With --must-find it is the battery that is tested: it has to find these faults in a program that is known to make them.
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "figures.hpp"
#include "part.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace faults {
namespace {

struct Part {
  std::string_view name;
  Tally (*run)(const Options&);
};

constexpr std::array all_parts{
    Part{"kills", &kills},
    Part{"nested_kills", &nested_kills},
    Part{"failed_recoveries", &failed_recoveries},
    Part{"failed_calls", &failed_calls},
    Part{"power_cuts", &power_cuts},
    Part{"forgotten_flushes", &forgotten_flushes},
    Part{"reordered_images", &reordered_images},
    Part{"unflushed_images", &unflushed_images},
    Part{"full_disks", &full_disks},
    Part{"locked_disks", &locked_disks},
    Part{"bound_files", &bound_files},
    Part{"many_writers", &many_writers},
    Part{"many_editors", &many_editors},
    Part{"undo_soak", &undo_soak},
    Part{"soak", &soak},
    Part{"flat_resources", &flat_resources},
    Part{"meddlers", &meddlers},
    Part{"foreign_writers", &foreign_writers},
};

constexpr std::string_view usage =
    "usage: fault_battery PART --binary PATH [--layout one|two] [--calls best|portable] [--only NAME] [--seed N] "
    "[--must-find FAULT,…]\n"
    "parts:";

struct Request {
  const Part* part = nullptr;
  Options options;
};

const Part* find_part(std::string_view name) {
  for (const Part& part : all_parts) {
    if (part.name == name) return &part;
  }
  return nullptr;
}

bool read_number(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::optional<Request> read_request(int count, char** words) {
  Request request;
  request.options.seed = std::random_device()();
  if (count % 2 != 0 || (request.part = find_part(words[1])) == nullptr) return std::nullopt;
  request.options.all = kedge::is_long_form();
  for (int i = 2; i + 1 < count; i += 2) {
    const std::string_view name = words[i];
    const std::string_view value = words[i + 1];
    Subject& subject = request.options.subject;
    if (name == "--binary") {
      subject.binary = std::filesystem::absolute(value);  // it is run in another folder
    } else if (name == "--layout" && (value == "one" || value == "two")) {
      subject.layout = value == "one" ? Layout::one : Layout::two;
    } else if (name == "--calls" && (value == "best" || value == "portable")) {
      subject.calls = value == "best" ? Calls::best : Calls::portable;
    } else if (name == "--only") {
      request.options.only = value;
    } else if (name == "--seed") {
      if (!read_number(value, request.options.seed)) return std::nullopt;
    } else if (name == "--must-find") {
      request.options.must_find = value;
    } else {
      return std::nullopt;
    }
  }
  return request.options.subject.binary.empty() ? std::nullopt : std::optional(request);
}

void note(const Request& request, const Tally& tally) {
  if (!request.options.must_find.empty()) return;  // that one is about the battery
  const Subject& subject = request.options.subject;
  kedge::note_figure({.part = request.part->name,
                      .variant = kedge::concat(subject.layout == Layout::one ? "one disk" : "two disks",
                                               subject.calls == Calls::best ? "" : ", portable calls"),
                      .count = tally.points(),
                      .faults = tally.faults(),
                      .detail = tally.row()});
}

}  // namespace
}  // namespace faults

int main(int count, char** words) {
  using namespace faults;
  constexpr int skipped = 77;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const std::optional<Request> request = read_request(count, words);
  if (!request) {
    std::fputs(usage.data(), stderr);
    for (const Part& part : all_parts) std::fprintf(stderr, " %s", std::string(part.name).c_str());
    std::fputs("\n", stderr);
    return 2;
  }
  try {
    const Tally tally = request->part->run(request->options);
    std::printf("%s\n", tally.row().c_str());
    note(*request, tally);
    // Not a fault that was found: who waits for one, as scripts/mutants does, must not take it for that.
    if (tally.points() == 0 && tally.faults() == 0) {
      std::fputs("nothing was tried: is there what --only names?\n", stderr);
      return 2;
    }
    if (tally.points() == 0) return 1;
    const std::string& must_find = request->options.must_find;
    if (must_find.empty()) return tally.faults() == 0 ? 0 : 1;
    if (tally.has_all(must_find)) return 0;
    std::printf("the battery should have found: %s\n", must_find.c_str());
    return 1;
  } catch (const Skipped& reason) {
    std::printf("skipped: %s\n", reason.what());
    return skipped;
  } catch (const std::exception& error) {
    std::printf("the battery itself failed: %s\n", error.what());
    return 1;
  }
}
