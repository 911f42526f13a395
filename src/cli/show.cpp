// kedge show: what a recorded change did.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "cli/pages.hpp"
#include "cli/recorded_text.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> show_positionals{{{"ID", "the undo_id of a change; see kedge log"}}};
constexpr auto show_options = joined_options(paging_options, workspace_options);

Ended run_show(const Arguments& arguments) {
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "show"));
  Store& store = opened->session().store;
  const Result<Record> record = find_record(store, arguments.required("ID"));
  const bool as_json = arguments.json();
  const Json json = record && as_json ? json_of_record(store, *record, FileDetail::diffs) : Json();
  const std::string text = record && !as_json ? text_of_record(store, *record, colour_of_output()) : std::string();
  KEDGE_DO(opened->heard_all());
  if (!record) return std::unexpected(record.error());
  opened->finish();
  return as_json ? print_json(json) : print_pages(arguments, text);
}

}  // namespace

namespace command {

extern const Command show;
const Command show{
    "show",
    "Show what a recorded change did",
    "Prints an edit, a write, or what took one back or brought it back: when, by which session, and a diff of each file.\n"
    "What was recorded longest ago is forgotten first, and the bytes of a file with a secret in it are not recorded.",
    show_positionals,
    show_options,
    &run_show,
};

}  // namespace command
}  // namespace kedge
