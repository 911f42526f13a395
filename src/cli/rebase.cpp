// kedge rebase: the engine's proof at work on three files.
#include <array>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "edit/line_hunks.hpp"
#include "edit/recover.hpp"
#include "render/unified_diff.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 3> rebase_positionals{{
    {"BASE", "the version that both sides started from"},
    {"MINE", "BASE with the edit to be moved"},
    {"THEIRS", "BASE as somebody else has changed it"},
}};
constexpr std::array<Option, 1> rebase_options{{{"diff", "", "print what changes in THEIRS instead of the result"}}};

Ended run_rebase(const Arguments& arguments) {
  KEDGE_TRY(const std::vector<Text> texts, load_texts(arguments, rebase_positionals));
  const Text& base = texts[0];
  const Text& mine = texts[1];
  const Text& theirs = texts[2];

  KEDGE_TRY(const ChangeSet placed, rebase_texts(base, mine, theirs));
  const Text result = placed.apply(theirs);
  if (!arguments.json() && !arguments.has("diff")) return print(result.bytes());

  const std::string name = arguments.required("THEIRS");
  const std::vector<Hunk> hunks = line_hunks(theirs, result, placed, LineKey::bytes);
  const std::string diff_text = unified_diff(theirs, result, hunks, {name, name});
  if (!arguments.json()) return print(diff_text);

  Json list = Json::array();
  for (const Hunk& hunk : hunks) {
    list.push(Json::object({{"line", hunk.before.first.value}, {"removed", hunk.before.size()}, {"added", hunk.after.size()}}));
  }
  return print_json(Json::object({{"placed", std::move(list)}, {"diff", diff_text}, {"result", result.bytes()}}));
}

}  // namespace

namespace command {

extern const Command rebase;
const Command rebase{
    "rebase",
    "Move the edit from BASE to MINE onto THEIRS, or refuse",
    R"(Prints THEIRS with the edit made in it. No file is written. Each part of the edit is moved on its own and only if
every line it touches is provably the same line in THEIRS: untouched, not next to a change that could equally have
been made on it, and under the same headers. Otherwise the whole is refused (exit status 1) and every part that
could not be placed is named.)",
    rebase_positionals,
    rebase_options,
    &run_rebase,
};

}  // namespace command
}  // namespace kedge
