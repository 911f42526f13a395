// The dialect of tagged lines: a line is named by its number and two digits of the hash of its content.
#include <array>

#include "dialects/dialect.hpp"
#include "dialects/edit_options.hpp"
#include "dialects/fields.hpp"
#include "dialects/result_facts.hpp"
#include "dialects/said_lines.hpp"
#include "dialects/said_passages.hpp"
#include "hashline/hashline.hpp"
#include "render/preview.hpp"
#include "render/row.hpp"
#include "render/summary.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view prompt =
    R"(Editing files with kedge (dialect `hashline`)

1. `open` the file first. Rows are LINE:HASH|TEXT, where HASH is two hexadecimal digits of the line's content.
2. `edit` changes it, with exactly one operation in a call. An anchor is {line, hash} as `open` or the last edit showed them.
   - replace {start, end, content}: the lines from start to end, both included, become content.
   - insert {after, content}: new lines below the anchored one.
   - delete {start, end}: the lines from start to end, both included.
   - create {content}: a new file with its folders. It never overwrites one, and needs no open.
3. `content` is whole lines without LINE:HASH| before them. Several lines are separated by line breaks; "" is one empty line.
4. Every edit answers with fresh tags: use them for the next edit, not those of the first open. Line numbers below the change have moved.
5. A refusal has changed nothing. file_not_read or lines_not_shown: look at the rows that it shows, then send the edit again.
   anchor_stale: the line is not the one that was shown; use the rows in the refusal, or open the file again.
6. "Already applied" is success: do not send the edit again. `undo` takes the newest edit of the session back.
)";

constexpr std::string_view open_schema =
    R"({"type":"object","properties":{)"
    R"("file":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("start":{"type":"integer","minimum":1,"description":"First line, from 1."},)"
    R"("end":{"type":"integer","minimum":1,"description":"Last line, inclusive."}},)"
    R"("required":["file"],"additionalProperties":false})";

#define ANCHOR_SCHEMA                                                                                \
  R"({"type":"object","properties":{"line":{"type":"integer","minimum":1},"hash":{"type":"string",)" \
  R"("pattern":"^[0-9a-fA-F]{2,64}$"}},"required":["line","hash"],"additionalProperties":false})"

constexpr std::string_view edit_schema =
    R"({"type":"object","properties":{)"
    R"("file":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("replace":{"type":"object","description":"Lines from start to end, both included, become content.","properties":{)"
    R"("start":)" ANCHOR_SCHEMA R"(,"end":)" ANCHOR_SCHEMA R"(,"content":{"type":"string"}},)"
    R"("required":["start","end","content"],"additionalProperties":false},)"
    R"("insert":{"type":"object","description":"New lines below the anchored one.","properties":{)"
    R"("after":)" ANCHOR_SCHEMA R"(,"content":{"type":"string"}},"required":["after","content"],"additionalProperties":false},)"
    R"("delete":{"type":"object","description":"Lines from start to end, both included.","properties":{)"
    R"("start":)" ANCHOR_SCHEMA R"(,"end":)" ANCHOR_SCHEMA R"(},"required":["start","end"],"additionalProperties":false},)"
    R"("create":{"type":"object","description":"A new file; never overwrites one.","properties":{)"
    R"("content":{"type":"string","description":"The whole file, byte for byte."}},"required":["content"],)"
    R"("additionalProperties":false},)" KEDGE_EDIT_OPTIONS R"(},"required":["file"],"additionalProperties":false})";

#undef ANCHOR_SCHEMA

constexpr std::string_view edit_result_schema =
    R"({"type":"object","properties":{"summary":{"type":"string"},"file":{"type":"string"},"diff":{"type":"string"},)"
    R"("file_version":{"type":"string"},)" KEDGE_RESULT_FACTS
    R"("recovered":{"type":"string"},"hardlinks_broken":{"type":"integer"},)" KEDGE_REFUSAL_FACTS;

