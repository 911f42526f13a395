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

Ended run_write(const Arguments& arguments) {
  if (arguments.has("create") && arguments.has("expected-version")) {
    return wrong_usage("--create", "a file that is replaced exists already; give one of the two", "write");
  }
  Json call = Json::object({{"path", arguments.required("PATH")}});
  if (const std::optional<std::string_view> version = arguments.option("expected-version")) {
    KEDGE_DO(or_unchanged(version_of(*version, "--expected-version", "write")));
    call.set("expected_version", *version);
  }
  if (arguments.has("create")) call.set("create", true);
  if (arguments.has("dry-run")) call.set("dry_run", true);
  if (const std::vector<std::string> accepted = arguments.all("accept"); !accepted.empty()) {
    call.set("accept_warnings", Json::strings(accepted));
  }
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, or_unchanged(CommandSession::open(arguments, "write")));
  KEDGE_TRY(std::string content, or_unreadable(content_of(arguments)));
  call.set("content", std::move(content));
  opened->announce();
  return opened->run(*dialects().front(), verb::write, call, arguments);
}

}  // namespace

namespace command {

extern const Command write;
const Command write{
    "write",
    "Write the whole of one file, or refuse",
    R"(A new file is created, with the folders above it. An existing one is replaced only if all of it was shown by kedge read or
--expected-version names the bytes it has at that moment. Afterwards the file is wholly new or, whatever happened, wholly old; its permissions,
owner, access list and attributes are kept. A link is followed to its file inside the root. The answer names the
guard that stood against other writers: lease, exchange or recheck.)",
    write_positionals,
    write_options,
    &run_write,
};

}  // namespace command
}  // namespace kedge
