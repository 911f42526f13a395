// The dialect of old_string and new_string: a line is named by its own text.
#include <array>

#include "dialects/dialect.hpp"
#include "dialects/edit_options.hpp"
#include "dialects/fields.hpp"
#include "dialects/passage_results.hpp"
#include "dialects/result_facts.hpp"
#include "dialects/said_lines.hpp"
#include "dialects/said_passages.hpp"
#include "render/row.hpp"
#include "render/summary.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view prompt =
    R"(Editing files with kedge (dialect `replace`)

1. `read` the file first. Quote from what it shows, never from memory.
2. `edit` replaces text: `old_string` is the file's own text, `new_string` what shall stand there instead.
   - Quote whole lines with their indentation, and enough of them that the text occurs once in the file.
   - Both must end alike: if old_string ends with a line break, new_string does, too.
   - Send text as it is in the file, without line numbers.
   - Line endings (LF, CRLF) need no care: the file keeps its own.
3. Several changes of one file go into one call: `edits: [{old_string, new_string}, …]`, all against the file as it was
   read, none overlapping, all or nothing.
4. `replace_all: true` changes every occurrence; add `expected_replacements` to be sure of their number.
5. A new file: `write`, or `edit` with an empty old_string. A whole existing file: read all of it first, or send
   `expected_hash` (the `content_sha256` of the read).
6. A refusal has changed nothing. It says what is wrong, shows the rows that matter, and ends with what to do next:
   - no_match: compare with the nearest region that it shows, and quote the file's own text.
   - multiple_matches: quote more lines around the place that you mean.
   - match_moved, file_not_read, lines_not_shown: look at the rows that it shows, then send the edit again.
   - hash_mismatch: somebody else changed the file; read it again.
7. "Already applied" is success: do not send the edit again. `undo` takes the newest edit of the session back.
)";

constexpr std::string_view edit_schema =
    R"({"type":"object","properties":{)"
    R"("file_path":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("path":{"type":"string","description":"The same as file_path."},)"
    R"("old_string":{"type":"string","description":"The text to replace, exactly as the file has it. Empty: the whole file."},)"
    R"("new_string":{"type":"string","description":"What shall stand there instead."},)"
    R"("replace_all":{"type":"boolean","default":false,"description":"Replace every occurrence, not the only one."},)"
    R"("match_mode":{"type":"string","enum":["exact","line_trimmed","block_anchor","auto"],"default":"auto",)"
    R"("description":"exact: as quoted. line_trimmed: blanks at both ends of lines do not count. block_anchor: first and last )"
    R"(line fit, the rest is similar. auto: exact, then line_trimmed."},)"
    R"("expected_replacements":{"type":"integer","minimum":1,"description":"Refuse unless this many places are replaced."},)"
    R"("expected_hash":{"type":"string","pattern":"^[0-9a-fA-F]{64}$","description":"Refuse unless the file has this SHA-256."},)"
    R"("edits":{"type":"array","minItems":1,"maxItems":1000,"description":"Several replacements in one call, instead of )"
    R"(old_string and new_string: all against one version, none overlapping, all or nothing.","items":{"type":"object",)"
    R"("properties":{"old_string":{"type":"string","minLength":1},"new_string":{"type":"string"},)"
    R"("replace_all":{"type":"boolean","default":false}},"required":["old_string","new_string"],"additionalProperties":false}},)" KEDGE_EDIT_OPTIONS
    R"(},"additionalProperties":false})";

constexpr std::string_view edit_result_schema =
    R"({"type":"object","properties":{"summary":{"type":"string"},"replacements":{"type":"integer"},)"
    R"("match_mode":{"type":"string","enum":["exact","line_trimmed","block_anchor"]},"diff":{"type":"string"},)"
    R"("file_path":{"type":"string"},"content_sha256":{"type":"string"},)" KEDGE_RESULT_FACTS
    R"("recovered":{"type":"string"},"hardlinks_broken":{"type":"integer"},)" KEDGE_REFUSAL_FACTS;