constexpr std::array<ToolText, 2> tools{{
    {"read", "open", "Open a file",
     "Shows a file, or some of its lines, as LINE:HASH|TEXT, to the model and to whoever watches. The edit tool names lines "
     "by their number and hash. Open a file before you edit it.",
     open_schema},
    {"edit", "edit", "Edit tagged lines",
     "Changes a file with exactly one operation: replace {start, end, content}, insert {after, content}, delete {start, end} "
     "or create {content}. Anchors are {line, hash} as open or the last edit showed them, and each is checked against the "
     "file before anything is written. Answers with fresh tags for the next edit. A refusal has changed nothing and says what "
     "to send instead.",
     edit_schema, edit_result_schema},
}};

constexpr std::array<std::string_view, 1> lacks{"write"};  // its edit creates files, and does not replace them

// A file of up to this size is cheap to show whole after each edit; of larger ones, only what is near the change.
constexpr PreviewShape answer{.context = 20, .longest_run = 400, .whole_up_to = 400};

RowPrinter tagged_rows(const Text& text) {
  return [text](std::string& out, LineNo line) {
    append(out, concat(line.value, ':', hashline::line_hash(text.content(line)), '|'));
    append_row(out, text, line);
  };
}

RowPrinter rows(const Text& text, bool /*anchored*/) { return tagged_rows(text); }

// A file without lines is shown as one empty row, so that there is something to edit.
std::string empty_file_row(const View& view) {
  return view.text.line_count() == 0 ? concat("1:", hashline::line_hash(""), '|') : std::string();
}

// ---- hearing

AtLineHash hear_anchor(Fields& fields, std::string_view name, const std::string& where) {
  AtLineHash at;
  const Json* const found = fields.object(name);
  if (found == nullptr) return at;
  Fields part(*found, concat(where, name, '.'));
  if (!part.has("line")) part.problem("line", "is missing; it must be a line number");
  at.line = LineNo{static_cast<std::uint32_t>(part.number("line", 1, UINT32_MAX - 1).value_or(1))};
  const std::optional<std::string> hash = part.has("hash") ? part.text("hash") : part.required_text("hash");
  at.prefix = hash.value_or("");
  if (hash && part.has("hash") && (!is_hex(at.prefix) || at.prefix.size() < 2 || at.prefix.size() > 64)) {
    part.problem("hash", concat("must be two hexadecimal digits, as open shows them, not '", printable(at.prefix), "'"));
  }
  fields.take(part.take_problems());
  return at;
}

Operation hear_operation(std::string_view name, Fields& fields) {
  const std::string where = concat(name, '.');
  if (name == "create") return {Whole{}, fields.required_text("content")};
  if (name == "insert") {
    const AtLineHash after = hear_anchor(fields, "after", where);
    return {Lines{.first = after, .side = Side::after}, fields.required_text("content")};
  }
  const AtLineHash start = hear_anchor(fields, "start", where);
  const AtLineHash end = hear_anchor(fields, "end", where);
  if (name == "delete") return {Lines{.first = start, .last = end, .deletes = true}, {}};
  return {Lines{.first = start, .last = end}, fields.required_text("content")};
}

Result<Request> hear_edit(const Json& arguments) {
  Fields fields(arguments);
  FileRequest file{.path = fields.required_text("file")};
  std::vector<std::string> given;
  for (const std::string_view name : {"replace", "insert", "delete", "create"}) {
    if (!fields.has(name)) continue;
    given.emplace_back(name);
    const Json* const found = fields.object(name);
    if (found == nullptr) continue;
    Fields part(*found, concat(name, '.'));
    file.operations.push_back(hear_operation(name, part));
    fields.take(part.take_problems());
    file.must_be_new = name == "create";
  }
  KEDGE_TRY(Request request, finish_edit(fields, "hashline"));
  if (given.size() != 1) {
    return std::unexpected(
        refuse(Code::operation_count,
               concat("A call takes exactly one of replace, insert, delete and create; ",
                      given.empty() ? std::string("there is none of them.") : concat("there are ", join(given, " and "), '.')),
               {{"path", file.path}, {"count", given.size()}, {"expected", "exactly one"}}));
  }
  request.files.push_back(std::move(file));
  request.policy.other_version = Code::file_version_mismatch;
  request.policy.stale = Code::anchor_stale;
  request.policy.stale_is_final = true;  // an edit is often one of several calls that only make sense together
  request.policy.never_shown = Code::file_not_read;
  request.policy.rows = &tagged_rows;
  request.policy.answer = answer;
  return request;
}

