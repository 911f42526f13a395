// kedge diff: what the engine takes to be the difference between two files.
#include <array>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "edit/slide.hpp"
#include "render/unified_diff.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

Json span_json(LineSpan lines) { return Json::object({{"start", lines.first.value}, {"count", lines.size()}}); }

constexpr std::array<Positional, 2> diff_positionals{{{"A", "the old file"}, {"B", "the new file"}}};
constexpr std::array<Option, 1> diff_options{{{"context", "N", "rows around each change (3)"}}};

Ended run_diff(const Arguments& arguments) {
  KEDGE_TRY(const std::uint32_t context, number_option(arguments, "context", {.otherwise = 3}, "diff"));
  KEDGE_TRY(const std::vector<Text> texts, load_texts(arguments, diff_positionals));
  const Text& before = texts.front();
  const Text& after = texts.back();

  const std::vector<Slide> changes = slides(before, after, diff_lines(before, after, LineKey::bytes), LineKey::bytes);
  std::vector<Hunk> hunks;
  hunks.reserve(changes.size());
  for (const Slide& change : changes) hunks.push_back(change.hunk);
  const std::string text = unified_diff(before, after, hunks, {arguments.required("A"), arguments.required("B")}, context);
  if (!arguments.json()) return print(text);

  Json list = Json::array();
  for (const Slide& change : changes) {
    list.push(Json::object({{"before", span_json(change.hunk.before)},
                            {"after", span_json(change.hunk.after)},
                            {"could_stand_within", span_json(change.stretch)}}));
  }
  return print_json(Json::object(
      {{"equal", before == after}, {"bom_changed", before.bom() != after.bom()}, {"hunks", std::move(list)}, {"diff", text}}));
}

}  // namespace

namespace command {

extern const Command diff;
const Command diff{
    "diff",
    "Show what changed between two files, as a unified diff",
    "Files are compared as bytes, line by line; a changed line ending is a change. The output is accepted by patch and\n"
    "git apply. With --json each hunk also says over which lines of A it could equally have stood.",
    diff_positionals,
    diff_options,
    &run_diff,
};

}  // namespace command
}  // namespace kedge
