#include "store/history_table.hpp"

#include <charconv>

#include "store/change_codec.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

using sql::Answer;

constexpr const char* moment_of_call =
    "SELECT record.moment FROM record JOIN log ON log.moment = record.moment"
    " WHERE call = ?2 AND kind <= 1 AND (?1 IS NULL OR session = ?1) ORDER BY record.moment DESC LIMIT 1";

EventKind event_of(RecordKind kind) {
  switch (kind) {
    case RecordKind::edit: return EventKind::edited;
    case RecordKind::write: return EventKind::written;
    case RecordKind::undo:
    case RecordKind::redo: return EventKind::undone;
  }
  return EventKind::edited;
}

constexpr std::size_t most_records = 100'000;

std::optional<std::int64_t> number_of(std::optional<bool> answer) {
  return answer ? std::optional<std::int64_t>(*answer ? 1 : 0) : std::nullopt;
}

std::optional<bool> answer_in(sql::Rows& rows, int column) {
  return rows.is_null(column) ? std::nullopt : std::optional(rows.number(column) != 0);
}

}  // namespace

Answer<std::string> HistoryTable::id_of(std::int64_t moment) {
  KEDGE_TRY(const std::string salt, this->salt());
  return concat('e', moment, '-', salt);
}

Answer<std::string> HistoryTable::salt() {
  if (const std::optional<std::string> known = known_ != nullptr ? known_->salt() : std::nullopt) return *known;
  KEDGE_TRY(sql::Rows rows, database_.rows("SELECT salt FROM about"));
  KEDGE_TRY(const bool found, rows.next());
  std::string salt(found ? rows.text(0) : std::string_view());
  if (known_ != nullptr) known_->note_salt(salt);
  return salt;
}

Answer<std::optional<std::int64_t>> HistoryTable::moment_of(std::string_view id) {
  std::int64_t moment = 0;
  if (id.starts_with('e')) std::from_chars(id.data() + 1, id.data() + id.size(), moment);
  KEDGE_TRY(const std::string expected, id_of(moment));
  return id == expected ? std::optional(moment) : std::nullopt;
}

Answer<RecordName> HistoryTable::add(const Record& record, NewVersions versions) {
  std::vector<std::optional<VersionId>> before;
  for (const RecordedFile& file : record.files) {
    before.emplace_back();
    if (!file.before) continue;
    KEDGE_TRY(const VersionRow row, versions_.find_or_add(file.path, *file.before));
    KEDGE_DO(log_.meet(row, record.time));
    before.back() = row.id;
  }
  RecordName name;
  KEDGE_TRY(name.moment, log_.begin_moment(record.time, record.session));
  const auto moment = static_cast<std::int64_t>(name.moment);
  KEDGE_TRY(name.id, id_of(moment));
  KEDGE_DO(database_.run(
      "INSERT INTO record(moment, kind, summary, call, takes_back, undone, client) VALUES(?, ?, ?, ?, ?, 0, ?)", moment,
      static_cast<std::int64_t>(record.kind), record.summary, record.call, record.takes_back, record.client));
  if (record.kind == RecordKind::undo || record.kind == RecordKind::redo) {
    KEDGE_TRY(const std::optional<std::int64_t> about, moment_of(record.takes_back));
    KEDGE_DO(database_.run("UPDATE record SET undone = ?2 WHERE moment = ?1", about,
                           std::int64_t{record.kind == RecordKind::undo ? 1 : 0}));
  }
  for (std::size_t i = 0; i < record.files.size(); ++i) {
    KEDGE_DO(add_file(name.moment, event_of(record.kind), record.files[i], before[i], versions));
  }
  return name;
}

