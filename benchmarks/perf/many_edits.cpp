// What the edits of a session cost that came before: a file of 2,000 lines is read once, and then a thousand of its lines are
// edited one by one over MCP, without syncs, in every dialect and in several sessions. The second edit beside the twentieth, …,
// the thousandth.
//   many_edits KEDGE
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "benchmarks/perf/mcp_session.hpp"
#include "benchmarks/perf/median.hpp"
#include "benchmarks/perf/results.hpp"
#include "benchmarks/perf/scratch.hpp"
#include "support/json.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge::bench {
namespace {

constexpr std::uint32_t lines = 2000;
constexpr std::uint32_t edits = 1000;
constexpr std::array<std::uint32_t, 5> told{2, 20, 60, 200, 1000};
constexpr std::uint32_t around = 4;  // so many edits on each side of one are timed with it
constexpr std::size_t sessions = 5;  // in each dialect

// It is C++, too.
std::string row_of(std::uint32_t line) { return concat("int line_", line, " = ", line, ";  // with some words behind it"); }
// All over the file.
std::uint32_t line_of(std::uint32_t edit) { return edit * 773 % lines + 1; }
std::string written(std::uint32_t edit) { return concat("int edit_", edit, " = ", edit, ";  // which has written this line"); }

// Replaces one row, written by a caller that has the reading and the last answer.
struct Asked {
  std::string file;
  std::uint32_t line;
  std::string old_row, new_row;
  std::string read_tag, last_tag;
};

struct Way {
  const char* name;
  const char* dialect;
  const char* read_tool;
  const char* edit_tool;
  Json (*read)(const char* file);
  Json (*edit)(const Asked& asked);
  const char* file = "file.txt";
};

Json by_path(const char* file) { return Json::object({{"path", file}}); }
Json quoting(const Asked& asked) {
  return Json::object({{"path", asked.file}, {"old_string", asked.old_row}, {"new_string", asked.new_row}});
}
Json patch_of(const Asked& asked, const std::string& tag) {
  return Json::object({{"input", concat("*** Begin Patch\n¶", asked.file, '#', tag, "\nreplace ", asked.line, "..", asked.line,
                                        ":\n+", asked.new_row, "\n*** End Patch\n")}});
}

const std::array ways{
    Way{"patch, the tag that was read", "patch", "read", "edit", by_path,
        [](const Asked& asked) { return patch_of(asked, asked.read_tag); }},
    Way{"patch, the newest tag", "patch", "read", "edit", by_path,
        [](const Asked& asked) { return patch_of(asked, asked.last_tag); }},
    Way{"anchors", "anchors", "read_file", "edit",
        [](const char* file) { return Json::object({{"path", file}, {"hashes", true}}); },
        [](const Asked& asked) {
          const Json operation =
              Json::object({{"op", "replace_line"}, {"hash", hash_of(asked.old_row).hex(8)}, {"content", asked.new_row}});
          return Json::object({{"path", asked.file}, {"operations", Json::array({operation})}});
        }},
    Way{"hashline", "hashline", "open", "edit", [](const char* file) { return Json::object({{"file", file}}); },
        [](const Asked& asked) {
          const Json anchor = Json::object({{"line", asked.line}, {"hash", hash_of(asked.old_row).hex(2)}});
          return Json::object({{"file", asked.file},
                               {"replace", Json::object({{"start", anchor}, {"end", anchor}, {"content", asked.new_row}})}});
        }},
    Way{"replace", "replace", "read", "edit", by_path, quoting},
    Way{"replace, C++", "replace", "read", "edit", by_path, quoting, "file.cpp"},
    Way{"apply_patch", "apply_patch", "read", "apply_patch", by_path,
        [](const Asked& asked) {
          return Json::object({{"input", concat("*** Begin Patch\n*** Update File: ", asked.file, "\n@@\n-", asked.old_row,
                                                "\n+", asked.new_row, "\n*** End Patch\n")}});
        }},
    Way{"udiff", "udiff", "read", "edit", by_path,
        [](const Asked& asked) {
          return Json::object({{"input", concat("--- a/", asked.file, "\n+++ b/", asked.file, "\n@@ -", asked.line, " +",
                                                asked.line, " @@\n-", asked.old_row, "\n+", asked.new_row, '\n')}});
        }},
    Way{"blocks", "blocks", "read", "edit", by_path,
        [](const Asked& asked) {
          return Json::object({{"input", concat(asked.file, "\n<<<<<<< SEARCH\n", asked.old_row, "\n=======\n", asked.new_row,
                                                "\n>>>>>>> REPLACE\n")}});
        }},
};

std::vector<std::string> command_of(const std::string& kedge, const char* dialect, const Scratch& scratch) {
  return {kedge,          "mcp",  "--dialect",   dialect, "--root", scratch.folder("root"), "--state", scratch.folder("state"),
          "--durability", "none", "--page-size", "500000"};
}

// The tag in a header, or of a version that the answer names; `before` if there is none.
std::string tag_in(const std::string& answer, const std::string& before) {
  constexpr std::size_t digits = 4;
  const std::size_t at = answer.find('#');
  return at == std::string::npos ? before : answer.substr(at + 1, digits);
}

std::vector<Milliseconds> timings_of_edits(const std::string& kedge, const Way& way, const Scratch& scratch) {
  std::string bytes;
  for (std::uint32_t line = 1; line <= lines; ++line) append(bytes, concat(row_of(line), '\n'));
  write_file(scratch.folder("root") + "/" + way.file, bytes);
  McpSession session(command_of(kedge, way.dialect, scratch));
  const std::string tag = tag_in(text_of(session.ask(call_of(way.read_tool, way.read(way.file)))), "");
  Asked asked{.file = way.file, .line = 0, .old_row = {}, .new_row = {}, .read_tag = tag, .last_tag = tag};
  std::vector<Milliseconds> timings;
  for (std::uint32_t edit = 1; edit <= edits + around; ++edit) {
    asked.line = line_of(edit);
    asked.old_row = row_of(asked.line);
    asked.new_row = written(edit);
    const Json call = call_of(way.edit_tool, way.edit(asked));
    const WallClock clock;
    const Json result = session.ask(call);
    timings.push_back(clock.elapsed());
    asked.last_tag = tag_in(text_of(result), asked.last_tag);
  }
  return timings;
}

void compare(const std::string& kedge) {
  std::printf("%-32s", "edit number, ms");
  for (const std::uint32_t edit : told) std::printf(" %8u", edit);
  std::printf("   last beside first\n");
  // ext4 makes files slowly in a folder while many that were near it have just been removed, so none is removed before the end.
  std::array<Scratch, ways.size() * sessions> places;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const Way& way = ways[i];
    std::array<std::vector<Milliseconds>, sessions> all;
    for (std::size_t j = 0; j < (is_quick() ? 1 : sessions); ++j) {
      all[j] = timings_of_edits(kedge, way, places[i * sessions + j]);
    }
    std::printf("%-32s", way.name);
    std::vector<double> medians;
    for (const std::uint32_t edit : told) {
      const std::uint32_t first = std::max(1U, edit - std::min(edit, around));
      std::vector<Milliseconds> near;
      for (const std::vector<Milliseconds>& timings : all) {
        if (!timings.empty()) near.insert(near.end(), timings.begin() + first, timings.begin() + first + 2 * around);
      }
      note_result({.group = "history", .what = concat("edit ", edit, " of a session: ", way.name), .size = lines}, near);
      medians.push_back(median(near).count());
      std::printf(" %8.2f", medians.back());
    }
    const double ratio = medians.back() / medians.front();
    note_result({.group = "history", .what = concat("edit 1000 beside edit 2: ", way.name), .unit = "ratio", .size = lines},
                std::vector{ratio});
    std::printf("   %.2f\n", ratio);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** words) {
  if (count != 2) {
    std::fputs("usage: many_edits KEDGE\n", stderr);
    return 2;
  }
  kedge::bench::compare(words[1]);
}
