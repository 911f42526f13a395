// The table of applied changes: what `kedge log` lists, what undo reverts, and how versions are connected.
#pragma once

#include "store/log_table.hpp"

namespace kedge {

// What a record is given when it is added.
struct RecordName {
  std::string id;
  Moment moment = 0;
};

class HistoryTable {
 public:
  // For what is known, see VersionTable.
  explicit HistoryTable(sql::Database& database, KnownRows* known = nullptr)
      : database_(database), versions_(database, known), log_(database, known), known_(known) {}

  // Whether new versions should have tags at once, because they will be asked for.
  enum class NewVersions : std::uint8_t { without_tags, with_tags };
  sql::Answer<RecordName> add(const Record& record, NewVersions versions);
  // nullopt if there is none, or what it did is no longer known.
  sql::Answer<std::optional<Record>> find(std::string_view id);
  sql::Answer<std::vector<Record>> newest(std::size_t limit, std::string_view path);
  sql::Answer<std::optional<std::string>> attributes_of(std::string_view id, std::string_view path);
  sql::Answer<std::optional<Record>> last_applied(std::optional<std::string_view> session);
  sql::Answer<std::optional<Record>> same_call(std::optional<std::string_view> session, const Digest& call);
  void foresee_same_call(std::optional<std::string_view> session, const Digest& call);
  // False: there is no such record.
  sql::Answer<bool> mark_reviewed(std::string_view id, bool reviewed);
  sql::Answer<void> remove(Moment moment);

  // What was done to the file after that moment, oldest first.
  sql::Answer<std::vector<OwnStep>> steps_since(std::string_view path, Moment moment);
  // The last of it before that moment, newest first.
  sql::Answer<std::vector<StepBack>> steps_back(std::string_view path, Moment before, std::size_t limit);

  enum class Directions : std::uint8_t { as_made, both };
  sql::Answer<std::vector<ChainStep>> steps_from(VersionId version, Directions directions);
  // What a step does to the bytes; nullopt if the row is gone or damaged.
  sql::Answer<std::optional<ChangeSet>> changes_of(const ChainStep& step);

 private:
  enum class Detail : std::uint8_t { names, edits };

  sql::Answer<std::string> id_of(std::int64_t moment);
  sql::Answer<std::string> salt();
  // The row with that id.
  sql::Answer<std::optional<std::int64_t>> moment_of(std::string_view id);
  sql::Answer<void> add_file(Moment moment, EventKind event, const RecordedFile& file, std::optional<VersionId> before,
                             NewVersions versions);
  sql::Answer<std::optional<Record>> load(std::optional<std::int64_t> moment, Detail detail);
  sql::Answer<std::optional<std::vector<RecordedFile>>> files_of(std::int64_t moment, Detail detail);

  sql::Database& database_;
  VersionTable versions_;
  LogTable log_;
  KnownRows* known_;
};

}  // namespace kedge
