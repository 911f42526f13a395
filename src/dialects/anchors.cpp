// The dialect of content hashes: a line is named by the hash of its content, wherever it is.
#include <algorithm>
#include <array>
#include <memory>

#include "dialects/dialect.hpp"
#include "dialects/edit_options.hpp"
#include "dialects/fields.hpp"
#include "dialects/result_facts.hpp"
#include "dialects/said_anchors.hpp"
#include "dialects/said_lines.hpp"
#include "dialects/said_passages.hpp"
#include "dialects/shared_tools.hpp"
#include "render/local_diff.hpp"
#include "render/row.hpp"
#include "render/summary.hpp"
#include "resolve/line_labels.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view prompt =
    R"(Editing files with kedge (dialect `anchors`)

`read_file` with `hashes: true` shows rows as LINE#HASH|TEXT. The hash is a line's authoritative identity for edit operations; the
line number is advisory (snapshot position) only. ` [low]` or ` [med]` before the bar marks weak anchors. The last row is
file_version=<64 hex digits>.

Freshness. After reading a file with read_file(hashes: true), edit it in the same turn or the next one. Do not read file A, then
file B, and edit A later: its anchors may be stale by then. Finish one file (read → edit) before you read the next.

Which operation.
| situation | operation |
|---|---|
| change one line with unique content | replace_line |
| change a contiguous block of lines | replace_range |
| insert between two existing lines | insert_after / insert_before |
| remove one unique line | delete_line |
| remove a contiguous block of lines | delete_range |
| the line is repetitive (empty, `}`, boilerplate) | replace_range around it, between two unique neighbours |

Which anchor. Choose lines with distinctive content. Avoid empty lines, closing braces and boilerplate that repeats (`position: fixed;`,
`display: flex;`, `</div>`). In repetitive files use replace_range between two unique lines: a range is refused unless both ends are unique. If a
replace_line anchor fits several lines, send `occurrence` (from 1) together with `line` (the number that you were shown).

Several files. Complete one file before the next: read A → edit A → read B → edit B, not read A → read B → edit A → edit B. Put all
operations on one file into one call: they are atomic, against the same snapshot, none overlapping.

Parameters.
- `path` names the file; `file_path` is deprecated and will be rejected.
- replace_line, delete_line, insert_after, insert_before take `hash`; replace_range, delete_range take `start_hash` and `end_hash`.
  Mixing them (start_hash on a replace_line) fails validation.
- `content` is whole lines without prefixes. Several lines are separated by line breaks; "" is one empty line.
- A new file: write_file. A whole existing file: write_file with `expected_file_version`.

Results say how far old anchors hold (anchors_valid_through) and show fresh ones. A refusal has changed nothing and says what to do:
anchor_stale: read again; anchor_ambiguous: add occurrence; anchor_context_ambiguous: use a range; anchor_low_entropy: use one of
neighbor_anchors; lines_not_shown: look at the rows it shows, send the edit again; safety_check_failed: correct the edit, or send it
again with accept_warnings if the result is meant. "Already applied" is success. `undo` takes the newest edit back.
)";

constexpr std::string_view read_schema =
    R"({"type":"object","properties":{)"
    R"("path":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("hashes":{"type":"boolean","default":false,"description":"Put LINE#HASH| before each row, by which edits name it."},)"
    R"("start_line":{"type":"integer","minimum":1,"description":"First line, from 1."},)"
    R"("end_line":{"type":"integer","minimum":1,"description":"Last line, inclusive."}},)"
    R"("required":["path"],"additionalProperties":false})";

constexpr std::string_view write_schema =
    R"({"type":"object","properties":{)"
    R"("path":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("content":{"type":"string","description":"The whole file, byte for byte."},)"
    R"("expected_file_version":{"type":"string","pattern":"^[0-9a-fA-F]{64}$","description":"The file_version of the content that )"
    R"(is to be replaced; needed for a file that exists."},)"
    R"("dry_run":{"type":"boolean","default":false},)"
    R"("accept_warnings":{"type":"array","items":{"type":"string"}}},)"
    R"("required":["path","content"],"additionalProperties":false})";

