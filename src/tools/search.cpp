// Finding lines, or files by their names.
#include "search/search.hpp"

#include "dialects/fields.hpp"
#include "search/ignore_rules.hpp"
#include "support/strings.hpp"
#include "tools/found_rows.hpp"
#include "tools/verbs.hpp"

namespace kedge::verb {
namespace {

Result<SearchRequest> hear(const Json& arguments) {
  Fields fields(arguments);
  SearchRequest request;
  request.pattern = fields.text("pattern");
  if (std::optional<std::string> path = fields.text("path")) request.paths.push_back(*std::move(path));
  if (std::optional<std::string> glob = fields.text("glob")) request.globs.push_back(*std::move(glob));
  request.literal = fields.flag("literal").value_or(false);
  request.ignore_case = fields.flag("ignore_case").value_or(false);
  request.context = static_cast<std::uint32_t>(fields.number("context", 0, 100).value_or(0));
  request.max_results = static_cast<std::size_t>(fields.number("max_results", 1, 10'000).value_or(200));
  KEDGE_DO(fields.finish());
  return request;
}

}  // namespace

Result<Reply> search(const Dialect& dialect, const Json& arguments, Session& session) {
  KEDGE_TRY(const SearchRequest request, hear(arguments));
  SearchSettings settings{.user_ignore_file = ignore_file_of_user(), .cancelled = session.cancelled};
  if (session.progress) settings.progress = [&](std::size_t files) { session.progress(files, std::nullopt); };
  KEDGE_TRY(SearchResult found, kedge::search(session.workspace.fs(), session.workspace.root(), request, settings));
  const std::size_t room = session.room->left();
  const bool any = !found.files.empty();
  std::string text;
  std::size_t told = 0;  // files
  bool is_full = false;
  for (; told < found.files.size() && !is_full; ++told) {
    FoundFile& file = found.files[told];
    std::string rows = concat(printable(file.path), '\n');
    if (request.pattern) {
      AnchoredRows shown = anchored_rows(dialect, file, session.store, room - std::min(room, text.size() + 1));
      is_full = shown.rows != file.rows;
      if (shown.rows.empty()) break;
      rows = concat(text.empty() ? "" : "\n", shown.text);
      file.rows = std::move(shown.rows);
    } else if (text.size() + rows.size() > room) {
      break;
    }
    append(text, rows);
  }
  const std::size_t left = found.files.size() - told;
  found.files.resize(told);
  note_found(found, session, true);
  if (is_full || left > 0) {
    append(text,
           concat("note: the answer is full; ", is_full ? "more rows of the last file" : "", is_full && left > 0 ? " and " : "",
                  left > 0 ? counted(left, "more file") : "", " left out: narrow the search by path, glob or pattern\n"));
  }
  if (!any) text = request.pattern ? "no line matches\n" : "no file fits\n";
  append(text, left_out(found));
  return Reply{.text = std::move(text)};
}

}  // namespace kedge::verb