Answer<void> HistoryTable::add_file(Moment moment, EventKind event, const RecordedFile& file, std::optional<VersionId> before,
                                    NewVersions versions) {
  KEDGE_TRY(const PathId path, versions_.find_or_add_path(file.path));
  std::optional<PathId> destination;
  std::optional<VersionId> after;
  if (!file.destination.empty()) {
    KEDGE_TRY(destination, versions_.find_or_add_path(file.destination));
  }
  if (file.after) {
    const bool has_tag = versions == NewVersions::with_tags;
    KEDGE_TRY(const VersionRow row, log_.make(moment, file.destination.empty() ? file.path : file.destination, *file.after,
                                              event, has_tag ? std::optional(first_tag(*file.after)) : std::nullopt));
    after = row.id;
  }
  const bool kept = file.withheld.empty();
  const std::string forward = kept ? encode(file.changes) : encode(ChangeSet());
  const std::string backward = kept ? encode(file.inverse) : encode(ChangeSet());
  const std::string lines = file.lines ? encode(*file.lines) : std::string();
  KEDGE_DO(database_.run(
      "INSERT INTO change(record, path, destination, before, after, forward, backward, executable_before, executable_after,"
      " attributes, folders, withheld, lines) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      static_cast<std::int64_t>(moment), path, destination, before, after, sql::Blob{forward}, sql::Blob{backward},
      number_of(file.executable_before), number_of(file.executable_after), file.attributes,
      static_cast<std::int64_t>(file.folders_made), std::string_view(file.withheld), sql::Blob{lines}));
  const std::size_t attributes = file.attributes ? file.attributes->size() : 0;
  return versions_.count(static_cast<std::int64_t>(forward.size() + backward.size() + attributes));
}

Answer<std::optional<Record>> HistoryTable::find(std::string_view id) {
  KEDGE_TRY(const std::optional<std::int64_t> moment, moment_of(id));
  return load(moment, Detail::edits);
}

Answer<std::vector<Record>> HistoryTable::newest(std::size_t limit, std::string_view path) {
  std::vector<std::int64_t> moments;
  {
    const std::string below = concat(path, '/');
    KEDGE_TRY(sql::Rows rows,
              database_.rows("SELECT moment FROM record WHERE ?2 = '' OR EXISTS(SELECT 1 FROM change JOIN path"
                             " ON path.id = change.path OR path.id = change.destination WHERE change.record = record.moment"
                             " AND (path.name = ?2 OR substr(path.name, 1, length(?3)) = ?3))"
                             " ORDER BY moment DESC LIMIT ?1",
                             static_cast<std::int64_t>(std::min(limit, most_records)), path, std::string_view(below)));
    while (true) {
      KEDGE_TRY(const bool more, rows.next());
      if (!more) break;
      moments.push_back(rows.number(0));
    }
  }
  std::vector<Record> records;
  for (const std::int64_t moment : moments) {
    KEDGE_TRY(std::optional<Record> record, load(moment, Detail::names));
    if (record) records.push_back(*std::move(record));
  }
  return records;
}

Answer<bool> HistoryTable::mark_reviewed(std::string_view id, bool reviewed) {
  KEDGE_TRY(const std::optional<std::int64_t> moment, moment_of(id));
  KEDGE_TRY(const auto known, database_.number("SELECT 1 FROM record WHERE moment = ?", moment));
  if (!known) return false;
  KEDGE_DO(database_.run("UPDATE record SET reviewed = ?2 WHERE moment = ?1", moment, std::int64_t{reviewed}));
  return true;
}

Answer<std::optional<std::string>> HistoryTable::attributes_of(std::string_view id, std::string_view path) {
  KEDGE_TRY(const std::optional<std::int64_t> moment, moment_of(id));
  KEDGE_TRY(sql::Rows rows, database_.rows("SELECT attributes FROM record JOIN change ON change.record = record.moment"
                                           " JOIN path ON path.id = change.path WHERE path.name = ?1"
                                           " AND (record.moment = ?2 OR takes_back = ?3)"
                                           " AND attributes IS NOT NULL ORDER BY change.id DESC LIMIT 1",
                                           path, moment, id));
  KEDGE_TRY(const bool found, rows.next());
  return found ? std::optional(std::string(rows.text(0))) : std::nullopt;
}

Answer<std::optional<Record>> HistoryTable::last_applied(std::optional<std::string_view> session) {
  KEDGE_TRY(const auto moment, database_.number("SELECT record.moment FROM record JOIN log ON log.moment = record.moment"
                                                " WHERE kind <= 1 AND NOT undone AND (?1 IS NULL OR session = ?1)"
                                                " ORDER BY record.moment DESC LIMIT 1",
                                                session));
  return load(moment, Detail::edits);
}

