#include "engine/narrowed_plan.hpp"

#include <algorithm>

#include "edit/line_hunks.hpp"
#include "plan/planned_file.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

bool is_update(const FileOutcome& file) { return !file.created && !file.removed && file.destination.empty(); }

Error no_such_part(std::string_view path, std::string_view what) {
  return refuse(Code::schema_invalid, concat("The answer names ", what, " of ", printable(path), ", which was not proposed."),
                {{"path", path}});
}

FileOutcome* find_file(Plan& plan, const std::string& path) {
  const auto found = std::ranges::find_if(
      plan.files, [&](const FileOutcome& file) { return file.inside == path && file.effect == Effect::applied; });
  return found != plan.files.end() ? &*found : nullptr;
}

// Nothing is done to it.
void drop(FileOutcome& file) {
  file.after = file.before;
  file.version_after = file.version_before;
  file.changes = ChangeSet(file.before.size());
  file.effect = Effect::nothing_to_do;
  file.created = file.removed = false;
  file.destination.clear();
  file.executable.reset();
  file.folders_made = 0;
  file.diagnostics.clear();
}

// The file without these hunks. REQUIRES: they exist.
void leave_out(FileOutcome& file, const std::vector<Hunk>& hunks, const std::vector<std::uint32_t>& declined) {
  std::vector<Edit> edits;
  for (std::uint32_t number = 1; number <= hunks.size(); ++number) {
    if (std::ranges::find(declined, number) != declined.end()) continue;
    const Hunk& hunk = hunks[number - 1];
    edits.push_back(
        {.span = file.before.span(hunk.before), .text = std::string(file.after.slice(file.after.span(hunk.after)))});
  }
  if (edits.empty()) return drop(file);
  const std::size_t size = file.before.size();
  apply(file, ChangeSet::in_order(size, std::move(edits)));
  file.diagnostics.clear();  // they are of another text
}

std::string lines_of(const Hunk& hunk) {
  const LineSpan& lines = hunk.before.empty() ? hunk.after : hunk.before;
  return lines.size() == 1 ? concat("line ", lines.first.value)
                           : concat("lines ", lines.first.value, " to ", lines.last().value);
}

Result<std::string> decline(Plan& plan, const ChangePart& part) {
  FileOutcome* const file = find_file(plan, part.path);
  if (file == nullptr) return std::unexpected(no_such_part(part.path, "a part"));
  if (part.hunks.empty()) {
    drop(*file);
    return concat(printable(part.path), ": declined");
  }
  const std::vector<Hunk> hunks = proposed_hunks(*file);
  std::vector<std::string> named;
  for (const std::uint32_t number : part.hunks) {
    if (number < 1 || number > hunks.size()) return std::unexpected(no_such_part(part.path, concat("change ", number)));
    named.push_back(lines_of(hunks[number - 1]));
  }
  leave_out(*file, hunks, part.hunks);
  return concat(printable(part.path), ": declined: ", join(named, ", "));
}

Result<std::string> edit(Plan& plan, const EditedFile& edited) {
  FileOutcome* const file = find_file(plan, edited.path);
  if (file == nullptr || file->removed) return std::unexpected(no_such_part(edited.path, "a text"));
  ChangeSet changes = diff(file->before, Text(edited.text));
  if (changes.empty() && is_update(*file)) {
    drop(*file);
  } else {
    apply(*file, std::move(changes));
    file->diagnostics.clear();
  }
  return concat(printable(edited.path), ": changed before it was written; the diff is what is on disk");
}

}  // namespace

std::vector<Hunk> proposed_hunks(const FileOutcome& file) {
  if (!is_update(file)) return {};
  return line_hunks(file.before, file.after, file.changes, LineKey::bytes);
}

Result<Narrowed> narrowed(Plan plan, const Verdict& verdict) {
  Narrowed result{.plan = std::move(plan)};
  for (const EditedFile& edited : verdict.edited) {
    KEDGE_TRY(std::string said, edit(result.plan, edited));
    result.said.push_back(std::move(said));
  }
  for (const ChangePart& part : verdict.declined) {
    KEDGE_TRY(std::string said, decline(result.plan, part));
    result.said.push_back(std::move(said));
  }
  result.writes = result.plan.writes();
  if (!verdict.note.empty()) result.said.push_back(concat("the person who was asked says: ", printable_rows(verdict.note)));
  return result;
}

}  // namespace kedge
