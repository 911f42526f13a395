// A file that a session has been shown, and that kedge and others change: where the tests of plans begin.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "contract/request.hpp"
#include "edit/line_hunks.hpp"
#include "edit/replace_lines.hpp"
#include "plan/loaded_file.hpp"
#include "plan/shown_rows.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge::test {

class FileInSession {
 public:
  static constexpr const char* path = "a.txt";

  explicit FileInSession(std::string bytes) { session_.put(path, std::move(bytes)); }

  Session& session() { return *session_; }
  Store& store() { return session_->store; }
  LoadedFile load() { return load_existing(*session_, path, Access::write).value(); }
  void put(const std::string& name, std::string bytes) { session_.put(name, std::move(bytes)); }

  // Beside their numbers, as a read shows them.
  void show(LineSpan rows) { note_shown(*session_, load(), LineSet(rows), EventKind::shown, Numbers::shown); }
  void show() { show(load().text.all_lines()); }
  // As the answer to an edit shows them; `sent` are those that the session wrote itself.
  void answer(LineSpan rows, const LineSet& sent = {}) {
    const LoadedFile file = load();
    store().remember(path, file.text, file.version);
    store().show(session_->id, path, file.version, LineSet(rows), EventKind::answered, session_->workspace.fs().now(),
                 LineSet(rows), {}, sent);
  }
  Tag tag() { return store().tag_of(path, load().version); }

  void others_write(std::string bytes) { session_.rewrite(path, std::move(bytes)); }
  // As an edit that kedge applied and recorded; another way back than the true one is a record that somebody damaged.
  void kedge_edits(const LineEdit& edit, const Digest& call = {}, const std::optional<ChangeSet>& way_back = {}) {
    const LoadedFile before = load();
    const ChangeSet changes = replace_lines(before.text, std::vector{edit}).value();
    const Text after = changes.apply(before.text);
    store().remember(path, before.text, before.version);
    others_write(std::string(after.bytes()));
    RecordedFile file{.path = path, .before = before.version, .after = after.digest()};
    file.changes = changes;
    file.inverse = way_back ? *way_back : changes.invert(before.text);
    file.lines.emplace(before.text.line_count(), line_hunks(before.text, after, changes, LineKey::content));
    store().record({.session = session_->id, .call = call, .files = {std::move(file)}}).value();
  }

 private:
  MemorySession session_;
};

inline LineSpan span_of(std::uint32_t first, std::uint32_t last) { return {LineNo{first}, LineNo{last + 1}}; }

// A request about that file.
inline Request asking(std::vector<Operation> operations, const Policy& policy = {}) {
  Request request;
  request.files.push_back({.path = FileInSession::path});
  request.files.front().operations = std::move(operations);
  request.policy = policy;
  return request;
}

// By its name, or "none" if nothing is refused.
template <class T>
std::string_view code_of(const Result<T>& result) {
  return result ? "none" : row_of(result.error().code).name;
}

// Rows as a diff writes them; those that begin with ~ are elided.
inline Passage passage_of(std::initializer_list<std::string_view> rows) {
  Passage passage;
  for (const std::string_view row : rows) {
    const RowFate fate = row[0] == '-'   ? RowFate::removed
                         : row[0] == '+' ? RowFate::added
                         : row[0] == '~' ? RowFate::elided
                                         : RowFate::kept;
    passage.rows.push_back({fate, std::string(row.substr(1)), std::string(fate == RowFate::elided ? row.substr(1) : "")});
  }
  return passage;
}

}  // namespace kedge::test
