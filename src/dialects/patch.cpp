// The dialect of the line-anchored patch language: a line is named by its number under the tag of a version that was shown.
#include <algorithm>
#include <array>
#include <iterator>

#include "dialects/dialect.hpp"
#include "dialects/edit_options.hpp"
#include "dialects/fields.hpp"
#include "dialects/foreign_format.hpp"
#include "dialects/literal_breaks.hpp"
#include "dialects/patch/grammar.hpp"
#include "dialects/patch/patch_marks.hpp"
#include "dialects/patch/patch_text.hpp"
#include "dialects/patch/said_patch.hpp"
#include "dialects/patch/section_header.hpp"
#include "dialects/result_facts.hpp"
#include "render/local_diff.hpp"
#include "render/preview.hpp"
#include "render/row.hpp"
#include "render/summary.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view prompt =
    R"(Editing files with kedge (dialect `patch`)

`read` and `search` show a file as a header and numbered rows:

¶a.ts#0A3B
1:const X = "a";
2:const Y = X;
3:
4:console.log(X);

The header holds the path and, behind #, the tag of the version that you were shown. `edit` takes one patch:

*** Begin Patch
¶a.ts#0A3B
replace 1..2:
+const X = "b";
+export const Y = X;
insert after 4:
+console.log(Y);
*** End Patch

Hunks, each under the header of its file:
  replace N..M:           the body rows take the place of lines N to M
  replace block N:        the same for the whole construct that begins on line N
  delete N..M             lines N to M go; no body, no colon
  delete block N          the construct that begins on line N goes
  insert before N:        insert after N:        insert after block N:
  insert head:            insert tail:
  REM                     the file goes (alone in its section)
  MV NEW/PATH             the file gets that name (alone in its section)
Rules:
  - Every body row begins with +, and the rest of it is the line as it shall be. + alone is an empty line. No - rows, no
    context rows: the numbers say what is replaced.
  - All numbers are those of the version with that tag. They do not move while you write the patch, and after your own edits
    the old numbers stay valid under the old tag.
  - The body is only what shall stand there. Do not repeat the lines next to the range, and keep the indentation.
  - One hunk for each range. Hunks may touch, not overlap. Several files: several headers; all of them change, or none.
  - A new file: a header without a tag and `insert head:`, or `write`.
A refusal has changed nothing. It says what is wrong, shows the rows that matter under their current tag, and counts them as
shown: correct the patch and send it again. "Already applied" is success. `undo` takes your newest edit back.
)";

constexpr std::string_view read_schema =
    R"({"type":"object","properties":{)"
    R"("path":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("start":{"type":"integer","minimum":1,"description":"First line, from 1."},)"
    R"("end":{"type":"integer","minimum":1,"description":"Last line, inclusive."}},)"
    R"("required":["path"],"additionalProperties":false})";

constexpr std::string_view edit_schema =
    R"({"type":"object","properties":{)"
    R"("input":{"type":"string","description":"The patch: *** Begin Patch, for each file a header ¶PATH#TAG and its hunks, )"
    R"(*** End Patch."},)" KEDGE_EDIT_OPTIONS R"(},"required":["input"],"additionalProperties":false})";

constexpr std::string_view edit_result_schema =
    R"({"type":"object","properties":{)"
    R"("op":{"type":"string","enum":["create","update","delete","move"]},"path":{"type":"string"},)"
    R"("summary":{"type":"string"},"diff":{"type":"string"},"firstChangedLine":{"type":["integer","null"]},)"
    R"("preview":{"type":"string"},"warnings":{"type":"array","items":{"type":"string"}},)"
    R"("diagnostics":{"type":"array","items":{"type":"object"}},"meta":{"type":"object"},)"
    R"("perFileResults":{"type":"array","items":{"type":"object"}},)"
    R"("error":{"type":"string"},"message":{"type":"string"},"suggested_action":{"type":"string"}}})";

