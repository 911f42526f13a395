#include "store/version_table.hpp"

#include "error/error.hpp"

namespace kedge {

using sql::Answer;

namespace {

constexpr const char* id_of_path = "SELECT id FROM path WHERE name = ?";
constexpr const char* row_of_version =
    "SELECT version.id, path.id, last IS NOT NULL, size IS NOT NULL FROM path"
    " JOIN version ON version.path = path.id WHERE name = ? AND digest = ?";
constexpr const char* tag_of_version =
    "SELECT tag FROM path JOIN version ON version.path = path.id WHERE name = ? AND digest = ?";
constexpr const char* labelled_version =
    "SELECT digest FROM path JOIN version ON version.path = path.id WHERE name = ? AND tag = ?";
constexpr const char* any_with_tag = "SELECT 1 FROM path JOIN version ON version.path = path.id WHERE name = ? AND tag = ?";

}  // namespace

void VersionTable::expect(std::string_view path, const Digest& digest) {
  database_.expect(row_of_version, path, digest);
  database_.expect(id_of_path, path);
}

void VersionTable::expect_tag(std::string_view path, const Digest& digest) {
  expect(path, digest);
  database_.expect(tag_of_version, path, digest);
  (void)free_tag(digest, [&](TagNumber first) {
    database_.expect(any_with_tag, path, std::int64_t{first});
    return false;
  });
}

void VersionTable::foresee_label(std::string_view path, TagNumber tag) {
  database_.foresee(labelled_version, path, std::int64_t{tag});
}

Answer<std::optional<PathId>> VersionTable::find_path(std::string_view path) { return database_.number(id_of_path, path); }

Answer<PathId> VersionTable::find_or_add_path(std::string_view path) {
  if (const std::optional<PathId> known = known_ != nullptr ? known_->path(path) : std::nullopt) return *known;
  KEDGE_TRY(std::optional<PathId> id, find_path(path));
  if (!id) {
    KEDGE_DO(database_.run("INSERT INTO path(name) VALUES(?)", path));
    id = database_.last_row_id();
  }
  if (known_ != nullptr) known_->note_path(path, *id);
  return *id;
}

Answer<bool> VersionTable::is_known(PathId path) {
  KEDGE_TRY(const auto any, database_.number("SELECT 1 FROM version WHERE path = ? AND last IS NOT NULL LIMIT 1", path));
  return any.has_value();
}

Answer<std::optional<VersionRow>> VersionTable::find(std::string_view path, const Digest& digest) {
  KEDGE_TRY(sql::Rows rows, database_.rows(row_of_version, path, digest));
  KEDGE_TRY(const bool found, rows.next());
  if (!found) return std::optional<VersionRow>();
  return VersionRow{rows.number(0), rows.number(1), rows.number(2) != 0, rows.number(3) != 0};
}

Answer<VersionRow> VersionTable::find_or_add(std::string_view path, const Digest& digest) {
  if (const std::optional<VersionRow> known = known_ != nullptr ? known_->version(path, digest) : std::nullopt) return *known;
  KEDGE_TRY(const std::optional<VersionRow> found, find(path, digest));
  if (found) return *found;
  KEDGE_TRY(const PathId path_id, find_or_add_path(path));
  KEDGE_DO(database_.run("INSERT INTO version(path, digest) VALUES(?, ?)", path_id, digest));
  return VersionRow{.id = database_.last_row_id(), .path = path_id};
}

// Nearly always it is new, and then one statement is enough.
Answer<VersionRow> VersionTable::make(std::string_view path, const Digest& digest, Moment moment,
                                      std::optional<TagNumber> tag) {
  if (known_ != nullptr && !database_.is_far()) {
    KEDGE_TRY(const PathId path_id, find_or_add_path(path));
    KEDGE_DO(database_.run("INSERT OR IGNORE INTO version(path, digest, tag, last) VALUES(?, ?, ?, ?)", path_id, digest,
                           tag ? std::optional<std::int64_t>(*tag) : std::nullopt, static_cast<std::int64_t>(moment)));
    if (database_.changed_rows() == 1) {
      const VersionRow made{.id = database_.last_row_id(), .path = path_id, .known = true};
      known_->note_version(path, digest, made, tag);
      known_->note_made(made.id);
      return made;
    }
  }
  KEDGE_TRY(VersionRow row, find_or_add(path, digest));
  KEDGE_DO(note(row.id, moment));
  row.known = true;
  if (known_ != nullptr) known_->note_version(path, digest, row, std::nullopt);
  return row;
}

Answer<std::optional<VersionName>> VersionTable::name_of(VersionId version) {
  KEDGE_TRY(
      sql::Rows rows,
      database_.rows("SELECT name, digest FROM version JOIN path ON path.id = version.path WHERE version.id = ?", version));
  KEDGE_TRY(const bool found, rows.next());
  const std::optional<Digest> digest = found ? rows.digest(1) : std::nullopt;
  if (!digest) return std::optional<VersionName>();
  return VersionName{std::string(rows.text(0)), *digest};
}

Answer<void> VersionTable::note(VersionId version, Moment moment) {
  return database_.run("UPDATE version SET last = max(ifnull(last, 0), ?2) WHERE id = ?1", version,
                       static_cast<std::int64_t>(moment));
}

Answer<std::optional<TagNumber>> VersionTable::tag(std::string_view path, const Digest& digest) {
  KEDGE_TRY(const auto tag, database_.number(tag_of_version, path, digest));
  if (!tag) return std::optional<TagNumber>();
  return static_cast<TagNumber>(*tag);
}

Answer<std::optional<Digest>> VersionTable::labelled(std::string_view path, TagNumber tag) {
  KEDGE_TRY(sql::Rows rows, database_.rows(labelled_version, path, std::int64_t{tag}));
  KEDGE_TRY(const bool found, rows.next());
  return found ? rows.digest(0) : std::nullopt;
}

Answer<bool> VersionTable::is_label(std::string_view path, TagNumber tag) {
  KEDGE_TRY(const auto taken, database_.number(any_with_tag, path, std::int64_t{tag}));
  return taken.has_value();
}

Answer<void> VersionTable::set_tag(VersionId version, TagNumber tag) {
  return database_.run("UPDATE version SET tag = ?2 WHERE id = ?1", version, std::int64_t{tag});
}

Answer<bool> VersionTable::is_kept(VersionId version) {
  KEDGE_TRY(const auto size, database_.number("SELECT size FROM version WHERE id = ?", version));
  return size.has_value();
}

Answer<std::optional<Text>> VersionTable::bytes(VersionId version) {
  KEDGE_TRY(sql::Rows rows, database_.rows("SELECT bytes, digest FROM content JOIN version ON version.id = content.version"
                                           " WHERE content.version = ?",
                                           version));
  KEDGE_TRY(const bool found, rows.next());
  if (!found || sha256(rows.blob(0)) != rows.digest(1)) return std::optional<Text>();
  return Text(std::string(rows.blob(0)));
}

Answer<void> VersionTable::keep(VersionId version, const Text& text) {
  KEDGE_TRY(const bool kept, is_kept(version));
  if (kept) return {};
  KEDGE_DO(database_.run("REPLACE INTO content VALUES(?, ?)", version, sql::Blob{text.bytes()}));
  const auto size = static_cast<std::int64_t>(text.size());
  KEDGE_DO(database_.run("UPDATE version SET size = ?2 WHERE id = ?1", version, size));
  return count(size);
}

Answer<void> VersionTable::drop(VersionId version) {
  KEDGE_TRY(const auto size, database_.number("SELECT size FROM version WHERE id = ?", version));
  KEDGE_DO(database_.run("DELETE FROM content WHERE version = ?", version));
  KEDGE_DO(database_.run("UPDATE version SET size = NULL WHERE id = ?", version));
  return count(-size.value_or(0));
}

Answer<void> VersionTable::count(std::int64_t bytes) {
  if (bytes == 0) return {};
  // There is one row. Where SQLite is told which, it need not be able to take back a part of the statement.
  return database_.run("UPDATE about SET bytes = bytes + ? WHERE rowid = 1", bytes);
}

}  // namespace kedge