// ---- telling

Told tell(const Receipt& receipt, const Request& request) {
  const FileOutcome& file = receipt.files.front();
  const PreviewShape& shape = request.policy.answer;
  const ChangedRows rows = changed_rows(file, tagged_rows(file.after), shape);
  const std::string summary = effect_text(file, concat(file.created ? "Created " : "Edited ", printable(file.path)));
  Json json = Json::object(
      {{"summary", summary}, {"file", file.path}, {"diff", rows.diff}, {"file_version", to_hex(file.version_after)}});
  add_facts(json, file, receipt, rows);
  std::string text = concat(printable(file.path), ':', rows.first_line, ' ', summary, '\n');
  const bool effective = file.effect == Effect::applied || file.effect == Effect::previewed;
  if (effective) append(text, concat(to_text(rows.summary), '\n'));
  // Hashes of rows that are not in the file yet would be useless.
  append(text, file.effect == Effect::previewed ? rows.diff : rows.preview);
  if (file.effect == Effect::applied && leaves_out(rows.preview)) {
    append(text, concat("note: only what is near the change is shown; open the file again for the rest (",
                        file.after.line_count(), " lines), with start and end for a part of it\n"));
  }
  append(text, fact_lines(file, receipt));
  return {std::move(text), std::move(json)};
}

// ---- saying

Json anchor_of(const Text& text, LineNo line) {
  return Json::object({{"line", line.value}, {"hash", hashline::line_hash(text.content(line))}});
}

// One operation from the first changed line to the last.
Result<Json> say(std::span<const FileOutcome> files) {
  KEDGE_DO(check_one_changed_file(files));
  const FileOutcome& file = files.front();
  const Text& text = file.before;
  Json arguments = Json::object({{"file", file.path}});
  if (file.created) return arguments.set("create", Json::object({{"content", std::string(file.after.bytes())}}));
  KEDGE_TRY(const std::vector<LineEdit> edits, said_lines(file));
  if (edits.empty() || text.line_count() == 0) {
    return cannot_be_said(file, "there is no line by which the change could be named");
  }
  LineEdit all = edits.front();
  for (std::size_t i = 1; i < edits.size(); ++i) all = joined(text, std::move(all), edits[i]);
  Json operation = Json::object();
  if (all.lines.empty() && all.lines.first > LineNo{1}) {
    all.lean = Lean::above;
    KEDGE_DO(check_said(file, {all}));
    operation.set("after", anchor_of(text, all.lines.first - 1));
    operation.set("content", concat(join(all.rows, "\n"), '\n'));
    return arguments.set("insert", std::move(operation));
  }
  if (all.lines.empty()) {
    all.lines = one_line(LineNo{1});
    all.rows.emplace_back(text.content(LineNo{1}));
  }
  KEDGE_DO(check_said(file, {all}));
  operation.set("start", anchor_of(text, all.lines.first));
  operation.set("end", anchor_of(text, all.lines.last()));
  if (all.rows.empty()) return arguments.set("delete", std::move(operation));
  operation.set("content", concat(join(all.rows, "\n"), '\n'));
  return arguments.set("replace", std::move(operation));
}

}  // namespace

namespace dialect {

extern const Dialect hashline;
const Dialect hashline{.name = "hashline",
                       .prompt = prompt,
                       .tools = tools,
                       .lacks = lacks,
                       .numbers = true,
                       .publishes_reads = true,
                       .by_anchor = true,
                       .fields = {.path = "file"},
                       .rows = &rows,
                       .first_row = &empty_file_row,
                       .hear_edit = &hear_edit,
                       .tell = &tell,
                       .say = &say,
                       .reworded = &with_reason_of_staleness};

}  // namespace dialect
}  // namespace kedge
