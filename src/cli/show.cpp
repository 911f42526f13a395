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
  KEDGE_TRY(const Record record, find_record(store, arguments.required("ID")));
  opened->finish();
  if (arguments.json()) return print_json(json_of_record(store, record, FileDetail::diffs));
  return print_pages(arguments, text_of_record(store, record, colour_of_output()));
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