constexpr std::array<ToolText, 2> tools{{
    passages::read_tool,
    {"edit", "edit", "Replace text in a file",
     "Replaces old_string, quoted exactly as the file has it, by new_string. The text must occur once, unless replace_all is "
     "set. Several changes of one file: edits. An empty old_string is the whole file, which may be new. Either the edit does "
     "exactly what was asked, or nothing is written and the answer says what to send instead. Line endings, BOM, final "
     "newline and permissions stay as they are.",
     edit_schema, edit_result_schema},
}};

constexpr std::array<std::string_view, 2> telling_arguments{"old_string", "edits"};

std::optional<MatchMode> mode_of(Fields& fields) {
  const std::optional<std::string> name = fields.text("match_mode");
  if (!name || *name == "auto") return std::nullopt;
  for (const MatchMode mode : {MatchMode::exact, MatchMode::line_trimmed, MatchMode::block_anchor}) {
    if (*name == name_of(mode)) return mode;
  }
  fields.problem("match_mode", concat("must be exact, line_trimmed, block_anchor or auto, not '", printable(*name), "'"));
  return std::nullopt;
}

std::string path_of(Fields& fields) {
  const std::optional<std::string> path = fields.text("file_path");
  const std::optional<std::string> other = fields.text("path");
  if (path && other && *path != *other) fields.problem("path", "differs from file_path; send one of them");
  if (!fields.has("file_path") && !fields.has("path")) fields.problem("file_path", "is missing; it must be a string");
  return path ? *path : other.value_or("");
}

std::vector<Operation> several_operations(Fields& fields, const Json::Array& items, std::optional<MatchMode> mode) {
  std::vector<Operation> operations;
  for (const Json& item : items) {
    Fields part(item, concat("edits[", operations.size(), "]."));
    Match match{.text = part.required_text("old_string"), .mode = mode};
    Operation operation{.target = {}, .body = part.required_text("new_string")};
    match.all = part.flag("replace_all").value_or(false);
    if (match.text.empty() && part.has("old_string") && item.find("old_string")->as_string() != nullptr) {
      part.problem("old_string", "is empty, which means the whole file; send that alone, without edits");
    }
    operation.target = std::move(match);
    operations.push_back(std::move(operation));
    fields.take(part.take_problems());
  }
  return operations;
}

