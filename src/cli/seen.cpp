// kedge seen: the current bytes count as shown, without printing them.
#include <algorithm>
#include <array>
#include <limits>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "fs/read_file.hpp"
#include "plan/loaded_file.hpp"
#include "plan/shown_rows.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> seen_positionals{
    {{"PATH", "the file, relative to the root; PATH:A-B for some of its lines", false}}};
constexpr std::array<Option, 1> seen_own_options{{
    {"hook", "", "read which file from what Claude Code tells a hook after its Read; says nothing, and never fails"},
}};
constexpr auto seen_options = joined_options(seen_own_options, workspace_options);

constexpr std::uint32_t rows_of_a_read = 2000;  // of Claude Code, unless it is asked for another number

Result<Json> note(const PathAndLines& asked, const Session& session) {
  KEDGE_TRY(const LoadedFile file, load_existing(session, asked.path, Access::read));
  const LineNo end = file.text.all_lines().end;
  LineSpan lines{LineNo{std::max(asked.first.value_or(1), 1U)}, end};
  if (asked.last) lines.end = std::min(LineNo{*asked.last} + 1, end);
  if (lines.first > lines.end) {
    return std::unexpected(refuse(Code::line_out_of_range,
                                  {{"path", asked.path}, {"line", lines.first.value}, {"count", file.text.line_count()}}));
  }
  Session seen = session;
  seen.id = session_of_seen;
  note_shown(session, file, LineSet(lines), EventKind::shown, Numbers::shown);
  note_shown(seen, file, LineSet(lines), EventKind::shown, Numbers::shown);
  return Json::object({{"path", file.inside},
                       {"content_sha256", to_hex(file.version)},
                       {"tag", session.store.tag_of(file.inside, file.version)},
                       {"lines", file.text.line_count()},
                       {"start", lines.first.value},
                       {"count", lines.size()}});
}

// ---- as a hook

std::optional<std::uint32_t> line_of(const Json* json) {
  if (json == nullptr || json->as_integer() == nullptr) return std::nullopt;
  const std::int64_t number = std::clamp<std::int64_t>(*json->as_integer(), 0, std::numeric_limits<std::uint32_t>::max() / 2);
  return static_cast<std::uint32_t>(number);
}

// What the client has shown; nullopt if it was not the bytes of the file, or unknown.
std::optional<PathAndLines> shown_by_client(const Json& told) {
  const auto is = [&](std::string_view name, std::string_view value) {
    const Json* const found = told.find(name);
    return found != nullptr && found->as_string() != nullptr && *found->as_string() == value;
  };
  const Json* const input = told.find("tool_input");
  const Json* const path = input == nullptr ? nullptr : input->find("file_path");
  if (!is("hook_event_name", "PostToolUse") || !is("tool_name", "Read") || path == nullptr) return std::nullopt;
  if (path->as_string() == nullptr || path->as_string()->ends_with(".ipynb")) return std::nullopt;
  PathAndLines shown{*path->as_string(), {}, {}};
  const Json* const folder = told.find("cwd");
  if (!shown.path.starts_with('/') && folder != nullptr && folder->as_string() != nullptr) {
    shown.path = concat(*folder->as_string(), '/', shown.path);
  }
  std::uint32_t first = line_of(input->find("offset")).value_or(1);
  std::uint32_t count = line_of(input->find("limit")).value_or(rows_of_a_read);
  if (const Json* const answer = told.find("tool_response"); answer != nullptr) {
    const Json* const kind = answer->find("type");
    if (kind != nullptr && kind->as_string() != nullptr && *kind->as_string() != "text") return std::nullopt;
    if (const Json* const file = answer->find("file"); file != nullptr) {
      first = line_of(file->find("startLine")).value_or(first);
      count = line_of(file->find("numLines")).value_or(count);
    }
  }
  if (count == 0) return std::nullopt;
  shown.first = std::max(first, 1U);
  shown.last = *shown.first + count - 1;
  return shown;
}

// A hook must not disturb its client: problems go to standard error, and the status is 0.
Exit run_as_hook(const Arguments& arguments) {
  const auto ignore = [](std::string_view why) {
    to_stderr(concat("kedge: nothing noted: ", why, '\n'));
    return Exit::done;
  };
  const Result<std::string> input = read_standard_input();
  if (!input) return ignore(to_text(input.error()));
  const auto told = read_json(*input);
  if (!told) return ignore(concat("this is no JSON: ", told.error().what));
  const std::optional<PathAndLines> shown = shown_by_client(*told);
  if (!shown) return ignore("no lines of a text file were read");
  Result<std::unique_ptr<CommandSession>> opened = CommandSession::open(arguments, "seen");
  if (!opened) return ignore(printable_rows(to_text(opened.error())));
  const Result<Json> seen = note(*shown, (*opened)->session());
  (*opened)->finish();
  return seen ? Exit::done : ignore(printable_rows(to_text(seen.error())));
}

Ended run_seen(const Arguments& arguments) {
  if (arguments.has("hook")) return run_as_hook(arguments);
  if (!arguments.positional("PATH")) {
    return wrong_usage("PATH", concat("missing: ", seen_positionals[0].help), "seen");
  }
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "seen"));
  Result<Json> noted = note(path_and_lines(arguments.required("PATH")), opened->session());
  opened->finish();
  KEDGE_TRY(const Json seen, std::move(noted));
  KEDGE_DO(opened->heard_all());
  if (arguments.json()) return print_json(seen);
  return print(concat(printable(*seen.find("path")->as_string()), ": ",
                      counted(static_cast<std::size_t>(*seen.find("count")->as_integer()), "line"), " noted as shown\ntag=",
                      *seen.find("tag")->as_string(), "\ncontent_sha256=", *seen.find("content_sha256")->as_string(), '\n'));
}

}  // namespace

namespace command {

extern const Command seen;
const Command seen{
    "seen",
    "Note a file as shown without printing it",
    R"(For harnesses whose model has read the file by other means: its current bytes, or the lines A to B of them, count as shown
from now on. Prints the tag and the digest by which that version is named. It counts for all commands on this root, and for
servers that were started with --seen. `kedge setup claude-code --seen-hook` has Claude Code call it.)",
    seen_positionals,
    seen_options,
    &run_seen,
};

}  // namespace command
}  // namespace kedge
