#include "tools/convert.hpp"

#include <algorithm>

#include "edit/line_hunks.hpp"
#include "engine/engine.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// What the call would do to the files.
Result<Receipt> planned(const Dialect& dialect, const Json& call, Session& session) {
  KEDGE_TRY(Request request, dialect.hear_edit(call));
  request.dry_run = true;
  Result<Receipt> receipt = run(request, session);
  if (!receipt) return std::unexpected(in_words_of(dialect, std::move(receipt).error()));
  std::erase_if(receipt->files, [](const FileOutcome& file) { return file.effect != Effect::previewed; });
  return receipt;
}

// To the session that checks the converted edit against the file. The caller still has to have seen what an edit touches.
void show_all(const FileOutcome& file, const Session& session) {
  const LineSet lines(file.before.all_lines());
  session.store.remember(file.inside, file.before, file.version_before);
  session.store.show(session.id, file.inside, file.version_before, lines, EventKind::answered, session.workspace.fs().now(),
                     lines);
}

// The caller has sent or quoted the lines that its edit changes, so in the other dialect they count as shown too.
void show_changed(const FileOutcome& file, const Session& session) {
  LineSet lines;
  // Also as a diff reads it: the converted edit may put an insertion elsewhere among equal lines.
  std::vector<Hunk> hunks = line_hunks(file.before, file.after, file.changes, LineKey::content);
  std::ranges::copy(diff_lines(file.before, file.after, LineKey::content), std::back_inserter(hunks));
  for (const Hunk& hunk : hunks) {
    lines.add(hunk.before.empty() ? with_context(file.before, hunk.before, 1) : hunk.before);
  }
  session.store.show(session.id, file.inside, file.version_before, lines, EventKind::answered, session.workspace.fs().now(),
                     lines);
}

bool is_same(const FileOutcome& one, const FileOutcome& other) {
  return one.inside == other.inside && one.removed == other.removed && one.created == other.created &&
         one.destination == other.destination && one.after == other.after && one.executable == other.executable;
}

Error lacking_words(const Dialect& to, const std::string& path, std::string_view reason) {
  Error refused =
      refuse(Code::schema_invalid, concat(printable(path), ": the dialect ", to.name, " has no words for this edit: ", reason),
             {{"field", "to"}, {"path", path}, {"problem", "has no words for this edit"}, {"lacks_words", true}});
  if (!refused.what.ends_with('.')) refused.what.push_back('.');
  refused.next = "Use another dialect.";
  refused.reason = Reason::no_words;
  return refused;
}

}  // namespace

Result<Json> convert(const Dialect& from, const Dialect& to, const Json& call, Session& session) {
  KEDGE_TRY(Receipt receipt, planned(from, call, session));
  if (receipt.files.empty()) {
    return std::unexpected(refuse(Code::no_change, "The edit has no effect on the files as they are."));
  }
  if (to.say == nullptr) {
    Error refused = refuse(Code::schema_invalid, concat("The dialect ", to.name, " cannot say edits."),
                           {{"field", "to"}, {"problem", "cannot say edits"}, {"lacks_words", true}});
    refused.reason = Reason::no_words;
    return std::unexpected(std::move(refused));
  }
  Session knowing = session;
  knowing.id = session_of_converting;
  for (FileOutcome& file : receipt.files) {
    if (file.created) continue;
    show_all(file, knowing);
    if (to.by_anchor && !file.removed) show_changed(file, session);
    if (to.tags) file.tag_named = session.store.tag_of(file.inside, file.version_before);
  }
  Result<Json> words = to.say(receipt.files);
  const auto run_or_not =
      std::ranges::find_if(receipt.files, [](const FileOutcome& file) { return file.executable.has_value(); });
  if (!words && run_or_not != receipt.files.end())
    return std::unexpected(lacking_words(to, run_or_not->path, words.error().what));
  if (!words) return std::unexpected(std::move(words).error());
  Json said = *std::move(words);
  // The converted edit has to mean the same when it is read.
  const Result<Receipt> heard = planned(to, said, knowing);
  const bool same = heard && std::ranges::is_permutation(heard->files, receipt.files, is_same);
  if (!same) {
    return std::unexpected(
        lacking_words(to, receipt.files.front().path, heard ? "it would not mean just this" : heard.error().what));
  }
  return said;
}

}  // namespace kedge