Answer<std::optional<Record>> HistoryTable::same_call(std::optional<std::string_view> session, const Digest& call) {
  if (!database_.is_far()) {  // nearly always it is the first such call, and that is quickly known
    KEDGE_TRY(const auto any, database_.number("SELECT 1 FROM record WHERE call = ?", call));
    if (!any) return std::optional<Record>();
  }
  KEDGE_TRY(const auto moment, database_.number(moment_of_call, session, call));
  return load(moment, Detail::edits);
}

void HistoryTable::foresee_same_call(std::optional<std::string_view> session, const Digest& call) {
  database_.foresee(moment_of_call, session, call);
}

Answer<std::optional<Record>> HistoryTable::load(std::optional<std::int64_t> moment, Detail detail) {
  if (!moment) return std::optional<Record>();
  Record record;
  {
    KEDGE_TRY(sql::Rows rows,
              database_.rows("SELECT time, kind, session, summary, call, takes_back, undone, client, reviewed FROM record"
                             " JOIN log ON log.moment = record.moment WHERE record.moment = ?",
                             *moment));
    KEDGE_TRY(const bool found, rows.next());
    const std::int64_t kind = found ? rows.number(1) : -1;
    if (kind < 0 || kind > static_cast<std::int64_t>(RecordKind::redo)) return std::optional<Record>();
    record.moment = static_cast<Moment>(*moment);
    record.time = rows.number(0);
    record.kind = static_cast<RecordKind>(kind);
    record.session = rows.text(2);
    record.summary = rows.text(3);
    record.call = rows.digest(4).value_or(Digest{});
    record.takes_back = rows.text(5);
    record.undone = rows.number(6) != 0;
    record.client = rows.text(7);
    record.reviewed = rows.number(8) != 0;
  }
  KEDGE_TRY(record.id, id_of(*moment));
  KEDGE_TRY(std::optional<std::vector<RecordedFile>> files, files_of(*moment, detail));
  // A change cannot be undone by halves.
  if (!files) return std::optional<Record>();
  record.files = *std::move(files);
  return record;
}

Answer<std::optional<std::vector<RecordedFile>>> HistoryTable::files_of(std::int64_t moment, Detail detail) {
  std::vector<RecordedFile> files;
  KEDGE_TRY(sql::Rows rows,
            database_.rows("SELECT path.name, b.digest, a.digest, d.name, change.before, change.after, forward, backward,"
                           " executable_before, executable_after, folders, withheld FROM change JOIN path ON path.id = "
                           "change.path LEFT JOIN path "
                           "AS d ON d.id = destination"
                           " LEFT JOIN version AS b ON b.id = change.before LEFT JOIN version AS a ON a.id = change.after"
                           " WHERE record = ? ORDER BY change.id",
                           moment));
  while (true) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) return files;
    RecordedFile file{.path = std::string(rows.text(0)), .before = rows.digest(1), .after = rows.digest(2)};
    file.destination = rows.text(3);
    file.executable_before = answer_in(rows, 8);
    file.executable_after = answer_in(rows, 9);
    file.folders_made = static_cast<std::size_t>(rows.number(10));
    file.withheld = rows.text(11);
    bool whole = rows.is_null(4) != file.before.has_value() && rows.is_null(5) != file.after.has_value();
    if (detail == Detail::edits) {
      std::optional<ChangeSet> changes = decode_changes(rows.blob(6));
      std::optional<ChangeSet> inverse = decode_changes(rows.blob(7));
      whole = whole && changes && inverse;
      if (whole) {
        file.changes = *std::move(changes);
        file.inverse = *std::move(inverse);
      }
    }
    if (!whole) return std::optional<std::vector<RecordedFile>>();
    files.push_back(std::move(file));
  }
}

