// kedge write: the whole of one file.
#include <array>
#include <new>

#include "cli/command.hpp"
#include "cli/commit_answer.hpp"
#include "cli/input.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "cli/version.hpp"
#include "edit/diff.hpp"
#include "edit/line_hunks.hpp"
#include "engine/commit.hpp"
#include "fs/read_file.hpp"
#include "render/preview.hpp"
#include "render/summary.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> positionals{{{"PATH", "the file, relative to the root or absolute inside it"}}};
constexpr std::array<Option, 3> own_options{{
    {"input", "FILE", "the new content (standard input)"},
    {"create", "", "only if there is no such file yet"},
    {"expected-version", "SHA256", "replace the file only if these are its bytes"},
}};
constexpr auto options = joined_options(own_options, commit_options, workspace_options);

Result<FileChange> change_of(const Arguments& arguments, const Root& root) {
  FileChange change{.path = arguments.required("PATH")};
  const std::optional<std::string_view> version = arguments.option("expected-version");
  if (version) {
    KEDGE_TRY(change.expected, version_of(*version, "--expected-version", "write"));
  } else {
    change.kind = ChangeKind::create;
  }
  if (change.kind == ChangeKind::create && !arguments.has("create")) {
    KEDGE_TRY([[maybe_unused]] const Place place, root.find(change.path, Access::write));
    const Result<std::string> there = root.read(change.path, largest_editable_file);
    if (!there && there.error().code != Code::not_found) return std::unexpected(there.error());
    if (there) {
      // Nobody has been shown the file, so nobody can have meant these bytes to go.
      Error refused =
          refuse(Code::lines_not_shown, concat(printable(change.path), " exists, and its content has not been shown."),
                 Json::object({{"path", change.path}, {"actual", to_hex(sha256(*there))}}));
      refused.next = "Send --expected-version with the SHA-256 of the content that is to be replaced.";
      return std::unexpected(std::move(refused));
    }
  }
  return change;
}

// "created: 3 lines", "replaced: 3 lines, now 4 (+1); unchanged through line 2".
std::string summary_text(const FileReceipt& file, const Summary& summary) {
  if (file.kind == ChangeKind::create) return concat("created: ", counted(summary.lines_after, "line"));
  if (!file.changed) return concat("unchanged: ", counted(summary.lines_after, "line"));
  return concat("replaced: ", to_text(summary));
}

Json json_of(const FileReceipt& file, const Summary& summary, const CommitReceipt& receipt, const std::string& preview_text) {
  const auto line = [](std::optional<LineNo> number) { return number ? Json(number->value) : Json(); };
  Json json = Json::object({{"op", op_of(file.kind)},
                            {"path", file.path},
                            {"summary", summary_text(file, summary)},
                            {"changed", file.changed},
                            {"lines_before", summary.lines_before},
                            {"lines_after", summary.lines_after},
                            {"net_lines", summary.net_lines()},
                            {"first_changed_line", line(summary.first_changed_line)},
                            {"anchors_valid_through", summary.anchors_valid_through},
                            {"must_refresh_from_line", line(summary.must_refresh_from_line)},
                            {"file_version", file.version_after ? Json(to_hex(*file.version_after)) : Json()},
                            {"guard", name_of(file.guard)},
                            {"preview", preview_text},
                            {"warnings", Json::strings(receipt.warnings)}});
  if (file.version_before) json.set("previous_version", to_hex(*file.version_before));
  if (file.hard_links_broken > 0) json.set("hardlinks_broken", file.hard_links_broken);
  return json;
}

std::string text_of(const FileReceipt& file, const Summary& summary, const CommitReceipt& receipt) {
  const std::uint32_t line = summary.first_changed_line.value_or(LineNo{1}).value;
  std::string out = concat(printable(file.path), ':', line, ' ', summary_text(file, summary), '\n');
  if (file.version_after) append(out, concat("file_version=", to_hex(*file.version_after), '\n'));
  if (file.changed) append(out, concat("guard=", name_of(file.guard), '\n'));
  if (file.hard_links_broken > 0) append(out, concat("hardlinks_broken=", file.hard_links_broken, '\n'));
  for (const std::string& warning : receipt.warnings) append(out, concat("warning: ", warning, '\n'));
  return out;
}

Exit tell(const Arguments& arguments, const Workspace& workspace, const FileChange& change, CommitReceipt& receipt) {
  const FileReceipt& file = receipt.files.front();
  const std::string paths[] = {file.path};
  const Text before(file.before.value_or(""));
  const Text after(change.content);
  complete_warnings(receipt, workspace, {&change, 1});
  const ChangeSet difference = diff(before, after);
  const Summary summary = summary_of(before, after, difference);
  if (!arguments.json()) return print_done(text_of(file, summary, receipt), paths);
  const std::vector<Hunk> hunks = line_hunks(before, after, difference, LineKey::bytes);
  const std::string rows = preview(after, preview_rows(after, hunks), numbered_row);
  return print_done(concat(json_of(file, summary, receipt, rows).dump(), '\n'), paths);
}

Exit run(const Arguments& arguments) {
  const Result<CommitOptions> commit_settings = commit_options_of(arguments, "write");
  if (!commit_settings) return report(commit_settings.error(), Exit::usage, arguments.json());
  if (arguments.has("create") && arguments.has("expected-version")) {
    return report(wrong_usage("--create", "a file that is replaced exists already; give one of the two", "write"), Exit::usage,
                  arguments.json());
  }
  Result<OpenedWorkspace> opened = open_workspace(arguments);
  if (!opened) return report_unchanged(opened.error(), arguments.json());
  Result<FileChange> change = change_of(arguments, opened->workspace.root());
  if (!change) return report_unchanged(change.error(), arguments.json());
  Result<std::string> content = content_of(arguments);
  if (!content) return report(content.error(), exit_for_unreadable(content.error()), arguments.json());
  change->content = *std::move(content);

  const FileChange changes[] = {*change};
  Result<CommitReceipt> receipt = commit(opened->workspace, changes, *commit_settings);
  if (!receipt) return report(receipt.error(), arguments.json());
  // The change is done, and that has to be said even if there is no memory for more.
  try {
    return tell(arguments, opened->workspace, *change, *receipt);
  } catch (const std::bad_alloc&) {
    return print_done(arguments.json() ? "{\"changed\":true,\"summary\":\"done; out of memory for the details\"}\n"
                                       : "done; out of memory for the details\n",
                      {});
  }
}

}  // namespace

namespace command {

extern const Command write;
const Command write{
    "write",
    "Write the whole of one file, or refuse",
    "A new file is created, with the folders above it. An existing one is replaced only if --expected-version names the\n"
    "bytes it has at that moment. Afterwards the file is wholly new or, whatever happened, wholly old; its permissions,\n"
    "owner, access list and attributes are kept. A link is followed to its file inside the root. The answer names the\n"
    "guard that stood against other writers: lease, exchange or recheck.",
    positionals,
    options,
    &run,
};

}  // namespace command
}  // namespace kedge
