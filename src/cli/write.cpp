// kedge write: the whole of one file.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/encoding_option.hpp"
#include "cli/file_version.hpp"
#include "cli/input.hpp"
#include "cli/language_options.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> write_positionals{{{"PATH", "the file, relative to the root or absolute inside it"}}};
constexpr std::array<Option, 5> write_own_options{{
    {"input", "FILE", "the new content (standard input)"},
    {"create", "", "only if there is no such file yet"},
    {"expected-version", "SHA256", "replace the file only if these are its bytes"},
    {"accept", "NAME", "write although a check of this name warns; may be repeated", true},
    {"dry-run", "", "show what would change, write nothing"},
}};
constexpr auto write_options =
    joined_options(write_own_options, encoding_options, language_options, commit_options, workspace_options);

Exit run_write(const Arguments& arguments) {
  if (arguments.has("create") && arguments.has("expected-version")) {
    return report(wrong_usage("--create", "a file that is replaced exists already; give one of the two", "write"), Exit::usage,
                  arguments.json());
  }
  Json call = Json::object({{"path", arguments.required("PATH")}});
  if (const std::optional<std::string_view> version = arguments.option("expected-version")) {
    const Result<Digest> digest = version_of(*version, "--expected-version", "write");
    if (!digest) return report_unchanged(digest.error(), arguments.json());
    call.set("expected_version", *version);
  }
  if (arguments.has("create")) call.set("create", true);
  if (arguments.has("dry-run")) call.set("dry_run", true);
  if (const std::vector<std::string> accepted = arguments.all("accept"); !accepted.empty()) {
    call.set("accept_warnings", Json::strings(accepted));
  }
  Result<std::unique_ptr<CommandSession>> opened = CommandSession::open(arguments, "write");
  if (!opened) return report_unchanged(opened.error(), arguments.json());
  Result<std::string> content = content_of(arguments);
  if (!content) return report(content.error(), exit_for_unreadable(content.error()), arguments.json());
  call.set("content", *std::move(content));
  Session& session = (*opened)->session();
  (*opened)->announce();
  const Reply reply = call_verb(*dialects().front(), verb::write, call, session);
  const Exit told = tell(reply, arguments);
  (*opened)->finish();
  return told;
}

}  // namespace

namespace command {

extern const Command write;
const Command write{
    "write",
    "Write the whole of one file, or refuse",
    "A new file is created, with the folders above it. An existing one is replaced only if all of it was shown by kedge read "
    "or\n"
    "--expected-version names the bytes it has at that moment. Afterwards the file is wholly new or, whatever happened, wholly "
    "old; its permissions,\n"
    "owner, access list and attributes are kept. A link is followed to its file inside the root. The answer names the\n"
    "guard that stood against other writers: lease, exchange or recheck.",
    write_positionals,
    write_options,
    &run_write,
};

}  // namespace command
}  // namespace kedge