constexpr std::array<ToolText, 2> tools{{
    {"read", "read", "Read a file",
     "Shows a file, or some of its lines: first ¶PATH#TAG, the header to copy into a patch, then LINE:TEXT rows. Read a file "
     "before you edit it: edits are proven against what was shown.",
     read_schema},
    {"edit", "edit", "Patch files by line numbers",
     "Applies a patch. Under the header ¶PATH#TAG of a file that was read: `replace N..M:`, `replace block N:`, `delete N..M`, "
     "`delete block N`, `insert before N:`, `insert after N:`, `insert after block N:`, `insert head:`, `insert tail:`, `REM`, "
     "`MV DEST`. Body rows begin with +. Between `*** Begin Patch` and `*** End Patch`. All files change, or none; a refusal "
     "has changed nothing and says what to send instead. Line endings, BOM, final newline and permissions stay as they are.",
     edit_schema, edit_result_schema},
}};

// The line or construct that a hunk names, and on which side of it.
Lines lines_of(const PatchHunk& hunk, Side side) {
  if (hunk.block) return {.first = AtBlock{hunk.first}, .side = side};
  return {.first = AtLine{hunk.first}, .side = side};
}

Lines range_of(const PatchHunk& hunk, bool deletes) {
  if (hunk.block) return {.first = AtBlock{hunk.first}, .deletes = deletes};
  return {.first = AtLine{hunk.first}, .last = AtLine{hunk.last}, .deletes = deletes};
}

Target target_of(const PatchHunk& hunk) {
  using Verb = PatchHunk::Verb;
  switch (hunk.verb) {
    case Verb::replace: return range_of(hunk, false);
    case Verb::remove: return range_of(hunk, true);
    case Verb::insert_before: return lines_of(hunk, Side::before);
    case Verb::insert_after: return lines_of(hunk, Side::after);
    case Verb::insert_head: return Lines{.first = Edge::head, .side = Side::before};
    case Verb::insert_tail: return Lines{.first = Edge::tail, .side = Side::after};
    case Verb::remove_file: return Removal{};
    case Verb::move_file: return Relocation{hunk.destination};
  }
  return Removal{};
}

std::string body_of(const PatchHunk& hunk) {
  std::string body;
  for (const std::string& row : hunk.body) append(body, concat(row, '\n'));
  return body;
}

// An edit as a hunk, for a warning.
std::string said_edit(LineSpan lines, std::span<const std::string> rows) {
  if (rows.empty()) {
    return concat("delete ", lines.first.value, lines.size() > 1 ? concat("..", lines.last().value) : std::string());
  }
  std::string hunk = concat("replace ", lines.first.value, "..", lines.last().value, ':');
  for (const std::string& row : rows) append(hunk, concat("\n+", row));
  return hunk;
}

Result<Request> hear_edit(const Json& arguments) {
  Fields fields(arguments);
  std::string input = fields.required_text("input");
  KEDGE_TRY(Request request, finish_edit(fields, "patch"));
  if (std::optional<std::string> read = with_real_breaks(input)) {
    input = *std::move(read);
    request.warnings.emplace_back(read_literal_breaks);
  }
  Result<PatchText> patch = read_patch(input);
  if (!patch) return std::unexpected(or_foreign(std::move(patch).error(), input, "patch"));
  request.policy.tags = true;
  request.policy.signs = true;
  request.policy.refuses_no_change = true;
  request.policy.edit = &said_edit;
  request.policy.other_version = Code::snapshot_stale;
  std::ranges::move(patch->warnings, std::back_inserter(request.warnings));
  for (const PatchSection& section : patch->sections) {
    FileRequest file{.path = section.path, .literal_path = section.literal_path, .tag = section.tag};
    for (const PatchHunk& hunk : section.hunks)
      file.operations.push_back({target_of(hunk), body_of(hunk), hunk.row, hunk.bare});
    request.files.push_back(std::move(file));
  }
  return request;
}

RowPrinter rows(const Text& text, bool /*anchored*/) { return numbered_rows(text); }
std::string header_row(const View& view) { return section_header(view.request.path, view.tag); }

// ---- results

// The name of the file after the change.
const std::string& name_of(const FileOutcome& file) { return file.destination.empty() ? file.path : file.destination; }

