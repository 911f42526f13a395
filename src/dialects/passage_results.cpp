#include "dialects/passage_results.hpp"

#include <algorithm>

#include "dialects/edit_options.hpp"
#include "dialects/literal_breaks.hpp"
#include "dialects/result_facts.hpp"
#include "render/outcome_diff.hpp"
#include "render/row.hpp"
#include "render/summary.hpp"
#include "support/strings.hpp"

namespace kedge::passages {
namespace {

Told tell_file(const FileOutcome& file, const Receipt& receipt, const PreviewShape& shape) {
  const ChangedRows rows = changed_rows(file, plain_rows(file.after), shape);
  const std::string summary = effect_text(file, concat(deed_of(file), execution_text(file)));
  Told told{.text = concat(printable(file.path), ':', rows.first_line, ' ', summary, '\n'), .structured = Json::object()};
  Json& json = told.structured;
  json.set("op", op_of(file));
  json.set("path", file.path);
  json.set("summary", summary);
  json.set("match_mode", name_of(file.match_mode));
  json.set("diff", rows.diff);
  json.set("file_version", file.removed ? Json() : Json(to_hex(file.version_after)));
  if (!file.destination.empty()) json.set("destination", file.destination);
  add_facts(json, file, receipt, rows);

  std::string& text = told.text;
  if (file.match_mode != MatchMode::exact) append(text, concat("match_mode=", name_of(file.match_mode), '\n'));
  append(text, rows.diff);
  if (!rows.diff.empty()) append(text, concat(to_text(rows.summary), '\n'));
  append(text, fact_lines(file, receipt));
  return told;
}

std::string summary_of_several(const Receipt& receipt) {
  const auto of_effect = [&](Effect effect) {
    return static_cast<std::size_t>(std::ranges::count(receipt.files, effect, &FileOutcome::effect));
  };
  const std::size_t previewed = of_effect(Effect::previewed);
  if (previewed > 0) return concat("Preview, nothing written: ", counted(previewed, "file"), " would change together");
  const std::size_t applied = of_effect(Effect::applied);
  const std::size_t others = receipt.files.size() - applied;
  if (applied == 0) return concat("Nothing was written: all ", others, " files read as asked");
  return concat(counted(applied, "file"), " changed together",
                others == 0 ? std::string() : concat("; ", others, " read as asked before"));
}

Told tell_several(const Receipt& receipt, const PreviewShape& shape) {
  Told all{.text = {}, .structured = Json::object()};
  Json files = Json::array();
  std::string diff;
  Receipt of_file;
  of_file.undo_id = receipt.undo_id;
  for (const FileOutcome& file : receipt.files) {
    Told told = tell_file(file, of_file, shape);
    append(all.text, concat(all.text.empty() ? "" : "\n", told.text));
    append(diff, *told.structured.find("diff")->as_string());
    files.push(std::move(told.structured));
  }
  const std::string summary = summary_of_several(receipt);
  append(all.text, concat('\n', summary, '\n'));
  for (const std::string& warning : receipt.warnings) append(all.text, concat("warning: ", warning, '\n'));
  all.structured = files.as_array()->front();
  all.structured.set("summary", summary);
  all.structured.set("diff", std::move(diff));
  all.structured.set("warnings", Json::strings(receipt.warnings));
  all.structured.set("perFileResults", std::move(files));
  return all;
}

}  // namespace

RowPrinter rows(const Text& text, bool anchored) { return anchored ? numbered_rows(text) : plain_rows(text); }

std::string last_row(const View& view) { return concat("content_sha256=", to_hex(view.version)); }

Result<Heard> hear(const Json& arguments, std::string_view dialect) {
  Fields fields(arguments);
  std::string input = fields.required_text("input");
  KEDGE_TRY(Request request, finish_edit(fields, dialect));
  if (std::optional<std::string> read = with_real_breaks(input)) {
    input = *std::move(read);
    request.warnings.emplace_back(read_literal_breaks);
  }
  request.identity = identity_of_text(dialect, request.encoding, input);
  return Heard{.request = std::move(request), .input = std::move(input)};
}

Json said(std::string text) {
  Json arguments = Json::object();
  arguments.set("input", std::move(text));
  return arguments;
}

Told tell(const Receipt& receipt, const Request& request) {
  const PreviewShape& shape = request.policy.answer;
  return receipt.files.size() > 1 ? tell_several(receipt, shape) : tell_file(receipt.files.front(), receipt, shape);
}

}  // namespace kedge::passages
