// kedge commit: whole-file changes of several files as one.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/commit_answer.hpp"
#include "cli/file_version.hpp"
#include "cli/input.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "commit/commit.hpp"
#include "fs/read_file.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Option, 1> commit_own_options{{{"input", "LIST", "the list of changes (standard input)"}}};
constexpr auto all_commit_options = joined_options(commit_own_options, commit_options, workspace_options);

struct Form {
  std::string_view word;
  ChangeKind kind;
  std::string_view fields;
  std::size_t count;  // with the word
};
constexpr std::array<Form, 4> forms{{
    {"create", ChangeKind::create, "PATH CONTENT-FILE", 3},
    {"replace", ChangeKind::replace, "PATH VERSION CONTENT-FILE", 4},
    {"delete", ChangeKind::remove, "PATH VERSION", 3},
    {"move", ChangeKind::move, "PATH DESTINATION VERSION", 4},
}};

Result<FileChange> change_of(std::string_view row, std::size_t number) {
  const std::vector<std::string_view> fields = split(row, '\t');
  const std::string where = concat("row ", number);
  const auto form = std::ranges::find(forms, fields.front(), &Form::word);
  if (form == forms.end()) {
    return wrong_usage(where, concat("'", printable(fields.front()), "' is none of create, replace, delete, move"), "commit");
  }
  if (fields.size() != form->count) {
    return wrong_usage(where, concat(form->word, " takes ", form->fields, ", separated by tabs"), "commit");
  }
  FileChange change{.kind = form->kind, .path = std::string(fields[1])};
  if (form->kind == ChangeKind::move) change.destination = std::string(fields[2]);
  if (form->kind == ChangeKind::create || form->kind == ChangeKind::replace) {
    Result<std::string> content = read_file(fields.back());
    if (!content) {
      content.error().what = concat(where, ": ", content.error().what);
      return std::unexpected(std::move(content).error());
    }
    change.content = *std::move(content);
  }
  if (form->kind != ChangeKind::create) {
    KEDGE_TRY(change.expected, version_of(fields[form->kind == ChangeKind::move ? 3 : 2], where, "commit"));
  }
  return change;
}

Result<std::vector<FileChange>> changes_of(std::string_view list) {
  std::vector<FileChange> changes;
  std::vector<Error> refusals;
  std::size_t number = 0;
  for (std::size_t start = 0; start < list.size();) {
    const std::size_t end = std::min(list.find('\n', start), list.size());
    const std::string_view row = list.substr(start, end - start);
    ++number;
    start = end + 1;
    if (row.empty()) continue;
    if (Result<FileChange> change = change_of(row, number)) {
      changes.push_back(*std::move(change));
    } else {
      refusals.push_back(std::move(change).error());
    }
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  if (changes.empty()) return wrong_usage("--input", "the list holds no change", "commit");
  return changes;
}

std::string_view word_for(const FileReceipt& file) {
  if (!file.changed) return "unchanged";
  switch (file.kind) {
    case ChangeKind::create: return "created";
    case ChangeKind::replace: return "replaced";
    case ChangeKind::remove: return "deleted";
    case ChangeKind::move: return "moved";
  }
  return "";
}

Json json_of(const CommitReceipt& receipt) {
  Json files = Json::array();
  for (const FileReceipt& file : receipt.files) {
    Json json = Json::object({{"op", op_of(file.kind)}, {"path", file.path}, {"changed", file.changed}});
    if (!file.destination.empty()) json.set("destination", file.destination);
    if (file.version_before) json.set("previous_version", to_hex(*file.version_before));
    json.set("file_version", file.version_after ? Json(to_hex(*file.version_after)) : Json());
    json.set("guard", name_of(file.guard));
    if (file.hard_links_broken > 0) json.set("hardlinks_broken", file.hard_links_broken);
    files.push(std::move(json));
  }
  const auto changed = static_cast<std::size_t>(std::ranges::count(receipt.files, true, &FileReceipt::changed));
  return Json::object({{"summary", concat(counted(changed, "file"), " changed")},
                       {"files", std::move(files)},
                       {"guard", name_of(receipt.guard)},
                       {"warnings", Json::strings(receipt.warnings)}});
}

std::string text_of(const CommitReceipt& receipt) {
  std::string out;
  for (const FileReceipt& file : receipt.files) {
    append(out, concat(printable(file.path), ' ', word_for(file)));
    if (!file.destination.empty()) append(out, concat(" to ", printable(file.destination)));
    append(out, '\n');
  }
  append(out, concat("guard=", name_of(receipt.guard), '\n'));
  for (const std::string& warning : receipt.warnings) append(out, concat("warning: ", warning, '\n'));
  return out;
}

Ended run_commit(const Arguments& arguments) {
  KEDGE_TRY(const CommitOptions commit_settings, commit_options_of(arguments, "commit"));
  KEDGE_TRY(const std::string list, or_exit(Exit::usage, content_of(arguments)));
  KEDGE_TRY(const std::vector<FileChange> changes, or_exit(Exit::usage, changes_of(list)));
  KEDGE_TRY(OpenedWorkspace opened, or_unchanged(open_workspace(arguments)));

  KEDGE_TRY(CommitReceipt receipt, commit(opened.workspace, changes, commit_settings));
  complete_warnings(receipt, opened.workspace, changes);
  std::vector<std::string> paths;
  for (const FileReceipt& file : receipt.files) {
    if (file.changed) paths.push_back(file.path);
    if (file.changed && !file.destination.empty()) paths.push_back(file.destination);
  }
  return arguments.json() ? print_json_done(json_of(receipt), paths) : print_done(text_of(receipt), paths);
}

}  // namespace

namespace command {

extern const Command commit;
const Command commit{
    "commit",
    "Change several whole files, all or none",
    "Reads a list with one change per row, its fields separated by tabs:\n\n"
    "  create   PATH  CONTENT-FILE\n"
    "  replace  PATH  VERSION  CONTENT-FILE\n"
    "  delete   PATH  VERSION\n"
    "  move     PATH  DESTINATION  VERSION\n\n"
    "VERSION is the SHA-256 of the bytes that the file has now. CONTENT-FILE is relative to the current folder. Either all\n"
    "of it is done, also across a crash or a power cut, or nothing is. Create and move never overwrite.",
    {},
    all_commit_options,
    &run_commit,
};

}  // namespace command
}  // namespace kedge
