// kedge seen: the current bytes count as shown, without printing them.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "engine/loaded_file.hpp"
#include "engine/shown_rows.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> positionals{{{"PATH", "the file, relative to the root; PATH:A-B for some of its lines"}}};

Result<Json> note(const PathAndLines& asked, Session& session) {
  KEDGE_TRY(const LoadedFile file, load_existing(session, asked.path, Access::read));
  const LineNo end = file.text.all_lines().end;
  LineSpan lines{LineNo{std::max(asked.first.value_or(1), 1U)}, end};
  if (asked.last) lines.end = std::min(LineNo{*asked.last} + 1, end);
  if (lines.first > lines.end) {
    return std::unexpected(
        refuse(Code::line_out_of_range,
               Json::object({{"path", asked.path}, {"line", lines.first.value}, {"count", file.text.line_count()}})));
  }
  note_shown(session, file, LineSet(lines), EventKind::shown, Numbers::shown);
  return Json::object({{"path", file.inside},
                       {"content_sha256", to_hex(file.version)},
                       {"tag", session.store.tag_of(file.inside, file.version)},
                       {"lines", file.text.line_count()},
                       {"start", lines.first.value},
                       {"count", lines.size()}});
}

Exit run(const Arguments& arguments) {
  Result<std::unique_ptr<CommandSession>> opened = CommandSession::open(arguments, "seen");
  if (!opened) return report(opened.error(), arguments.json());
  const Result<Json> seen = note(path_and_lines(arguments.required("PATH")), (*opened)->session());
  (*opened)->finish();
  if (!seen) return report(seen.error(), arguments.json());
  if (arguments.json()) return print_json(*seen);
  return print(concat(printable(*seen->find("path")->as_string()), ": ",
                      counted(static_cast<std::size_t>(*seen->find("count")->as_integer()), "line"), " noted as shown\ntag=",
                      *seen->find("tag")->as_string(), "\ncontent_sha256=", *seen->find("content_sha256")->as_string(), '\n'));
}

}  // namespace

namespace command {

extern const Command seen;
const Command seen{
    "seen",
    "Note a file as shown without printing it",
    "For harnesses whose model has read the file by other means: its current bytes, or the lines A to B of them, count as "
    "shown\n"
    "from now on. Prints the tag and the digest by which that version is named.",
    positionals,
    workspace_options,
    &run,
};

}  // namespace command
}  // namespace kedge
