#include "web/page_json.hpp"

#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge::web {
namespace {

constexpr std::int64_t nanoseconds_of_millisecond = 1'000'000;
constexpr std::size_t most_listed_files = 20;
constexpr std::size_t most_message_bytes = 300;

std::string_view name_of_kind(SyntaxToken::Kind kind) {
  using Kind = SyntaxToken::Kind;
  switch (kind) {
    case Kind::comment: return "c";
    case Kind::text: return "s";
    case Kind::number: return "n";
    case Kind::keyword: return "k";
    case Kind::constant: return "l";
    case Kind::type: return "t";
    case Kind::function: return "f";
    case Kind::name: return "a";
  }
  return "";
}

std::string_view sign_of(ui::ShownRow::Kind kind) {
  switch (kind) {
    case ui::ShownRow::Kind::context: return " ";
    case ui::ShownRow::Kind::removed: return "-";
    case ui::ShownRow::Kind::added: return "+";
    case ui::ShownRow::Kind::header: return "@";
  }
  return " ";
}

void add_text(Json& json, std::string_view name, std::string_view text) {
  if (!text.empty()) json.set(name, printable_rows(text));
}

}  // namespace

Json summary_json(const ui::TimelineItem& item) {
  Json json = Json::object({{"n", item.number}, {"root", item.root}});
  if (item.missed > 0) return json.set("missed", item.missed);
  const Happening& happening = item.happening;
  json.set("event", name_of(happening.kind)).set("time", happening.time / nanoseconds_of_millisecond);
  add_text(json, "who", happening.who);
  add_text(json, "session", happening.session);
  add_text(json, "op", happening.op);
  add_text(json, "id", happening.undo_id);
  add_text(json, "code", happening.code);
  add_text(json, "message", beginning_of(happening.message, most_message_bytes));
  add_text(json, "asked", name_of(item.asked));
  if (happening.waits) json.set("waits", true);
  if (item.undone) json.set("undone", true);
  if (item.reviewed) json.set("reviewed", true);
  Json files = Json::array();
  for (const Happening::File& file : happening.files) {
    if (files.as_array()->size() == most_listed_files) break;
    Json each = Json::object({{"path", file.path}, {"shown", printable(file.path)}});
    add_text(each, "op", file.op);
    add_text(each, "destination", file.destination);
    if (file.added > 0) each.set("added", file.added);
    if (file.removed > 0) each.set("removed", file.removed);
    files.push(std::move(each));
  }
  json.set("files", std::move(files));
  if (happening.files.size() > most_listed_files) json.set("more_files", happening.files.size() - most_listed_files);
  return json;
}

Json row_json(const ui::ShownRow& row) {
  Json pieces = Json::array();
  for (const ui::ShownPiece& piece : row.pieces) {
    Json each = Json::array({piece.text});
    if (piece.kind || piece.changed) each.push(piece.kind ? name_of_kind(*piece.kind) : std::string_view());
    if (piece.changed) each.push(1);
    pieces.push(std::move(each));
  }
  Json json = Json::array({sign_of(row.kind), row.before, row.after, row.part, std::move(pieces)});
  if (row.bytes_left_out > 0 || !row.anchor.empty()) json.push(row.bytes_left_out);
  if (!row.anchor.empty()) json.push(row.anchor);
  return json;
}

Json rows_json(const std::vector<ui::ShownRow>& rows, std::size_t from, std::size_t most) {
  Json all = Json::array();
  for (std::size_t i = from; i < rows.size() && i - from < most; ++i) all.push(row_json(rows[i]));
  return all;
}

Json file_json(const Happening::File& file, const std::vector<ui::ShownRow>& rows, std::size_t from, bool with_text) {
  Json json = Json::object({{"path", file.path}, {"shown", printable(file.path)}});
  add_text(json, "op", file.op);
  add_text(json, "destination", file.destination);
  add_text(json, "summary", file.summary);
  add_text(json, "recovered", file.recovered);
  json.set("added", file.added).set("removed", file.removed).set("parts", file.hunks.size());
  if (file.bytes_left_out > 0) json.set("bytes_left_out", file.bytes_left_out);
  json.set("rows", rows_json(rows, from, most_page_rows)).set("from", from).set("all_rows", rows.size());
  if (with_text && !file.text.empty()) json.set("text", file.text);
  return json;
}

Json record_json(const Record& record, const RecordedFile& file) {
  Json json = Json::object({{"id", record.id},
                            {"time", record.time / nanoseconds_of_millisecond},
                            {"kind", name_of(record.kind)},
                            {"op", op_of(file)},
                            {"path", file.destination.empty() ? file.path : file.destination},
                            {"undone", record.undone},
                            {"reviewed", record.reviewed}});
  add_text(json, "client", record.client);
  add_text(json, "session", record.session);
  if (file.before) json.set("before", to_hex(*file.before));
  if (file.after) json.set("after", to_hex(*file.after));
  return json;
}

Json error_json(const Error& error) {
  return Json::object(
      {{"error", Json::object({{"code", row_of(error.code).name}, {"message", printable_rows(to_text(error))}})}});
}

}  // namespace kedge::web
