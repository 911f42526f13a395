#include "dialects/result_facts.hpp"

#include <algorithm>

#include "render/local_diff.hpp"
#include "render/preview.hpp"
#include "render/row.hpp"
#include "render/summary.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// The caller's line numbers are those of what it was shown, not of what the file had become.
Summary summary_of(const FileOutcome& file) {
  Summary summary = kedge::summary_of(file.before, file.after, file.changes);
  if (file.differs_from && file.differs_from->value <= summary.anchors_valid_through) {
    summary.anchors_valid_through = file.differs_from->value - 1;
    summary.must_refresh_from_line = file.differs_from;
  }
  return summary;
}

}  // namespace

ChangedRows changed_rows(const FileOutcome& file, const RowPrinter& print, PreviewShape shape) {
  ChangedRows rows;
  std::vector<Hunk> hunks = changed_hunks(file);
  rows.diff = readable_diff(file, hunks);
  if (rows.diff.size() > shape.most_bytes) {
    rows.diff = local_diff(file.after, hunks, plain_rows(file.before), plain_rows(file.after), shape);
  }
  rows.preview = preview(preview_rows(file.after, hunks, shape), print);
  rows.summary = summary_of(file);
  rows.first_line = rows.summary.first_changed_line.value_or(LineNo{1}).value;
  rows.hunks = std::move(hunks);
  return rows;
}

std::string deed_of(const FileOutcome& file) {
  const std::string path = printable(file.path);
  if (!file.destination.empty()) return concat("Moved ", path, " to ", printable(file.destination));
  return concat(file.created ? "Created " : file.removed ? "Removed " : "Updated ", path);
}

std::string effect_text(const FileOutcome& file, const std::string& done, const std::string& would) {
  switch (file.effect) {
    case Effect::applied: return done;
    case Effect::previewed: return concat("Preview, nothing written: ", would.empty() ? done : would);
    case Effect::nothing_to_do: return concat("No change: ", printable(file.path), " already reads as asked");
    case Effect::already_applied: return concat("Already applied: nothing was written to ", printable(file.path));
  }
  return done;
}

Error with_reason_of_staleness(Error refusal) {
  const bool is_stale = refusal.reason == Reason::cannot_be_followed || refusal.reason == Reason::fits_two_places;
  if (is_stale && refusal.path) {
    refusal.what = concat(printable(*refusal.path), " has changed since it was shown to you. ", refusal.what);
  }
  for (Error& other : refusal.others) other = with_reason_of_staleness(std::move(other));
  return refusal;
}

Json diagnostics_json(const FileOutcome& file) {
  Json diagnostics = Json::array();
  for (const Diagnostic& one : file.diagnostics) {
    diagnostics.push(Json::object({{"line", one.line.value},
                                   {"column", one.column},
                                   {"severity", one.severity},
                                   {"message", one.message},
                                   {"source", one.source}}));
  }
  return diagnostics;
}

std::string diagnostic_lines(const FileOutcome& file, const std::vector<std::string>& warnings, Parser parser) {
  std::string out;
  for (const Diagnostic& one : file.diagnostics) {
    if (parser == Parser::left_out && one.source == "syntax") continue;
    const std::string said = concat("the file does not parse any more: ", one.message);
    if (std::ranges::any_of(warnings, [&](const std::string& warning) { return warning.find(said) != std::string::npos; }))
      continue;
    const bool by_parser = one.source == "syntax";
    append(out, concat("diagnostic: line ", one.line.value, ", column ", one.column, ": ",
                       by_parser ? std::string() : concat(one.severity, ": "), one.message,
                       by_parser ? std::string() : concat(" (", one.source, ')'), '\n'));
  }
  return out;
}

void add_facts(Json& json, const FileOutcome& file, const Receipt& receipt, const ChangedRows& rows) {
  const Summary& summary = rows.summary;
  const auto line = [](std::optional<LineNo> number) { return number ? Json(number->value) : Json(); };
  json.set("lines_before", summary.lines_before)
      .set("lines_after", summary.lines_after)
      .set("net_lines", summary.net_lines())
      .set("first_changed_line", line(summary.first_changed_line))
      .set("anchors_valid_through", summary.anchors_valid_through)
      .set("must_refresh_from_line", line(summary.must_refresh_from_line))
      .set("preview", rows.preview);
  if (file.guard) json.set("guard", *file.guard);
  if (file.recovered) json.set("recovered", *file.recovered);
  if (file.hard_links_broken > 0) json.set("hardlinks_broken", file.hard_links_broken);
  json.set("undo_id", receipt.undo_id.empty() ? Json() : Json(receipt.undo_id));
  json.set("warnings", Json::strings(receipt.warnings));
  if (!file.diagnostics.empty()) json.set("diagnostics", diagnostics_json(file));
}

std::string fact_lines(const FileOutcome& file, const Receipt& receipt) {
  std::string out;
  if (file.recovered) append(out, concat("recovered: ", *file.recovered, '\n'));
  if (file.hard_links_broken > 0) append(out, concat("hardlinks_broken=", file.hard_links_broken, '\n'));
  append(out, diagnostic_lines(file, receipt.warnings, Parser::left_out));  // a warning says what does not parse
  for (const std::string& warning : receipt.warnings) append(out, concat("warning: ", warning, '\n'));
  if (file.guard) append(out, concat("guard=", *file.guard, '\n'));
  if (!receipt.undo_id.empty()) append(out, concat("undo_id=", receipt.undo_id, '\n'));
  return out;
}

}  // namespace kedge
