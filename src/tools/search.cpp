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
  KEDGE_TRY(const SearchResult found, kedge::search(session.workspace.fs(), session.workspace.root(), request, settings));
  note_found(found, session, true);
  std::string text;
  for (const FoundFile& file : found.files) {
    if (request.pattern) {
      append(text, concat(text.empty() ? "" : "\n", anchored_rows(dialect, file, session.store)));
    } else {
      append(text, concat(printable(file.path), '\n'));
    }
  }
  if (found.files.empty()) text = request.pattern ? "no line matches\n" : "no file fits\n";
  append(text, left_out(found));
  return Reply{.text = std::move(text)};
}

}  // namespace kedge::verb