Result<Request> hear_edit(const Json& arguments) {
  Fields fields(arguments);
  FileRequest file{.path = path_of(fields)};
  const std::optional<MatchMode> mode = mode_of(fields);
  const std::optional<std::int64_t> expected = fields.number("expected_replacements", 1, 1'000'000'000);
  const bool all = fields.flag("replace_all").value_or(false);
  if (const Json::Array* const edits = fields.list("edits")) {
    for (const std::string_view name : {"old_string", "new_string", "replace_all", "expected_replacements"}) {
      if (fields.has(name)) fields.problem(name, "does not go with edits; put it into an item of edits, or leave it out");
    }
    file.operations = several_operations(fields, *edits, mode);
  } else if (!fields.has("edits")) {
    Match match{.text = fields.required_text("old_string"), .mode = mode, .all = all};
    if (expected) match.expected = static_cast<std::uint64_t>(*expected);
    std::string body = fields.required_text("new_string");
    const bool whole = match.text.empty();
    file.operations.push_back({whole ? Target(Whole{}) : Target(std::move(match)), std::move(body)});
  }
  file.version = fields.digest("expected_hash");
  KEDGE_TRY(Request request, finish_edit(fields, "replace"));
  request.files.push_back(std::move(file));
  return request;
}

bool is_whole(const Request& request) { return std::holds_alternative<Whole>(request.files.front().operations.front().target); }

std::string summary_of(const FileOutcome& file, const Request& request) {
  const std::string path = printable(file.path);
  const std::string what = file.created        ? concat("Created ", path)
                           : is_whole(request) ? concat("Replaced the whole of ", path)
                                               : concat("Replaced ", counted(file.replacements, "occurrence"), " in ", path);
  return effect_text(file, what);
}

Told tell(const Receipt& receipt, const Request& request) {
  const FileOutcome& file = receipt.files.front();
  const ChangedRows rows = changed_rows(file, plain_rows(file.after), request.policy.answer);
  const std::string summary = summary_of(file, request);
  Json json = Json::object({{"summary", summary},
                            {"replacements", file.effect == Effect::already_applied ? 0 : file.replacements},
                            {"match_mode", name_of(file.match_mode)},
                            {"diff", rows.diff},
                            {"file_path", file.path},
                            {"content_sha256", to_hex(file.version_after)}});
  add_facts(json, file, receipt, rows);
  std::string text = concat(printable(file.path), ':', rows.first_line, ' ', summary, '\n');
  if (file.match_mode != MatchMode::exact) append(text, concat("match_mode=", name_of(file.match_mode), '\n'));
  append(text, rows.diff);
  if (!rows.diff.empty()) append(text, concat(to_text(kedge::summary_of(file.before, file.after, file.changes)), '\n'));
  append(text, fact_lines(file, receipt));
  return {std::move(text), std::move(json)};
}

// The pair of strings that a corrected passage stands for.
std::string written_pair(const std::string& /*path*/, const std::vector<PassageRow>& rows, LineNo /*first*/) {
  return Json::object({{"old_string", join(quoted_rows(rows), "\n")}, {"new_string", join(written_rows(rows), "\n")}}).dump();
}

// Whether an unterminated last line gets a line break where lines end in more than one way: which one it gets differs between
// a replacement of text and one of lines.
bool ends_in_doubt(const FileOutcome& file) {
  if (!file.before.ends_unterminated() || file.after.line_count() <= file.before.line_count()) return false;
  const std::string_view usual = file.before.line_count() > 1 ? file.before.terminator(LineNo{1}) : "\n";
  for (LineNo line{1}; file.after.has(line); line = line + 1) {
    const std::string_view end = file.after.terminator(line);
    if (!end.empty() && end != usual) return true;
  }
  return false;
}

// Quotations of whole lines, each of which matches in one place only.
Result<Json> say(std::span<const FileOutcome> files) {
  KEDGE_DO(check_one_changed_file(files));
  const FileOutcome& file = files.front();
  Json arguments = Json::object({{"file_path", file.path}});
  if (file.created) {
    arguments.set("old_string", "");
    return arguments.set("new_string", std::string(file.after.bytes()));
  }
  if (ends_in_doubt(file)) return cannot_be_said(file, "the last line gets a line break, and lines end in more than one way");
  KEDGE_TRY(const std::vector<SaidPassage> passages, said_passages(file));
  Json edits = Json::array();
  for (const SaidPassage& passage : passages) {
    const Rows quoted = quoted_rows(passage.rows);
    const Rows written = written_rows(passage.rows);
    if (quoted.empty()) return cannot_be_said(file, "there is no line that could be quoted");
    // With line breaks, so that lines that are removed whole leave none behind; the last line as it ended and will end.
    const bool at_end = passage.first + static_cast<std::uint32_t>(quoted.size()) == file.before.all_lines().end;
    const std::string_view old_end = at_end && file.before.ends_unterminated() ? "" : "\n";
    const std::string_view new_end = written.empty() || (at_end && file.after.ends_unterminated()) ? "" : "\n";
    edits.push(Json::object(
        {{"old_string", concat(join(quoted, "\n"), old_end)}, {"new_string", concat(join(written, "\n"), new_end)}}));
  }
  return arguments.set("edits", std::move(edits));
}

}  // namespace

namespace dialect {

extern const Dialect replace;
const Dialect replace{
    .name = "replace",
    .prompt = prompt,
    .tools = tools,
    .fields = {.anchored = "numbers"},
    .format = {.name = "a JSON object with old_string and new_string", .arguments = telling_arguments, .rank = 1},
    .rows = &passages::rows,
    .last_row = &passages::last_row,
    .hear_edit = &hear_edit,
    .tell = &tell,
    .say = &say,
    .passage = &written_pair};

}  // namespace dialect
}  // namespace kedge