constexpr std::string_view edit_schema =
    R"({"type":"object","properties":{)"
    R"("path":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("file_path":{"type":"string","deprecated":true,"description":"Deprecated: use path."},)"
    R"("operations":{"type":"array","minItems":1,"maxItems":1000,"description":"All against the file as it was read, none )"
    R"(overlapping, all or nothing.","items":{"type":"object","properties":{)"
    R"("op":{"type":"string","enum":["replace_line","replace_range","insert_after","insert_before","delete_line","delete_range"]},)"
    R"("hash":{"type":"string","description":"Of the line, as read_file shows it; not for ranges."},)"
    R"("start_hash":{"type":"string","description":"Of a range's first line."},)"
    R"("end_hash":{"type":"string","description":"Of a range's last line, inclusive."},)"
    R"("content":{"type":"string","description":"New lines, without prefixes; not for deletions."},)"
    R"("occurrence":{"type":"integer","minimum":1,"description":"Which of several lines with that hash, from 1; not for ranges."},)"
    R"("line":{"type":"integer","minimum":1,"description":"The number that the line was shown with: advisory."}},)"
    R"("required":["op"],"additionalProperties":false}},)" KEDGE_EDIT_OPTIONS
    R"(},"required":["operations"],"additionalProperties":false})";

constexpr std::string_view edit_result_schema =
    R"({"type":"object","properties":{"summary":{"type":"string"},"path":{"type":"string"},)"
    R"("operations_applied":{"type":"integer"},"diff":{"type":"string"},"file_version":{"type":"string"},)" KEDGE_RESULT_FACTS
    R"("recovered":{"type":"string"},"baseline_continuity":{"type":"string","enum":["clean","mixed"]},)"
    R"("writer_type":{"type":"string"},"auto_corrections":{"type":"array","items":{"type":"object","properties":{)"
    R"("type":{"type":"string"},"detail":{"type":"string"}}}},"hardlinks_broken":{"type":"integer"},)" KEDGE_REFUSAL_FACTS;

constexpr std::array<ToolText, 3> tools{{
    {"read", "read_file", "Read a file",
     "Shows a file, or some of its lines. With hashes: true each row is LINE#HASH|TEXT, by which the edit tool names lines. "
     "The last row is file_version=<64 hex digits>, the SHA-256 of the whole file. Read a file before you edit it.",
     read_schema},
    {"write", "write_file", "Write a whole file",
     "Writes a new file, or the whole of an existing one whose file_version is given as expected_file_version. For changes of "
     "a part use the edit tool.",
     write_schema, shared_tools::change_result_schema},
    {"edit", "edit", "Edit lines by their hashes",
     "Replaces, inserts and deletes lines that are named by the hashes of read_file(hashes: true): the line number is "
     "advisory (snapshot position) only, and the hash is the authoritative identity for edit operations. After reading a "
     "file, edit it in the same turn or the next one, before you read anchors of another file. Prefer lines with distinctive "
     "content as anchors, not empty lines, braces or boilerplate. One unique line: replace_line, delete_line; a block: "
     "replace_range, delete_range; between lines: insert_after, insert_before; a repetitive line: replace_range around it "
     "between unique neighbours, or occurrence and line together. Single-line operations use hash, ranges use start_hash and "
     "end_hash; mixing them fails validation. Use path; file_path is deprecated and will be rejected. All operations of a "
     "call are atomic against the same snapshot: complete one file (read A, edit A) before the next. A refusal has changed "
     "nothing and says what to send instead.",
     edit_schema, edit_result_schema},
}};

constexpr std::array<std::string_view, 1> telling_arguments{"operations"};

// ---- showing

RowPrinter labelled_rows(const Text& text) {
  const auto labels = std::make_shared<const LineLabels>(HashIndex(text));
  return [text, labels](std::string& out, LineNo line) {
    append(out, labels->anchor(line));
    const LineQuality quality = labels->quality(line);
    if (quality != LineQuality::high) append(out, concat(" [", name_of(quality), ']'));
    append(out, '|');
    append_row(out, text, line);
  };
}

RowPrinter rows(const Text& text, bool anchored) { return anchored ? labelled_rows(text) : plain_rows(text); }
std::string version_row(const View& view) { return concat("file_version=", to_hex(view.version)); }

// ---- hearing

constexpr std::size_t fewest_digits = 4;
constexpr std::size_t most_digits = 64;

// A hash as rows show it, with or without the number before it.
AtHash hear_hash(Fields& fields, std::string_view name) {
  AtHash at;
  const std::optional<std::string> given = fields.has(name) ? fields.text(name) : fields.required_text(name);
  if (!given || !fields.has(name)) return at;  // refused already
  at.prefix = *given;
  if (const std::size_t sharp = at.prefix.find('#'); sharp != std::string::npos) {
    const std::optional<std::uint64_t> line = number_of(std::string_view(at.prefix).substr(0, sharp));
    if (line && *line >= 1 && *line < UINT32_MAX) {
      at.line = LineNo{static_cast<std::uint32_t>(*line)};
      at.prefix.erase(0, sharp + 1);
    }
  }
  if (!is_hex(at.prefix) || at.prefix.size() < fewest_digits || at.prefix.size() > most_digits) {
    fields.problem(name,
                   concat("must be 4 to 64 hexadecimal digits, as read_file shows them, not '", printable(at.prefix), "'"));
  }
  return at;
}

// Refuses a field that belongs to other operations.
void refuse_stray(Fields& fields, std::string_view op, std::initializer_list<std::string_view> names,
                  std::string_view instead) {
  for (const std::string_view name : names) {
    if (fields.has(name)) fields.problem(name, concat("does not go with ", op, ", which takes ", instead));
  }
}

struct OperationName {
  std::string_view name;
  Side side;
  bool range, deletes;
};
constexpr std::array<OperationName, 6> operation_names{{
    {"replace_line", Side::over, false, false},
    {"replace_range", Side::over, true, false},
    {"insert_after", Side::after, false, false},
    {"insert_before", Side::before, false, false},
    {"delete_line", Side::over, false, true},
    {"delete_range", Side::over, true, true},
}};

std::optional<std::uint32_t> hear_number(Fields& fields, std::string_view name) {
  const std::optional<std::int64_t> number = fields.number(name, 1, UINT32_MAX - 1);
  return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

Operation hear_operation(Fields& fields) {
  const std::string op = fields.required_text("op");
  const auto* const found = std::ranges::find(operation_names, op, &OperationName::name);
  if (found == operation_names.end()) {
    for (const std::string_view name : {"hash", "start_hash", "end_hash", "content", "occurrence", "line"}) fields.has(name);
    if (fields.has("op")) {
      fields.problem(
          "op", concat("must be replace_line, replace_range, insert_after, insert_before, delete_line or delete_range, not '",
                       printable(op), "'"));
    }
    return {};
  }
  Lines lines{.first = Edge::head, .side = found->side, .deletes = found->deletes};
  const std::optional<std::uint32_t> line = hear_number(fields, "line");
  if (found->range) {
    refuse_stray(fields, op, {"hash"}, "start_hash and end_hash");
    refuse_stray(fields, op, {"occurrence"}, "unique lines; name two that are");
    AtHash first = hear_hash(fields, "start_hash");
    if (line) first.line = LineNo{*line};
    lines.first = std::move(first);
    lines.last = hear_hash(fields, "end_hash");
  } else {
    refuse_stray(fields, op, {"start_hash", "end_hash"}, "hash");
    AtHash only = hear_hash(fields, "hash");
    only.occurrence = hear_number(fields, "occurrence");
    if (line) only.line = LineNo{*line};
    lines.first = std::move(only);
  }
  Operation operation{.target = std::move(lines), .body = {}};
  if (found->deletes) {
    refuse_stray(fields, op, {"content"}, "none; to put lines in their place use replace_line or replace_range");
  } else {
    operation.body = fields.required_text("content");
  }
  return operation;
}

Result<Request> hear_edit(const Json& arguments) {
  Fields fields(arguments);
  FileRequest file;
  const std::optional<std::string> path = fields.text("path");
  const std::optional<std::string> deprecated = fields.text("file_path");
  if (!fields.has("path") && !fields.has("file_path")) fields.problem("path", "is missing; it must be a string");
  file.path = path ? *path : deprecated.value_or("");
  if (const Json::Array* const operations = fields.list("operations")) {
    for (const Json& item : *operations) {
      Fields part(item, concat("operations[", file.operations.size(), "]."));
      file.operations.push_back(hear_operation(part));
      fields.take(part.take_problems());
    }
  } else if (!fields.has("operations")) {
    fields.problem("operations", "is missing; it must be a list");
  }
  KEDGE_TRY(Request request, finish_edit(fields, "anchors"));
  if (deprecated) request.warnings.emplace_back("file_path is deprecated and will be rejected; use path.");
  request.files.push_back(std::move(file));
  request.policy.other_version = Code::file_version_mismatch;
  request.policy.stale = Code::anchor_stale;
  request.policy.swaps_reversed = true;
  request.policy.refuses_low_entropy = true;
  request.policy.rows = &labelled_rows;
  request.policy.suspicious = Suspicion::refuse;
  return request;
}

// ---- telling

Told tell(const Receipt& receipt, const Request& request) {
  const FileOutcome& file = receipt.files.front();
  const bool effective = file.effect == Effect::applied || file.effect == Effect::previewed;
  const std::size_t operations = request.files.front().operations.size();
  const RowPrinter print = effective ? labelled_rows(file.after) : plain_rows(file.after);
  const PreviewShape& shape = request.policy.answer;
  const ChangedRows rows = changed_rows(file, print, shape);
  const std::string diff = local_diff(file.after, rows.hunks, plain_rows(file.before), print, shape);
  const std::string counted_operations = counted(operations, "operation");
  const std::string summary =
      effect_text(file, concat(counted_operations, " applied"), concat(counted_operations, " would be applied"));
  const std::string_view continuity = file.mixed_baseline ? "mixed" : "clean";
  Json json = Json::object({{"summary", summary},
                            {"path", file.path},
                            {"operations_applied", effective ? operations : 0},
                            {"diff", diff},
                            {"file_version", to_hex(file.version_after)},
                            {"baseline_continuity", continuity},
                            {"writer_type", "edit"}});
  add_facts(json, file, receipt, rows);
  if (!file.auto_corrections.empty()) {
    Json corrections = Json::array();
    for (const AutoCorrection& one : file.auto_corrections) {
      corrections.push(Json::object({{"type", one.type}, {"detail", one.detail}}));
    }
    json.set("auto_corrections", std::move(corrections));
  }

  std::string text = concat(printable(file.path), ':', rows.first_line, ' ', summary, '\n', diff);
  if (effective) {
    append(text, concat(to_text(rows.summary), "\nanchors_valid_through=", rows.summary.anchors_valid_through));
    if (rows.summary.must_refresh_from_line) {
      append(text, concat(" must_refresh_from_line=", rows.summary.must_refresh_from_line->value));
    }
    append(text, '\n');
  }
  for (const AutoCorrection& one : file.auto_corrections) append(text, concat("corrected: ", one.detail, '\n'));
  append(text, concat(fact_lines(file, receipt), "baseline_continuity=", continuity, " writer_type=edit\n"));
  return {std::move(text), std::move(json)};
}

// ---- saying

Result<Json> say(std::span<const FileOutcome> files) {
  KEDGE_DO(check_one_changed_file(files));
  const FileOutcome& file = files.front();
  if (file.created) return cannot_be_said(file, "a new file is written with write_file, not edited");
  KEDGE_TRY(Json operations, said_anchors(file));
  Json arguments = Json::object({{"path", file.path}});
  return arguments.set("operations", std::move(operations));
}

}  // namespace

namespace dialect {

extern const Dialect anchors;
const Dialect anchors{
    .name = "anchors",
    .prompt = prompt,
    .tools = tools,
    .tells_writers = true,
    .by_anchor = true,
    .write_needs_version = true,
    .fields = {.start = "start_line", .end = "end_line", .anchored = "hashes", .version = "expected_file_version"},
    .format = {.name = "a JSON object with operations", .arguments = telling_arguments},
    .rows = &rows,
    .last_row = &version_row,
    .hear_edit = &hear_edit,
    .tell = &tell,
    .say = &say,
    .reworded = &with_reason_of_staleness};

}  // namespace dialect
}  // namespace kedge
