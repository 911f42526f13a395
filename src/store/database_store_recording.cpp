// The part of the store that records changes: several at once, if they wait for each other.
#include <algorithm>

#include "store/database_store.hpp"
#include "store/version_table.hpp"

namespace kedge {
namespace {

using sql::Answer;

Shown answered_by(const Record& record, const AnsweredRows& rows) {
  return {record.session, rows.path, rows.version, rows.lines, EventKind::answered, record.time, rows.numbered, {}, rows.sent};
}

bool is_withheld(const RecordedFile& file) { return !file.withheld.empty(); }

void expect_versions(sql::Database& database, const Record& record) {
  for (const RecordedFile& file : record.files) {
    for (const std::optional<Digest>& version : {file.before, file.after}) {
      if (version) VersionTable(database).expect(file.path, *version);
    }
  }
}

}  // namespace

void DatabaseStore::note_secrets(Record& record) {
  now_ = std::max(now_, record.time);
  for (RecordedFile& file : record.files) file.withheld = secrets_.in(file).value_or("");
  const auto displaces_a_secret = [](const RecordedFile& file) { return is_withheld(file) && file.before; };
  if (std::ranges::any_of(record.files, displaces_a_secret)) last_secret_ = record.time;
}

Answer<RecordName> DatabaseStore::record_one(sql::Database& database, const Record& record, ClaimedTags& claimed) {
  KEDGE_TRY(RecordName added,
            HistoryTable(database, &known_rows_)
                .add(record, gives_tags_ ? HistoryTable::NewVersions::with_tags : HistoryTable::NewVersions::without_tags));
  expect_versions(database, record);  // again, since there is a new one
  const std::span<const AnsweredRows> named =
      database.is_far() || gives_tags_ ? std::span(record.answered) : std::span<const AnsweredRows>();
  for (const AnsweredRows& rows : named) {
    VersionTable(database).expect_tag(rows.path, rows.version);
    LogTable(database).expect_shown(record.session, rows.path, rows.version);
  }
  for (const RecordedFile& file : record.files) {
    if (!file.before) continue;
    KEDGE_DO(keep_if_known(database, {file.path, *file.before}));
    if (file.after && file.destination.empty() && !is_withheld(file)) near_.step(file.path, *file.before, *file.after);
  }
  // Only now: a version that is shown before its writer is recorded is taken for somebody else's.
  for (const AnsweredRows& rows : named) {
    TagNumber& tag = claimed[VersionName(rows.path, rows.version)];
    if (const std::optional<TagNumber> known = known_rows_.tag(rows.path, rows.version)) {
      tag = *known;
    } else {
      KEDGE_TRY(tag, claim_tag(database, rows.path, rows.version));
    }
  }
  for (const AnsweredRows& rows : record.answered) KEDGE_DO(write_shown(database, answered_by(record, rows)));
  return added;
}

Result<Record> DatabaseStore::record(Record record) {
  std::vector<Record> one;
  one.push_back(std::move(record));
  return std::move(record_all(std::move(one)).front());
}

std::vector<Result<Record>> DatabaseStore::record_all(std::vector<Record> records) {
  for (Record& record : records) note_secrets(record);
  const sql::Sync sync = std::ranges::any_of(records, &Record::durable) ? sql::Sync::at_commit : sql::Sync::later;
  expect_waiting();
  expect([&](sql::Database& database) {
    for (const Record& record : records) expect_versions(database, record);
  });
  ClaimedTags claimed;
  Answer<std::vector<RecordName>> done = write(sync, [&](sql::Database& database) -> Answer<std::vector<RecordName>> {
    claimed.clear();
    KEDGE_DO(write_waiting(database));
    std::vector<RecordName> all;
    for (const Record& record : records) {
      KEDGE_TRY(RecordName added, record_one(database, record, claimed));
      all.push_back(std::move(added));
    }
    return all;
  });
  std::vector<Result<Record>> results;
  if (!done && records.size() > 1 && done.error().kind == sql::Failure::Kind::other) {
    // What is wrong with one of them is not wrong with the others. A full disk, or a server that is away, is.
    for (Record& record : records) results.push_back(this->record(std::move(record)));
    return results;
  }
  if (!done) {
    for (const Record& record : records) {
      for (const AnsweredRows& rows : record.answered) waiting_.push_back(answered_by(record, rows));
      results.emplace_back(std::unexpected(asking_.keeper().refusal(done.error())));
    }
    return results;
  }
  forget_rows_of_others();
  claimed_tags_ = std::move(claimed);
  forget_written();
  checkpoint_beyond(log_bytes_at_work);
  for (std::size_t i = 0; i < records.size(); ++i) {
    Record& record = records[i];
    record.id = std::move((*done)[i].id);
    record.moment = (*done)[i].moment;
    record.undone = false;
    if (std::ranges::any_of(record.files, is_withheld)) {
      std::vector<RecordedFile>& files = withheld_.emplace(record.id, record.files).first->second;
      for (RecordedFile& file : files) file.withheld.clear();
    }
    results.emplace_back(std::move(record));
  }
  return results;
}

}  // namespace kedge
