#include "store/log_table.hpp"

#include <algorithm>

#include "store/change_codec.hpp"

namespace kedge {

using sql::Answer;

namespace {

// The columns of a showing, in the order in which showing_in() reads them, after one column of the caller's.
#define KEDGE_SHOWING "lines, showing.last, numbered, read, refused, cut"

constexpr const char* shown_of_version =
    "SELECT NULL, " KEDGE_SHOWING
    " FROM path JOIN version ON version.path = path.id JOIN showing ON showing.path = path.id"
    " AND showing.session = ? AND showing.version = version.id WHERE name = ? AND digest = ?";
constexpr const char* shown_after_moment =
    "SELECT digest, " KEDGE_SHOWING
    " FROM path JOIN showing INDEXED BY showing_last ON showing.path = path.id AND session = ?"
    " JOIN version ON version.id = showing.version WHERE name = ? AND showing.last > ?";
constexpr const char* read_after_moment =
    "SELECT digest, event.moment FROM path JOIN event ON event.path = path.id AND event.moment > ?3 AND kind = 0"
    " JOIN log ON log.moment = event.moment AND session = ?1"
    " JOIN version ON version.id = event.version WHERE name = ?2 ORDER BY event.moment";

// From the columns after the first. What is damaged was not shown: the caller reads it again.
std::optional<Showing> showing_in(sql::Rows& rows, const Digest& version) {
  std::optional<LineSet> lines = decode_lines(rows.blob(1));
  if (!lines) return std::nullopt;
  const auto set = [&](int column) { return decode_lines(rows.blob(column)).value_or(LineSet()); };
  return Showing{version, *std::move(lines), static_cast<Moment>(rows.number(2)), set(3), set(4), set(5), set(6)};
}

}  // namespace

Showing Shown::rows() const {
  return {.version = version,
          .lines = lines,
          .numbered = numbered,
          .read = kind == EventKind::shown ? lines : sent,
          .refused = kind == EventKind::refused ? lines : LineSet(),
          .cut = cut};
}

Answer<Moment> LogTable::top() {
  KEDGE_TRY(const auto top, database_.number("SELECT seq FROM sqlite_sequence WHERE name = 'log'"));
  return static_cast<Moment>(top.value_or(0));
}

Answer<Moment> LogTable::begin_moment(std::int64_t time, std::string_view session) {
  KEDGE_DO(database_.run("INSERT INTO log(time, session) VALUES(?, ?)", time, session));
  return static_cast<Moment>(database_.last_row_id());
}

Answer<void> LogTable::note(Moment moment, const VersionRow& version, EventKind kind) {
  KEDGE_DO(versions_.note(version.id, moment));
  return add_event(moment, version, kind);
}

Answer<VersionRow> LogTable::make(Moment moment, std::string_view path, const Digest& version, EventKind kind,
                                  std::optional<TagNumber> tag) {
  KEDGE_TRY(const VersionRow made, versions_.make(path, version, moment, tag));
  KEDGE_DO(add_event(moment, made, kind));
  return made;
}

Answer<void> LogTable::add_event(Moment moment, const VersionRow& version, EventKind kind) {
  return database_.run("INSERT OR IGNORE INTO event VALUES(?, ?, ?, ?)", version.path, static_cast<std::int64_t>(moment),
                       version.id, static_cast<std::int64_t>(kind));
}

Answer<void> LogTable::meet(const VersionRow& version, std::int64_t time) {
  if (version.known) return {};
  KEDGE_TRY(const bool path_known, versions_.is_known(version.path));
  if (!is_foreign(version.known, path_known)) return versions_.note(version.id, 0);
  KEDGE_TRY(const Moment moment, begin_moment(time, ""));
  return note(moment, version, EventKind::foreign);
}

Answer<Showing> LogTable::show(const Shown& shown) {
  KEDGE_TRY(const VersionRow version, versions_.find_or_add(shown.path, shown.version));
  KEDGE_DO(meet(version, shown.time));
  KEDGE_TRY(const Moment moment, begin_moment(shown.time, shown.session));
  Showing all = shown.rows();
  all.last = moment;
  // When it was made a moment ago, it was noted then.
  const bool is_first = known_ != nullptr && known_->take_made(version.id);
  KEDGE_DO(is_first ? add_event(moment, version, shown.kind) : note(moment, version, shown.kind));
  if (version.known && !is_first) {
    KEDGE_TRY(const Showing before, shown_of(shown.session, shown.path, shown.version));
    add_rows(all, before);
  }
  const std::string lines = encode(all.lines);
  const std::string numbered = encode(all.numbered);
  const std::string read = encode(all.read);
  const std::string refused = encode(all.refused);
  const std::string cut = encode(all.cut);
  KEDGE_DO(database_.run("REPLACE INTO showing VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", version.path, shown.session, version.id,
                         static_cast<std::int64_t>(moment), sql::Blob{lines}, sql::Blob{numbered}, sql::Blob{read},
                         sql::Blob{refused}, sql::Blob{cut}));
  return all;
}

Answer<std::vector<Showing>> LogTable::last_shown(std::string_view session, std::string_view path, std::size_t limit) {
  std::vector<Showing> all;
  KEDGE_TRY(sql::Rows rows,
            database_.rows("SELECT digest, " KEDGE_SHOWING
                           " FROM path JOIN showing INDEXED BY showing_last ON showing.path = path.id AND session = ?"
                           " JOIN version ON version.id = showing.version WHERE name = ? ORDER BY showing.last DESC",
                           session, path));
  while (all.size() < limit) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) break;
    const std::optional<Digest> version = rows.digest(0);
    if (!version) continue;
    std::optional<Showing> showing = showing_in(rows, *version);
    if (showing) all.push_back(*std::move(showing));
  }
  return all;
}