Answer<std::vector<OwnStep>> HistoryTable::steps_since(std::string_view path, Moment moment) {
  std::vector<OwnStep> steps;
  KEDGE_TRY(sql::Rows rows, database_.rows("SELECT event.moment, b.digest, a.digest, lines FROM path"
                                           " CROSS JOIN event ON event.path = path.id AND event.moment > ?2"
                                           " CROSS JOIN change ON change.record = event.moment AND change.path = path.id"
                                           " AND change.after = event.version AND destination IS NULL"
                                           " JOIN version AS b ON b.id = change.before JOIN version AS a ON a.id = change.after"
                                           " WHERE path.name = ?1 ORDER BY event.moment",
                                           path, static_cast<std::int64_t>(moment)));
  while (true) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) return steps;
    const std::optional<Digest> before = rows.digest(1);
    const std::optional<Digest> after = rows.digest(2);
    if (!before || !after) continue;
    OwnStep step{.moment = static_cast<Moment>(rows.number(0)), .before = *before, .after = *after};
    if (std::optional<LineMap> lines = decode_map(rows.blob(3))) step.lines = std::make_shared<LineMap>(*std::move(lines));
    steps.push_back(std::move(step));
  }
}

Answer<std::vector<StepBack>> HistoryTable::steps_back(std::string_view path, Moment before, std::size_t limit) {
  constexpr std::size_t most_bytes = 4UL << 20U;
  std::size_t bytes = 0;
  std::vector<StepBack> steps;
  KEDGE_TRY(sql::Rows rows, database_.rows("SELECT event.moment, b.digest, a.digest, backward FROM path"
                                           " CROSS JOIN event ON event.path = path.id AND event.moment < ?2"
                                           " CROSS JOIN change ON change.record = event.moment AND change.path = path.id"
                                           " AND change.after = event.version AND destination IS NULL AND withheld = ''"
                                           " JOIN version AS b ON b.id = change.before JOIN version AS a ON a.id = change.after"
                                           " WHERE path.name = ?1 ORDER BY event.moment DESC LIMIT ?3",
                                           path, static_cast<std::int64_t>(before), static_cast<std::int64_t>(limit)));
  while (bytes <= most_bytes) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) break;
    const std::optional<Digest> met = rows.digest(1);
    const std::optional<Digest> left = rows.digest(2);
    const std::string_view backward = rows.blob(3);
    bytes += backward.size();
    std::optional<ChangeSet> inverse = decode_changes(backward);
    if (!met || !left || !inverse) continue;
    steps.push_back(
        {.moment = static_cast<Moment>(rows.number(0)), .after = *left, .before = *met, .inverse = *std::move(inverse)});
  }
  return steps;
}

Answer<void> HistoryTable::remove(Moment moment) {
  const auto at = static_cast<std::int64_t>(moment);
  KEDGE_TRY(const auto size,
            database_.number("SELECT sum(length(forward) + length(backward) + length(ifnull(attributes, ''))) FROM change"
                             " WHERE record = ?",
                             at));
  KEDGE_DO(database_.run("DELETE FROM change WHERE record = ?", at));
  KEDGE_DO(database_.run("DELETE FROM record WHERE moment = ?", at));
  return versions_.count(-size.value_or(0));
}

Answer<std::vector<ChainStep>> HistoryTable::steps_from(VersionId version, Directions directions) {
  std::vector<ChainStep> steps;
  const auto collect = [&](sql::Rows rows, bool forward) -> Answer<void> {
    while (true) {
      KEDGE_TRY(const bool more, rows.next());
      if (!more) return {};
      steps.push_back({.from = version, .to = rows.number(1), .change = rows.number(0), .forward = forward});
    }
  };
  KEDGE_TRY(
      sql::Rows made,
      database_.rows("SELECT id, ifnull(after, 0) FROM change WHERE before = ? AND withheld = '' ORDER BY id DESC", version));
  KEDGE_DO(collect(std::move(made), true));
  if (directions == Directions::as_made) return steps;
  KEDGE_TRY(
      sql::Rows back,
      database_.rows("SELECT id, ifnull(before, 0) FROM change WHERE after = ? AND withheld = '' ORDER BY id DESC", version));
  KEDGE_DO(collect(std::move(back), false));
  return steps;
}

Answer<std::optional<ChangeSet>> HistoryTable::changes_of(const ChainStep& step) {
  KEDGE_TRY(sql::Rows rows, database_.rows("SELECT iif(?2, forward, backward) FROM change WHERE id = ?1", step.change,
                                           std::int64_t{step.forward}));
  KEDGE_TRY(const bool found, rows.next());
  return found ? decode_changes(rows.blob(0)) : std::nullopt;
}

}  // namespace kedge
