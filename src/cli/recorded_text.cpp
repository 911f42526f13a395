#include "cli/recorded_text.hpp"

#include "engine/watchers.hpp"
#include "render/change_list.hpp"
#include "render/outcome_diff.hpp"
#include "support/strings.hpp"
#include "support/time_text.hpp"
#include "ui/typed_answer.hpp"

namespace kedge {
namespace {

// Why there is no diff.
std::string without_bytes(const RecordedFile& file) {
  if (!file.withheld.empty()) return concat("it has ", file.withheld, " in it, so its bytes are not kept");
  return "the bytes of that time are no longer kept";
}

Json json_of_file(Store& store, const RecordedFile& file, FileDetail detail) {
  Json json = Json::object({{"path", file.path},
                            {"before", file.before ? Json(to_hex(*file.before)) : Json()},
                            {"after", file.after ? Json(to_hex(*file.after)) : Json()}});
  if (detail == FileDetail::names) return json;
  json.set("op", op_of(file));
  if (!file.destination.empty()) json.set("destination", file.destination);
  const std::optional<FileOutcome> outcome = recorded_outcome(store, file);
  if (!outcome) {
    json.set("not_kept", without_bytes(file));
    return json;
  }
  const RowCounts rows = row_counts(*outcome);
  json.set("added", rows.added).set("removed", rows.removed);
  if (detail == FileDetail::diffs) json.set("diff", readable_diff(*outcome, changed_hunks(*outcome)));
  return json;
}

}  // namespace

Json json_of_record(Store& store, const Record& record, FileDetail detail) {
  Json files = Json::array();
  for (const RecordedFile& file : record.files) files.push(json_of_file(store, file, detail));
  Json json = Json::object({{"id", record.id},
                            {"time", time_text(record.time)},
                            {"kind", name_of(record.kind)},
                            {"session", record.session},
                            {"client", record.client},
                            {"undone", record.undone},
                            {"reviewed", record.reviewed},
                            {"files", std::move(files)}});
  if (!record.takes_back.empty()) json.set("of", record.takes_back);
  return json;
}

std::string row_of_record(const Record& record, ui::Colour colour) {
  std::string row =
      concat(ui::in_colour(record.id, ui::yellow, colour), "  ", time_text(record.time), "  ", name_of(record.kind));
  if (!record.takes_back.empty()) append(row, concat(" of ", printable(record.takes_back)));
  append(row, "  ");
  for (std::size_t i = 0; i < record.files.size(); ++i) {
    append(row, concat(i == 0 ? "" : ", ", printable(record.files[i].path)));
  }
  return concat(row, record.undone ? "  (taken back)\n" : record.reviewed ? "  (reviewed)\n" : "\n");
}

std::string counts_of_record(Store& store, const Record& record) {
  std::string rows;
  for (const RecordedFile& file : record.files) {
    const std::optional<FileOutcome> outcome = recorded_outcome(store, file);
    const ListedFile listed{.op = op_of(file),
                            .rows = outcome ? row_counts(*outcome) : RowCounts(),
                            .path = file.path,
                            .destination = file.destination};
    append(rows, outcome ? concat("  ", list_row(listed))
                         : concat("  ", op_of(file), ' ', printable(file.path), ": ", without_bytes(file), '\n'));
  }
  return rows;
}

std::string text_of_record(Store& store, const Record& record, ui::Colour colour) {
  std::string text = concat(ui::in_colour(concat(name_of(record.kind), ' ', record.id), ui::yellow, colour),
                            record.undone     ? " (taken back)\n"
                            : record.reviewed ? " (reviewed)\n"
                                              : "\n");
  if (!record.takes_back.empty()) append(text, concat("of:      ", printable(record.takes_back), '\n'));
  if (!record.client.empty()) append(text, concat("client:  ", printable(record.client), '\n'));
  append(text, concat("session: ", printable(record.session), "\ntime:    ", time_text(record.time), "\n\n",
                      counts_of_record(store, record)));
  // The numbers by which kedge undo --change names them.
  if (!record.undone) append(text, ui::list_of(ui::parts_of(recorded_happening(store, record))));
  for (const RecordedFile& file : record.files) {
    const std::optional<FileOutcome> outcome = recorded_outcome(store, file);
    if (!outcome) continue;
    const std::string diff = readable_diff(*outcome, changed_hunks(*outcome));
    if (!diff.empty()) append(text, concat('\n', ui::coloured_diff(diff, colour)));
  }
  return text;
}

}  // namespace kedge
