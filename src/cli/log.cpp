// kedge log: what was changed here, the newest first.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/pages.hpp"
#include "cli/recorded_text.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> log_positionals{{{"PATH", "only changes of this file, or of files in this folder", false}}};
constexpr std::array<Option, 2> log_own_options{{
    {"limit", "N", "at most so many changes (20)"},
    {"stat", "", "how many lines each change added and removed"},
}};
constexpr auto log_options = joined_options(log_own_options, paging_options, workspace_options);

// As the records name it; empty for the root itself. A file that is gone may be named, too.
Result<std::string> recorded_name(const Session& session, std::string_view given) {
  const Root& root = session.workspace.root();
  Result<Place> place = root.find_tree(given);
  if (!place) place = root.find(given, Access::read);
  if (!place) return std::unexpected(std::move(place).error());
  return place->name.empty() ? place->folder_path : place->path();
}

Ended run_log(const Arguments& arguments) {
  KEDGE_TRY(const std::uint32_t limit,
            number_option(arguments, "limit", {.otherwise = 20, .least = 1, .most = 100'000}, "log"));
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "log"));
  const Session& session = opened->session();
  const std::optional<std::string_view> path = arguments.positional("PATH");
  KEDGE_TRY(const std::string name, path ? recorded_name(session, *path) : Result<std::string>(""));
  std::vector<Record> records = session.store.newest(limit, name);
  const bool counted = arguments.has("stat");
  if (counted) {
    for (Record& record : records) record = session.store.find(record.id).value_or(record);
  }
  Json list = Json::array();
  std::string text;
  for (const Record& record : records) {
    if (arguments.json()) {
      list.push(json_of_record(session.store, record, counted ? FileDetail::counts : FileDetail::names));
      continue;
    }
    append(text, row_of_record(record, colour_of_output()));
    if (counted) append(text, counts_of_record(session.store, record));
  }
  KEDGE_DO(opened->heard_all());
  opened->finish();
  if (arguments.json()) return print_json(Json::object({{"changes", std::move(list)}}));
  if (!text.empty()) return print_pages(arguments, text);
  return print(path ? concat("nothing is recorded about ", printable(*path), '\n') : "nothing has been changed here yet\n");
}

}  // namespace

namespace command {

extern const Command log;
const Command log{
    "log",
    "List the changes that were made, the newest first",
    R"(Each row is an edit or write, or one that was taken or brought back, under this root: its ID for kedge show, undo and redo,
when, what, and in which files.)",
    log_positionals,
    log_options,
    &run_log,
};

}  // namespace command
}  // namespace kedge
