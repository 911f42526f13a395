#include "engine/rename.hpp"

#include <algorithm>

#include "engine/carry_out.hpp"
#include "engine/language_results.hpp"
#include "language/language_tools.hpp"
#include "plan/loaded_file.hpp"
#include "plan/planned_file.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

bool is_part_of_a_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || c == '_' || c == '$' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

Error failed_rename(std::string_view path, std::string_view problem) {
  return refuse(Code::rename_failed, {{"path", path}, {"problem", problem}});
}

// Where on the line the name is, as a whole word.
Result<ByteOffset> place_of(const LoadedFile& file, const RenameWanted& wanted) {
  if (!file.text.has(wanted.line)) {
    return std::unexpected(
        refuse(Code::line_out_of_range,
               concat(printable(wanted.path), " has ", file.text.line_count(), " lines, and no line ", wanted.line.value, '.'),
               {{"path", wanted.path}, {"line", wanted.line.value}}));
  }
  const std::string_view row = file.text.content(wanted.line);
  for (std::size_t at = row.find(wanted.name); at != std::string_view::npos; at = row.find(wanted.name, at + 1)) {
    const std::size_t end = at + wanted.name.size();
    if ((at > 0 && is_part_of_a_name(row[at - 1])) || (end < row.size() && is_part_of_a_name(row[end]))) continue;
    return ByteOffset{file.text.span({wanted.line, LineNo{wanted.line.value + 1}}).begin.value + at};
  }
  return std::unexpected(refuse(Code::no_match,
                                concat(printable(wanted.path), ": line ", wanted.line.value, " does not have the name ",
                                       printable(wanted.name), ". It reads: ", printable(row.substr(0, 200))),
                                {{"path", wanted.path}, {"line", wanted.line.value}}));
}

// The new name, alone or beside the old one, as where {price} has to become {price: cost} or an import cost as price.
bool is_renaming(std::string_view text, const RenameWanted& wanted) {
  if (text == wanted.new_name) return true;
  for (const std::string_view between : {": ", " as "}) {
    if (text == concat(wanted.name, between, wanted.new_name) || text == concat(wanted.new_name, between, wanted.name))
      return true;
  }
  return false;
}

// The edits of one file. The server may replace the name, and nothing else.
Result<FileOutcome> renamed(const LanguageTools::ServerRename& file, const RenameWanted& wanted, const Session& session) {
  KEDGE_TRY(const LoadedFile loaded, load_existing(session, file.path, Access::write));
  std::vector<Edit> edits;
  for (const LanguageTools::ServerRename::Edit& edit : file.edits) {
    const std::optional<ByteOffset> begin = offset_of(loaded.text, edit.begin, file.unit);
    const std::optional<ByteOffset> end = offset_of(loaded.text, edit.end, file.unit);
    if (!begin || !end || end->value < begin->value) {
      return std::unexpected(failed_rename(loaded.inside, "the language server names a place that the file does not have"));
    }
    const ByteSpan span{*begin, *end};
    const std::string_view there = loaded.text.slice(span);
    if (there != wanted.name || !is_renaming(edit.text, wanted)) {
      return std::unexpected(
          failed_rename(loaded.inside, concat("the language server wants to replace '", printable(there.substr(0, 60)),
                                              "' by '", printable(edit.text.substr(0, 60)), "', which is more than the name")));
    }
    edits.push_back({.span = span, .text = edit.text});
  }
  std::ranges::sort(edits, {}, [](const Edit& edit) { return edit.span.begin.value; });
  for (std::size_t i = 1; i < edits.size(); ++i) {
    if (edits[i].span.begin.value < edits[i - 1].span.end.value) {
      return std::unexpected(failed_rename(loaded.inside, "the language server wants to replace one place twice"));
    }
  }
  FileOutcome outcome = outcome_of(loaded);
  ChangeSet changes = ChangeSet::in_order(loaded.text.size(), std::move(edits));
  KEDGE_DO(check_changes(loaded, changes));
  apply(outcome, std::move(changes));
  return outcome;
}

Result<Plan> plan_of_rename(const RenameWanted& wanted, const Session& session) {
  KEDGE_TRY(const LoadedFile file, load_existing(session, wanted.path, Access::write));
  if (session.language == nullptr || !session.language->can_rename(file.inside)) {
    return std::unexpected(failed_rename(wanted.path, "no language server is configured for this kind of file"));
  }
  KEDGE_TRY(const ByteOffset at, place_of(file, wanted));
  const auto places = session.language->rename(session.workspace.root().path(), file.inside, file.text, at, wanted.new_name);
  if (!places) return std::unexpected(failed_rename(wanted.path, places.error()));
  if (places->empty()) return std::unexpected(failed_rename(wanted.path, "the language server finds nothing to change"));
  std::vector<Result<FileOutcome>> files;
  for (const LanguageTools::ServerRename& each : *places) {
    files.push_back(renamed(each, wanted, session));
  }
  return plan_for(std::move(files));
}

}  // namespace

Result<Receipt> rename(const RenameWanted& wanted, const Session& session) {
  const Deed deed{
      .kind = RecordKind::edit,
      .call = sha256(concat("rename\n", wanted.path, '\n', wanted.line.value, '\n', wanted.name, '\n', wanted.new_name)),
      .answer = shape_of_answer(session, 4)};
  return carry_out([&](Unread*) { return plan_of_rename(wanted, session); }, deed, wanted.dry_run, session);
}

}  // namespace kedge
