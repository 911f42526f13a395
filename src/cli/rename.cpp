// kedge rename: gives a symbol another name in all files.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/language_options.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 3> rename_positionals{{
    {"PATH:LINE", "a file, and a line that has the name"},
    {"NAME", "the name, as written there"},
    {"NEW-NAME", "the name that it is to have"},
}};
constexpr std::array<Option, 1> rename_own_options{{{"dry-run", "", "show what would change, write nothing"}}};
constexpr auto rename_options = joined_options(rename_own_options, language_options, commit_options, workspace_options);

Ended run_rename(const Arguments& arguments) {
  const PathAndLines place = path_and_lines(arguments.required("PATH:LINE"));
  if (!place.first || place.last.value_or(*place.first) != *place.first) {
    return wrong_usage("PATH:LINE", "names no line, as in src/a.py:12", "rename");
  }
  Json call = Json::object({{"path", place.path},
                            {"line", *place.first},
                            {"name", arguments.required("NAME")},
                            {"new_name", arguments.required("NEW-NAME")}});
  if (arguments.has("dry-run")) call.set("dry_run", true);
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, or_unchanged(CommandSession::open(arguments, "rename")));
  opened->announce();
  return opened->run(*dialects().front(), verb::rename, call, arguments);
}

}  // namespace

namespace command {

extern const Command rename;
const Command rename{
    "rename",
    "Give a symbol another name in all files",
    "The language server that is configured for the file says where the name is used; kedge checks that it is there, and\n"
    "changes all files or none, as one change that kedge undo takes back. The symbol is named by a file, a line and its name.",
    rename_positionals,
    rename_options,
    &run_rename,
};

}  // namespace command
}  // namespace kedge