Answer<Showing> LogTable::shown_of(std::string_view session, std::string_view path, const Digest& version) {
  Showing showing{.version = version, .lines = {}};
  KEDGE_TRY(sql::Rows rows, database_.rows(shown_of_version, session, path, version));
  KEDGE_TRY(const bool found, rows.next());
  if (found) showing = showing_in(rows, version).value_or(std::move(showing));
  return showing;
}

void LogTable::expect_shown(std::string_view session, std::string_view path, const Digest& version) {
  database_.expect(shown_of_version, session, path, version);
}

void LogTable::foresee_shown(std::string_view session, std::string_view path, const Digest& version) {
  database_.foresee(shown_of_version, session, path, version);
}

void LogTable::foresee_since(std::string_view session, std::string_view path, Moment moment) {
  database_.foresee(read_after_moment, session, path, static_cast<std::int64_t>(moment));
  database_.foresee(shown_after_moment, session, path, static_cast<std::int64_t>(moment));
}

Answer<Showing> LogTable::shown_to_any(std::string_view path, const Digest& version) {
  Showing all{.version = version, .lines = {}};
  KEDGE_TRY(const std::optional<VersionRow> row, versions_.find(path, version));
  if (!row) return all;
  KEDGE_TRY(sql::Rows rows,
            database_.rows("SELECT NULL, " KEDGE_SHOWING " FROM showing WHERE path = ? AND version = ? AND session != ?",
                           row->path, row->id, session_of_converting));
  while (true) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) return all;
    const std::optional<Showing> showing = showing_in(rows, version);
    if (!showing) continue;
    add_rows(all, *showing);
    all.last = std::max(all.last, showing->last);
  }
}

Answer<std::vector<Digest>> LogTable::versions_shown_to_any(std::string_view path, std::size_t limit) {
  std::vector<Digest> all;
  KEDGE_TRY(sql::Rows rows, database_.rows("SELECT digest FROM path JOIN showing ON showing.path = path.id"
                                           " JOIN version ON version.id = showing.version WHERE name = ? AND session != ?"
                                           " GROUP BY version.id ORDER BY MAX(showing.last) DESC LIMIT ?",
                                           path, session_of_converting, static_cast<std::int64_t>(limit)));
  while (true) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) return all;
    if (const std::optional<Digest> version = rows.digest(0)) all.push_back(*version);
  }
}

Answer<std::vector<Showing>> LogTable::shown_since(std::string_view session, std::string_view path, Moment moment) {
  std::vector<Showing> all;
  KEDGE_TRY(sql::Rows rows, database_.rows(shown_after_moment, session, path, static_cast<std::int64_t>(moment)));
  while (true) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) return all;
    const std::optional<Digest> version = rows.digest(0);
    std::optional<Showing> showing = version ? showing_in(rows, *version) : std::nullopt;
    if (showing) all.push_back(*std::move(showing));
  }
}

Answer<std::map<Digest, Moment>> LogTable::read_since(std::string_view session, std::string_view path, Moment moment) {
  std::map<Digest, Moment> all;
  KEDGE_TRY(sql::Rows rows, database_.rows(read_after_moment, session, path, static_cast<std::int64_t>(moment)));
  while (true) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) return all;
    if (const std::optional<Digest> version = rows.digest(0)) all[*version] = static_cast<Moment>(rows.number(1));
  }
}

Answer<std::vector<Event>> LogTable::events(std::string_view path, Moment moment) {
  std::vector<Event> all;
  KEDGE_TRY(sql::Rows rows, database_.rows("SELECT event.moment, time, kind, session, digest FROM path"
                                           " JOIN event ON event.path = path.id JOIN log ON log.moment = event.moment"
                                           " JOIN version ON version.id = event.version"
                                           " WHERE name = ? AND event.moment > ? ORDER BY event.moment",
                                           path, static_cast<std::int64_t>(moment)));
  while (true) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) return all;
    const std::int64_t kind = rows.number(2);
    const std::optional<Digest> version = rows.digest(4);
    if (kind < 0 || kind > static_cast<std::int64_t>(EventKind::refused) || !version) continue;
    all.push_back({static_cast<Moment>(rows.number(0)), rows.number(1), static_cast<EventKind>(kind), std::string(rows.text(3)),
                   *version});
  }
}

#undef KEDGE_SHOWING

}  // namespace kedge
