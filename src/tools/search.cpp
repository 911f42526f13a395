// Finds lines, or files by name.
#include "search/search.hpp"

#include "dialects/fields.hpp"
#include "fs/path_parts.hpp"
#include "search/ignore_rules.hpp"
#include "support/strings.hpp"
#include "tools/found_rows.hpp"
#include "tools/verb.hpp"

namespace kedge::verb {
namespace {

constexpr std::string_view search_schema =
    R"({"type":"object","properties":{)"
    R"("pattern":{"type":"string","description":"Regular expression (RE2), matched within lines. Left out: list files."},)"
    R"("path":{"type":"string","description":"File or folder to search; the whole root if left out."},)"
    R"("glob":{"type":"string","description":"Only files that fit, as in *.cpp or src/**/*.ts."},)"
    R"("literal":{"type":"boolean","default":false,"description":"Take the pattern as plain text."},)"
    R"("ignore_case":{"type":"boolean","default":false},)"
    R"("context":{"type":"integer","minimum":0,"maximum":100,"default":0,"description":"Rows around each match."},)"
    R"("max_results":{"type":"integer","minimum":1,"maximum":10000,"default":200}},"additionalProperties":false})";

constexpr ToolText search_text{
    "search", "search", "Search files",
    "Finds lines by regular expression in the files under the root, .gitignore respected; without a pattern lists files. Rows "
    "that it shows count as shown.",
    search_schema};

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

Result<Reply> call_search(const Dialect& dialect, const Json& arguments, Session& session) {
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
    std::string rows = concat(printable(session.workspace.root().spelled(file.path)), '\n');
    if (request.pattern) {
      AnchoredRows shown = anchored_rows(dialect, file, session, room - std::min(room, text.size() + 1));
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

std::vector<NamedPath> paths_of_search(const Dialect& /*dialect*/, const Json& arguments) {
  const Result<SearchRequest> request = hear(arguments);
  const bool names_one = request && !request->paths.empty() && !components_of(request->paths.front()).empty();
  const bool is_absolute = request && !request->paths.empty() && request->paths.front().starts_with('/');
  return names_one || is_absolute ? std::vector<NamedPath>{{request->paths.front()}} : std::vector<NamedPath>();
}

std::string advice_on_searching(const ToolNames& names) {
  return concat("Find files, or rows in them, with ", names("search"), ".");
}

}  // namespace

constexpr Verb search{.name = "search",
                      .call = &call_search,
                      .text = &search_text,
                      .paths = &paths_of_search,
                      .everywhere = true,
                      .advice = &advice_on_searching};

}  // namespace kedge::verb