std::string summary_of(const FileOutcome& file) {
  return file.effect == Effect::nothing_to_do ? concat("No change: ", printable(file.path)) : effect_text(file, deed_of(file));
}

std::string_view since_then(DriftMaker maker) {
  switch (maker) {
    case DriftMaker::others:
      return "others have changed other parts of the file since; every hunk was applied to exactly the lines that you were "
             "shown. Use the new tag and numbers from here on.";
    case DriftMaker::kedge:
      return "edits of this session have changed the file since; every hunk was applied to the lines that its numbers meant "
             "under that tag.";
    case DriftMaker::both:
      return "this session and others have changed the file since; every hunk was applied to exactly the lines that you were "
             "shown. Look at the result.";
  }
  return {};
}

std::string recovery_warning(const FileOutcome& file, DriftMaker maker) {
  return concat(printable(file.path), ": recovered from #", file.tag_named, ": ", since_then(maker));
}

// Which of the line numbers that the caller knows are still valid.
std::string numbers_note(const FileOutcome& file, const Summary& summary) {
  if (file.created || file.removed || !summary.first_changed_line || summary.net_lines() == 0 || file.tag_named.empty())
    return {};
  const std::int64_t net = summary.net_lines();
  const std::uint32_t below = summary.anchors_valid_through;
  if (below >= summary.lines_before) return {};  // there were none
  return concat("numbers below line ", below, " moved by ", net > 0 ? "+" : "", net, "; under #", file.tag_named,
                " they are still valid");
}

Json meta_of(const FileOutcome& file, const Receipt& receipt, const Summary& summary) {
  Json meta = Json::object(
      {{"tag", file.tag.empty() ? Json() : Json(file.tag)},
       {"previous_tag", file.tag_named.empty() ? Json() : Json(file.tag_named)},
       {"lines_before", summary.lines_before},
       {"lines_after", summary.lines_after},
       {"net_lines", summary.net_lines()},
       {"anchors_valid_through", summary.anchors_valid_through},
       {"must_refresh_from_line", summary.must_refresh_from_line ? Json(summary.must_refresh_from_line->value) : Json()},
       {"undo_id", receipt.undo_id.empty() ? Json() : Json(receipt.undo_id)},
       {"file_version", file.removed ? Json() : Json(to_hex(file.version_after))}});
  if (file.guard) meta.set("guard", *file.guard);
  if (file.drifted) meta.set("recovered", recovery_warning(file, *file.drifted));
  if (file.hard_links_broken > 0) meta.set("hardlinks_broken", file.hard_links_broken);
  if (!file.destination.empty()) meta.set("destination", file.destination);
  if (!file.blocks.empty()) {
    Json blocks = Json::array();
    for (const ResolvedBlock& block : file.blocks) {
      blocks.push(Json::object({{"patch_line", block.row},
                                {"first", block.lines.first.value},
                                {"last", block.lines.last().value},
                                {"first_row", block.first_row},
                                {"last_row", block.last_row}}));
    }
    meta.set("blocks", std::move(blocks));
  }
  return meta;
}

struct ToldFile {
  std::string text;
  Json json;
};

