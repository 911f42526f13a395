#include "store/schema.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "error/error.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::int64_t our_application = 0x6b656467;  // "kedg"
constexpr std::int64_t our_version = 8;

// about    one row. `salt` is part of every id, so that a new database never repeats one; `bytes` is what the limits count.
// version  one version of one path. `last` is when it was last shown or made; null: only its tag is known. `size` is null
//          unless its bytes are in `content`. Rows stay forever, because tags do.
// log      numbers the moments.
// event    what happened at a moment to the versions of a path.
// showing  which lines of a version a session was shown: all of them, and of these, the ones with numbers, from a read, from a
//          refusal, and those that were cut.
// record   an applied call; `reviewed`: a person has said that they have seen it.
// change   what a record did to one file: an edge between two versions, of which either may be missing. The executable bit is
//          null if it does not matter. `attributes` are those of a deleted file, `folders` how many were made for the new name,
//          `withheld` the kind of secret because of which the edits are not kept, `lines` where the lines went (empty:
//          unknown).
constexpr const char* tables = R"(
CREATE TABLE about(salt TEXT NOT NULL, bytes INTEGER NOT NULL, swept INTEGER NOT NULL) STRICT;
CREATE TABLE path(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE version(
  id INTEGER PRIMARY KEY, path INTEGER NOT NULL, digest BLOB NOT NULL, tag INTEGER, last INTEGER, size INTEGER,
  UNIQUE(path, digest), UNIQUE(path, tag)) STRICT;
CREATE INDEX version_kept ON version(last) WHERE size IS NOT NULL;
CREATE TABLE content(version INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE log(moment INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, session TEXT NOT NULL) STRICT;
CREATE TABLE event(
  path INTEGER NOT NULL, moment INTEGER NOT NULL, version INTEGER NOT NULL, kind INTEGER NOT NULL,
  PRIMARY KEY(path, moment, version)) STRICT, WITHOUT ROWID;
CREATE TABLE showing(
  path INTEGER NOT NULL, session TEXT NOT NULL, version INTEGER NOT NULL, last INTEGER NOT NULL, lines BLOB NOT NULL,
  numbered BLOB NOT NULL, read BLOB NOT NULL, refused BLOB NOT NULL, cut BLOB NOT NULL,
  PRIMARY KEY(path, session, version)) STRICT, WITHOUT ROWID;
CREATE INDEX showing_last ON showing(path, session, last);
CREATE TABLE record(
  moment INTEGER PRIMARY KEY, kind INTEGER NOT NULL, summary TEXT NOT NULL, call BLOB NOT NULL, takes_back TEXT NOT NULL,
  undone INTEGER NOT NULL, client TEXT NOT NULL DEFAULT '', reviewed INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX record_call ON record(call);
CREATE TABLE change(
  id INTEGER PRIMARY KEY, record INTEGER NOT NULL, path INTEGER NOT NULL, destination INTEGER, before INTEGER, after INTEGER,
  forward BLOB NOT NULL, backward BLOB NOT NULL, executable_before INTEGER, executable_after INTEGER,
  attributes TEXT, folders INTEGER NOT NULL DEFAULT 0, withheld TEXT NOT NULL DEFAULT '',
  lines BLOB NOT NULL DEFAULT x'') STRICT;
CREATE INDEX change_record ON change(record);
CREATE INDEX change_before ON change(before) WHERE before IS NOT NULL;
CREATE INDEX change_after ON change(after) WHERE after IS NOT NULL;
INSERT INTO about VALUES(lower(hex(randomblob(2))), 0, 0);
PRAGMA application_id = 0x6b656467;
PRAGMA user_version = 8;
)";

// From version 1. Which numbers had been shown is not known: rows are shown again where it matters.
constexpr const char* from_version_1 = R"(
ALTER TABLE showing ADD COLUMN numbered BLOB NOT NULL DEFAULT x'';
PRAGMA user_version = 2;
)";

constexpr const char* from_version_2 = R"(
ALTER TABLE change ADD COLUMN executable_before INTEGER;
ALTER TABLE change ADD COLUMN executable_after INTEGER;
PRAGMA user_version = 3;
)";

constexpr const char* from_version_3 = R"(
CREATE INDEX showing_last ON showing(path, session, last);
PRAGMA user_version = 4;
)";

// Did not distinguish lines that were read from lines in answers: all counted as read.
constexpr const char* from_version_4 = R"(
ALTER TABLE showing ADD COLUMN read BLOB NOT NULL DEFAULT x'';
ALTER TABLE showing ADD COLUMN refused BLOB NOT NULL DEFAULT x'';
ALTER TABLE showing ADD COLUMN cut BLOB NOT NULL DEFAULT x'';
UPDATE showing SET read = lines;
PRAGMA user_version = 5;
)";

