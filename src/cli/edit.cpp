// kedge edit: one edit in a dialect, as an agent would send it.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/confirm.hpp"
#include "cli/edit_call.hpp"
#include "cli/encoding_option.hpp"
#include "cli/input.hpp"
#include "cli/language_options.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "engine/watchers.hpp"
#include "fs/standard_streams.hpp"
#include "fs/terminal.hpp"
#include "support/strings.hpp"
#include "tools/patch_stream.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> edit_positionals{{{"PATH", "the file, if the arguments do not name it", false}}};
constexpr std::array<Option, 6> edit_own_options{{
    {"input", "FILE", "the edit (standard input)"},
    {"dry-run", "", "show what would change, write nothing"},
    {"preview-stream", "", "show what a patch on standard input changes while it is still arriving; write nothing"},
    {"accept", "NAME", "write although a check of this name warns; may be repeated", true},
    {"confirm", "", "show the change on the terminal and ask before it is written"},
    {"strict", "", "take nothing that fits only loosely or is merely tolerated"},
}};
constexpr auto edit_options =
    joined_options(edit_own_options, dialect_options, encoding_options, language_options, commit_options, workspace_options);

void add_options(Json& call, const Arguments& arguments) {
  if (arguments.has("dry-run")) call.set("dry_run", true);
  const std::vector<std::string> accepted = arguments.all("accept");
  if (!accepted.empty()) call.set("accept_warnings", Json::strings(accepted));
}

Ended preview_stream(const Arguments& arguments) {
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "edit"));
  const bool on_terminal = prints_on_terminal();  // before the streams are claimed
  const Outcome<std::unique_ptr<ClientStreams>> streams = claim_standard_streams();
  if (!streams) return report(refusal(streams.error(), "standard output"), false);
  PatchStream preview(opened->session());
  std::array<char, 64UL * 1024> piece{};
  while (true) {
    const Outcome<std::size_t> got = (*streams)->read(piece);
    if (!got) return report(refusal(got.error(), "standard input"), false);
    std::string shown = *got == 0 ? preview.finish() : preview.take({piece.data(), *got});
    if (on_terminal) shown = printable_rows(shown);
    if (!shown.empty() && !(*streams)->write(shown)) return Exit::failed;
    if (*got == 0) return Exit::done;
  }
}

Ended run_edit(const Arguments& arguments) {
  KEDGE_TRY(const Dialect* const dialect, dialect_of(arguments, "edit"));
  if (arguments.has("preview-stream")) {
    if (dialect->arrives_in_rows) return preview_stream(arguments);
    return wrong_usage("--preview-stream", "only patches are shown while they arrive; use --dialect patch", "edit");
  }
  KEDGE_TRY(Json call, or_unreadable(edit_call(arguments, *dialect, "edit")));
  add_options(call, arguments);
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, or_unchanged(CommandSession::open(arguments, "edit")));
  Session& session = opened->session();
  opened->announce();
  session.strict = arguments.has("strict");
  if (arguments.has("confirm")) {
    session.confirm = [&session](const Proposal& proposal) {
      tell_proposed(session, proposal.op, proposal.planned, true);
      return ask_on_terminal(proposal);
    };
  }
  return opened->run(*dialect, verb::edit, call, arguments);
}

}  // namespace

namespace command {

extern const Command edit;
const Command edit{
    "edit",
    "Apply one edit, or refuse and say what to send instead",
    R"(Reads, in a dialect of patches, the patch itself, such as
  *** Begin Patch
  ¶notes.txt#0A3B
  replace 4..5:
  +one new line instead of two
  *** End Patch
and in the others the JSON arguments of the dialect's edit tool, such as
  {"path": "notes.txt", "old_string": "one", "new_string": "two"}
It does exactly what they ask, or writes nothing and says why. kedge prompt tells what a dialect takes. What the edit
changed can be taken back with kedge undo.
--confirm names every file and asks; only what is typed after the question counts. To an agent that has a shell it is advice
and not a barrier: such an agent can leave the option out, or write the file without kedge.)",
    edit_positionals,
    edit_options,
    &run_edit,
};

}  // namespace command
}  // namespace kedge