ToldFile tell_file(const FileOutcome& file, const Receipt& receipt, const PreviewShape& shape,
                   std::vector<std::string> warnings) {
  const RowPrinter print = numbered_rows(file.after);
  const ChangedRows rows = changed_rows(file, print, shape);
  const Summary summary = kedge::summary_of(file.before, file.after, file.changes);
  if (file.drifted) warnings.push_back(recovery_warning(file, *file.drifted));
  ToldFile told;
  told.json = Json::object({{"op", op_of(file)},
                            {"path", file.path},
                            {"summary", summary_of(file)},
                            {"diff", rows.diff},
                            {"firstChangedLine", summary.first_changed_line ? Json(summary.first_changed_line->value) : Json()},
                            {"preview", rows.preview},
                            {"diagnostics", diagnostics_json(file)},
                            {"meta", meta_of(file, receipt, summary)}});

  std::string& text = told.text;
  const bool shows_rows = !rows.preview.empty() && !file.removed && file.effect != Effect::already_applied;
  text = shows_rows ? concat(printable(file.path), ":\n") : concat(summary_of(file), '\n');
  if (shows_rows) {
    if (file.effect == Effect::previewed)
      append(text, concat(summary_of(file), '\n', rows.diff));
    else
      append(text, concat(section_header(name_of(file), file.tag), '\n',
                          local_diff(file.after, rows.hunks, plain_rows(file.before), print, shape)));
  }
  if (!shows_rows && !file.tag.empty()) append(text, concat("now ", section_header(name_of(file), file.tag), '\n'));
  for (const ResolvedBlock& block : file.blocks) {
    append(text, concat("block at line ", block.row, " of the patch: lines ", block.lines.first.value, "..",
                        block.lines.last().value, ", from \"", block.first_row, "\" to \"", block.last_row, "\"\n"));
  }
  if (summary.first_changed_line && !file.created && !file.removed) append(text, concat(to_text(summary), '\n'));
  if (const std::string note = numbers_note(file, summary); !note.empty() && file.effect == Effect::applied) {
    append(text, concat(note, '\n'));
  }
  append(text, diagnostic_lines(file, warnings));
  if (file.hard_links_broken > 0) append(text, concat("hardlinks_broken=", file.hard_links_broken, '\n'));
  if (file.guard) append(text, concat("guard=", *file.guard, '\n'));
  if (!receipt.undo_id.empty()) append(text, concat("undo_id=", receipt.undo_id, '\n'));
  if (!warnings.empty()) {
    append(text, "Warnings:\n");
    for (const std::string& warning : warnings) append(text, concat(warning, '\n'));
  }
  told.json.set("warnings", Json::strings(warnings));
  return told;
}

Told tell(const Receipt& receipt, const Request& request) {
  const PreviewShape& shape = request.policy.answer;
  if (receipt.files.size() == 1) {
    ToldFile told = tell_file(receipt.files.front(), receipt, shape, receipt.warnings);
    return {std::move(told.text), std::move(told.json)};
  }
  Told all{.text = {}, .structured = Json::object()};
  Json files = Json::array();
  Json diagnostics = Json::array();
  std::string diff;
  std::vector<std::string> warnings = receipt.warnings;
  for (const FileOutcome& file : receipt.files) {
    const Receipt of_file{.files = {}, .warnings = {}, .undo_id = receipt.undo_id};
    if (file.drifted) warnings.push_back(recovery_warning(file, *file.drifted));
    ToldFile told = tell_file(file, of_file, shape, {});
    append(all.text, concat(all.text.empty() ? "" : "\n", told.text));
    append(diff, *told.json.find("diff")->as_string());
    for (Json one : *told.json.find("diagnostics")->as_array()) diagnostics.push(one.set("path", file.path));
    files.push(std::move(told.json));
  }
  if (!receipt.warnings.empty()) {
    append(all.text, "Warnings:\n");
    for (const std::string& warning : receipt.warnings) append(all.text, concat(warning, '\n'));
  }
  const FileOutcome& first = receipt.files.front();
  const Summary summary = kedge::summary_of(first.before, first.after, first.changes);
  all.structured =
      Json::object({{"op", op_of(first)},
                    {"path", first.path},
                    {"summary", concat(counted(receipt.files.size(), "file"), " changed together")},
                    {"diff", diff},
                    {"firstChangedLine", summary.first_changed_line ? Json(summary.first_changed_line->value) : Json()},
                    {"diagnostics", std::move(diagnostics)},
                    {"meta", meta_of(first, receipt, summary)},
                    {"perFileResults", std::move(files)},
                    {"warnings", Json::strings(warnings)}});
  return all;
}

// ---- refusals

