// kedge search: lines, or files by their names, as grep prints them.
#include "search/search.hpp"

#include <array>
#include <limits>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "render/row.hpp"
#include "search/ignore_rules.hpp"
#include "support/strings.hpp"
#include "tools/found_rows.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_noted = 200;  // results that an agent would have been given

constexpr std::array<Positional, 2> search_positionals{{
    {"PATTERN", "regular expression (RE2), matched within lines; left out: list files", false},
    {"PATH", "files and folders to search; the whole root if left out", false, true},
}};
constexpr std::array<Option, 7> search_own_options{{
    {"glob", "GLOB", "only files that fit, as in '*.cpp'; may be repeated", true},
    {"literal", "", "take the pattern as plain text"},
    {"ignore-case", "", "letters match in either case"},
    {"context", "N", "rows around each match (0)"},
    {"max-results", "N", "stop after so many matching lines or files (all)"},
    {"plain", "", "PATH:LINE:TEXT for every line, as grep prints it"},
    {"files", "", "list files: every word is a PATH"},
}};
constexpr auto search_options = joined_options(search_own_options, dialect_options, workspace_options);

Result<SearchRequest> request_of(const Arguments& arguments) {
  constexpr std::uint32_t all = std::numeric_limits<std::uint32_t>::max();
  SearchRequest request;
  request.paths = arguments.all_positionals("PATH");
  if (const std::optional<std::string_view> pattern = arguments.positional("PATTERN")) {
    if (arguments.has("files")) {
      request.paths.insert(request.paths.begin(), std::string(*pattern));
    } else {
      request.pattern = *pattern;
    }
  }
  request.globs = arguments.all("glob");
  request.literal = arguments.has("literal");
  request.ignore_case = arguments.has("ignore-case");
  KEDGE_TRY(request.context, number_option(arguments, "context", {.most = 10'000}, "search"));
  KEDGE_TRY(request.max_results, number_option(arguments, "max-results", {.otherwise = all, .most = all}, "search"));
  if (request.max_results == 0) request.max_results = all;
  request.max_bytes = all;
  return request;
}

// PATH:LINE:TEXT for a match and PATH-LINE-TEXT around it.
std::string rows_of(const FoundFile& file, bool with_context) {
  std::string out;
  std::size_t next = 0;
  const std::string path = printable(file.path);
  for (const LineSpan& rows : file.rows.spans()) {
    if (with_context && !out.empty()) append(out, "--\n");
    for (LineNo line = rows.first; line < rows.end; line = line + 1) {
      const bool matches = next < file.lines.size() && file.lines[next] == line;
      if (matches) ++next;
      const char mark = matches ? ':' : '-';
      append(out, path);
      append(out, mark);
      append(out, line.value);
      append(out, mark);
      // As grep prints it: a CR before the line break stays.
      append(out, file.text.raw(line));
      if (!out.ends_with('\n')) append(out, '\n');
    }
  }
  return out;
}

// In pieces: all rows of a large tree would take a lot of memory.
Exit print_plainly(const SearchResult& found, const SearchRequest& request) {
  constexpr std::size_t piece_size = 256UL * 1024;
  const bool with_context = request.context > 0;
  std::string piece;
  for (const FoundFile& file : found.files) {
    if (!request.pattern) {
      append(piece, concat(printable(file.path), '\n'));
    } else {
      if (with_context && &file != found.files.data()) append(piece, "--\n");
      append(piece, file.kept_rows.empty() ? rows_of(file, with_context) : file.kept_rows);
    }
    if (piece.size() < piece_size) continue;
    if (const Exit printed = print(piece); printed != Exit::done) return printed;
    piece.clear();
  }
  return print(piece);
}

Json json_of(const SearchResult& found, bool with_rows) {
  Json files = Json::array();
  for (const FoundFile& file : found.files) {
    if (!with_rows) {
      files.push(file.path);
      continue;
    }
    Json rows = Json::array();
    for (const LineNo line : file.lines) {
      rows.push(Json::object({{"line", line.value}, {"text", shown_row(file.text, line)}}));
    }
    files.push(
        Json::object({{"path", file.path}, {"content_sha256", to_hex(file.text.digest())}, {"matches", std::move(rows)}}));
  }
  const SearchCounts& counts = found.counts;
  const Json skipped = Json::object({{"protected", counts.protected_files},
                                     {"binary", counts.binary},
                                     {"undecodable", counts.undecodable},
                                     {"too_large", counts.too_large},
                                     {"unreadable", counts.unreadable}});
  return Json::object({{"files", std::move(files)},
                       {"results", found.results},
                       {"cut_off", found.cut_off},
                       {"searched", counts.searched},
                       {"skipped", skipped}});
}

Ended run_search(const Arguments& arguments) {
  KEDGE_TRY(const Dialect* const dialect, dialect_of(arguments, "search"));
  KEDGE_TRY(const SearchRequest request, request_of(arguments));
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "search"));
  Session& session = opened->session();
  const bool with_context = request.context > 0;
  SearchSettings settings{.user_ignore_file = ignore_file_of_user()};
  if (!arguments.json()) {
    settings.rows_of = [with_context](const FoundFile& file) { return rows_of(file, with_context); };
    settings.most_with_texts = most_noted;
  }
  KEDGE_TRY(const SearchResult found, search(session.workspace.fs(), session.workspace.root(), request, settings));
  const bool counts = found.results <= most_noted;
  if (counts) note_found(found, session, false);
  const bool anchored = counts && request.pattern && !arguments.has("plain") && !arguments.json();
  std::string shown;
  if (anchored) {
    for (const FoundFile& file : found.files) {
      append(shown, concat(shown.empty() ? "" : "\n", anchored_rows(*dialect, file, session).text));
    }
  }
  opened->finish();
  if (arguments.json()) return print_json(json_of(found, request.pattern.has_value()));
  to_stderr(left_out(found));
  return anchored ? print(shown) : print_plainly(found, request);
}

}  // namespace

namespace command {

extern const Command search;
const Command search{
    "search",
    "Find lines in files, or files by their names",
    R"(Prints the rows that match as the dialect shows them, below the header of their file, in the files under the root that
.gitignore does not exclude; without a pattern, or with --files, the files themselves. Keys and credentials are skipped.
Up to 200 results count as shown, so that the rows may be edited; more are printed as with --plain.)",
    search_positionals,
    search_options,
    &run_search,
};

}  // namespace command
}  // namespace kedge