constexpr const char* from_version_5 = R"(
ALTER TABLE change ADD COLUMN attributes TEXT;
ALTER TABLE change ADD COLUMN folders INTEGER NOT NULL DEFAULT 0;
ALTER TABLE change ADD COLUMN withheld TEXT NOT NULL DEFAULT '';
PRAGMA user_version = 6;
)";

constexpr const char* from_version_6 = R"(
ALTER TABLE change ADD COLUMN lines BLOB NOT NULL DEFAULT x'';
PRAGMA user_version = 7;
)";

constexpr const char* from_version_7 = R"(
ALTER TABLE record ADD COLUMN client TEXT NOT NULL DEFAULT '';
ALTER TABLE record ADD COLUMN reviewed INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version = 8;
)";

// One flipped bit in the text of a table can rename a column, and nothing else would notice.
constexpr std::array<const char*, 9> all_columns{
    "SELECT salt, bytes, swept FROM about",
    "SELECT id, name FROM path",
    "SELECT id, path, digest, tag, last, size FROM version",
    "SELECT version, bytes FROM content",
    "SELECT moment, time, session FROM log",
    "SELECT path, moment, version, kind FROM event",
    "SELECT path, session, version, last, lines, numbered, read, refused, cut FROM showing",
    "SELECT moment, kind, summary, call, takes_back, undone, client, reviewed FROM record",
    "SELECT id, record, path, destination, before, after, forward, backward, executable_before, executable_after, attributes,"
    " folders, withheld, lines FROM change",
};

// Whether all tables were made by exactly the statements of this version. Earlier versions had others. One question instead
// of one for each table, which would be most of what opening costs.
sql::Answer<bool> are_as_made(sql::Database& database) {
  KEDGE_TRY(sql::Rows rows, database.rows("SELECT sql FROM sqlite_schema WHERE type = 'table'"));
  for (std::size_t known = 0;;) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) return known == all_columns.size();
    if (std::string_view(tables).contains(concat(rows.text(0), ";\n"))) ++known;
  }
}

bool are_whole(sql::Database& database) {
  if (!database.is_far()) {
    if (const sql::Answer<bool> as_made = are_as_made(database); as_made && *as_made) return true;
  }
  return std::ranges::all_of(all_columns, [&](const char* sql) { return database.rows(sql).has_value(); });
}

}  // namespace

sql::Answer<SchemaFound> schema_of(sql::Database& database) {
  KEDGE_TRY(const std::optional<std::int64_t> application, database.number("PRAGMA application_id"));
  KEDGE_TRY(const std::optional<std::int64_t> version, database.number("PRAGMA user_version"));
  if (application == our_application) {
    if (version == our_version) {
      return are_whole(database) ? SchemaFound::ours : SchemaFound::damaged;
    }
    return version >= 1 && version < our_version ? SchemaFound::older : SchemaFound::newer;
  }
  KEDGE_TRY(const std::optional<std::int64_t> anything, database.number("SELECT 1 FROM sqlite_schema LIMIT 1"));
  return application == 0 && version == 0 && !anything ? SchemaFound::none : SchemaFound::foreign;
}

sql::Answer<void> check_schema(sql::Database& database) {
  if (database.is_far()) return {};  // it looks itself when a transaction begins
  KEDGE_TRY(const std::optional<std::int64_t> version, database.number("PRAGMA user_version"));
  if (version == our_version) return {};
  return std::unexpected(sql::Failure{sql::Failure::Kind::outdated, "another version of kedge has changed them"});
}

sql::Answer<void> make_schema(sql::Database& database) {
  KEDGE_TRY(const SchemaFound found, schema_of(database));
  if (found == SchemaFound::older) {
    KEDGE_TRY(const std::optional<std::int64_t> version, database.number("PRAGMA user_version"));
    if (version == 1) KEDGE_DO(database.run_all(from_version_1));
    if (version <= 2) KEDGE_DO(database.run_all(from_version_2));
    if (version <= 3) KEDGE_DO(database.run_all(from_version_3));
    if (version <= 4) KEDGE_DO(database.run_all(from_version_4));
    if (version <= 5) KEDGE_DO(database.run_all(from_version_5));
    if (version <= 6) KEDGE_DO(database.run_all(from_version_6));
    return database.run_all(from_version_7);
  }
  if (found != SchemaFound::none) return {};  // another process was quicker
  return database.run_all(tables);
}

}  // namespace kedge