Error reworded(Error error) {
  const Facts& facts = error.facts;
  const std::string path = error.path ? printable(*error.path) : std::string();
  const std::optional<std::int64_t> row = facts.number("patch_line");
  const std::string at = row ? concat("line ", *row, ": ") : std::string();
  switch (error.code) {
    case Code::patch_syntax:
      if (error.reason == Reason::version_not_named) {
        error.what = concat("Missing hashline snapshot tag for anchored edit to ", path, "; use ¶", path,
                            "#tag from your latest read/search output.");
      }
      if (const CorrectedLines* const corrected = std::get_if<CorrectedLines>(&error.correction))
        append(error.what, concat("\nSend instead:\n", said_hunk(*corrected)));
      break;
    case Code::snapshot_stale:
      if (!facts.text("line").empty() && !facts.text("version").empty()) {
        error.what = concat(path, " has changed since #", facts.text("version"), ". ", error.what);
      }
      break;
    case Code::line_out_of_range: error.what = concat(at, error.what); break;
    case Code::overlapping_operations:
      if (!at.empty()) {
        error.what =
            concat(at, "anchor line ", facts.text("line"), " is already targeted by another hunk on line ",
                   facts.text("other_patch_line"),
                   ". Issue ONE hunk per range; payload is only the final desired content, never a before/after pair.");
      }
      break;
    case Code::block_unresolved: {
      const std::string line = facts.text("line");
      const bool deletes = facts.is_set("deletes");
      const std::string verb = deletes ? concat("delete block ", line) : concat("replace block ", line, ':');
      const std::string instead = deletes ? concat("delete ", line, "..M") : concat("replace ", line, "..M:");
      error.what =
          concat(at, "`", verb, "` could not resolve a syntactic block beginning on line ", line,
                 ". The language may be unsupported, the line may be blank or a closing delimiter, or the block may not "
                 "parse. Use `",
                 instead, "` with the block's explicit end line instead. Here: ", facts.text("reason"), '.');
      if (!facts.text("begins_at").empty()) append(error.what, concat(" It begins on line ", facts.text("begins_at"), '.'));
      if (facts.is_set("one_line")) {
        append(error.what,
               concat(" Send instead: ", deletes ? concat("delete ", line) : concat("replace ", line, "..", line, ':')));
      }
      break;
    }
    case Code::safety_check_failed:
      if (const CorrectedLines* const corrected = std::get_if<CorrectedLines>(&error.correction))
        append(error.what, concat("\nSend instead:\n", said_hunk(*corrected)));
      break;
    case Code::no_change:
      error.what =
          concat("Edits to ", path,
                 " parsed and applied cleanly, but produced no change: your body row(s) are byte-identical to the file at "
                 "the targeted lines. The bug is somewhere else — re-read the file before issuing another edit. Do NOT "
                 "widen the payload or add lines; verify the anchor first.");
      break;
    default: break;
  }
  const std::string tag = facts.text("tag");
  if (!tag.empty() && error.path) {
    append(error.what, concat("\nThe file is now:\n", section_header(*error.path, tag), '\n', facts.text("rows")));
    if (error.what.ends_with('\n')) error.what.pop_back();
    const std::string rows = facts.text("rows");
    const bool names_another =
        error.code == Code::snapshot_stale || error.code == Code::snapshot_unknown || error.reason == Reason::version_not_named;
    if (names_another && !rows.empty() && !leaves_out(rows) && error.next == row_of(error.code).next) {
      error.next = concat("These rows count as shown: repeat the edit on them under #", tag, ", with these numbers.");
    }
  }
  for (Error& other : error.others) other = reworded(std::move(other));
  return error;
}

}  // namespace

namespace dialect {

extern const Dialect patch;
const Dialect patch{.name = "patch",
                    .prompt = prompt,
                    .tools = tools,
                    .tags = true,
                    .numbers = true,
                    .takes_text = true,
                    .arrives_in_rows = true,
                    .by_anchor = true,
                    .format = {.name = "a patch that names lines by their numbers", .recognises = &first_patch_mark, .rank = 2},
                    .lark = patch_lark,
                    .gbnf = patch_gbnf,
                    .rows = &rows,
                    .first_row = &header_row,
                    .hear_edit = &hear_edit,
                    .tell = &tell,
                    .say = &said_patch,
                    .reworded = &reworded};

}  // namespace dialect
}  // namespace kedge
