// kedge diff: what the engine takes to be the difference between two files.
#include <array>
#include <charconv>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "edit/slide.hpp"
#include "render/unified_diff.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

Json span_json(LineSpan lines) { return Json::object({{"start", lines.first.value}, {"count", lines.size()}}); }

constexpr std::array<Positional, 2> positionals{{{"A", "the old file"}, {"B", "the new file"}}};
constexpr std::array<Option, 1> options{{{"context", "N", "rows around each change (3)"}}};

Result<std::uint32_t> context_of(const Arguments& arguments) {
  const std::string_view given = arguments.option("context").value_or("3");
  std::uint32_t context = 0;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), context);
  if (error == std::errc() && end == given.data() + given.size() && context <= 1'000'000) return context;
  return std::unexpected(wrong_usage("--context", concat("'", printable(given), "' is not a number of lines"), "diff"));
}

Exit run(const Arguments& arguments) {
  const Result<std::uint32_t> context = context_of(arguments);
  if (!context) return report(context.error(), Exit::usage, arguments.json());
  const Result<std::vector<Text>> texts = load_texts(arguments, positionals);
  if (!texts) return report(texts.error(), arguments.json());
  const Text& before = texts->front();
  const Text& after = texts->back();

  const std::vector<Slide> changes = slides(before, after, diff_lines(before, after, LineKey::bytes), LineKey::bytes);
  std::vector<Hunk> hunks;
  hunks.reserve(changes.size());
  for (const Slide& change : changes) hunks.push_back(change.hunk);
  const std::string text = unified_diff(before, after, hunks, {arguments.required("A"), arguments.required("B")}, *context);
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
    positionals,
    options,
    &run,
};

}  // namespace command
}  // namespace kedge
