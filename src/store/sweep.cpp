#include "store/sweep.hpp"

#include <utility>

#include "store/version_texts.hpp"

namespace kedge {
namespace {

using sql::Answer;

// Looking for what is too old this often is enough.
constexpr std::int64_t looks_in_an_age = 64;

struct Oldest {
  std::int64_t id = 0;
  Moment moment = 0;
};

constexpr const char* what_there_is =
    "SELECT swept, bytes, (SELECT min(moment) FROM log), (SELECT max(moment) FROM log) FROM about";

class Sweep {
 public:
  explicit Sweep(sql::Database& database) : database_(database), versions_(database), history_(database), texts_(database) {}

  Answer<void> by_age(std::int64_t oldest_time) {
    KEDGE_TRY(const auto young,
              database_.number("SELECT moment FROM log WHERE time >= ? ORDER BY moment LIMIT 1", oldest_time));
    return young ? forget_before(*young) : Answer<void>();
  }

  Answer<void> all_older(std::int64_t time) {
    KEDGE_TRY(const auto last_old,
              database_.number("SELECT moment FROM log WHERE time < ? ORDER BY moment DESC LIMIT 1", time));
    return last_old ? forget_before(*last_old + 1) : Answer<void>();
  }

  // Moments are given out one after the other.
  Answer<void> by_count(std::int64_t first, std::int64_t last, std::int64_t most) {
    const std::int64_t slack = most / 16;  // not one by one
    return last - first < most + slack ? Answer<void>() : forget_before(last - most + 1);
  }

  // With all that happened then.
  Answer<void> forget_before(std::int64_t moment) {
    const auto first_young = static_cast<Moment>(moment);
    while (true) {
      KEDGE_TRY(const std::optional<Oldest> kept, oldest_kept());
      if (!kept || kept->moment >= first_young) break;
      KEDGE_DO(let_go(kept->id));
    }
    while (true) {
      KEDGE_TRY(const std::optional<Oldest> record, first_of("SELECT moment, moment FROM record ORDER BY moment LIMIT 1"));
      if (!record || record->moment >= first_young) break;
      KEDGE_DO(history_.remove(record->moment));
    }
    KEDGE_DO(database_.run("DELETE FROM showing WHERE last < ?", moment));
    KEDGE_DO(database_.run("DELETE FROM event WHERE moment < ?", moment));
    return database_.run("DELETE FROM log WHERE moment < ?", moment);
  }

  Answer<void> by_size(std::uint64_t limit) {
    while (true) {
      KEDGE_TRY(const auto bytes, database_.number("SELECT bytes FROM about"));
      if (std::cmp_less_equal(bytes.value_or(0), limit)) return {};
      KEDGE_TRY(const std::optional<Oldest> kept, oldest_kept());
      KEDGE_TRY(const std::optional<Oldest> record, oldest_but_newest_record());
      if (kept && (!record || kept->moment <= record->moment)) {
        KEDGE_DO(let_go(kept->id));
      } else if (record) {
        KEDGE_DO(history_.remove(record->moment));
      } else {
        return {};
      }
    }
  }

 private:
  Answer<std::optional<Oldest>> first_of(const char* sql) {
    KEDGE_TRY(sql::Rows rows, database_.rows(sql));
    KEDGE_TRY(const bool found, rows.next());
    if (!found) return std::optional<Oldest>();
    return Oldest{rows.number(0), static_cast<Moment>(rows.number(1))};
  }
  Answer<std::optional<Oldest>> oldest_kept() {
    return first_of("SELECT id, ifnull(last, 0) FROM version WHERE size IS NOT NULL ORDER BY last LIMIT 1");
  }
  // The newest record can always be undone, however large it is.
  Answer<std::optional<Oldest>> oldest_but_newest_record() {
    return first_of(
        "SELECT moment, moment FROM record WHERE moment < (SELECT max(moment) FROM record) ORDER BY moment LIMIT 1");
  }

  Answer<void> let_go(VersionId version) {
    KEDGE_TRY(
        const auto newest,
        database_.number("SELECT id FROM version WHERE path = (SELECT path FROM version WHERE id = ?) AND last IS NOT NULL"
                         " ORDER BY last DESC LIMIT 1",
                         version));
    KEDGE_TRY(const bool newest_kept, versions_.is_kept(newest.value_or(version)));
    if (newest && !newest_kept) {
      KEDGE_TRY(const std::optional<Text> text, texts_.text(*newest));
      if (text) KEDGE_DO(versions_.keep(*newest, *text));
    }
    return versions_.drop(version);
  }

  sql::Database& database_;
  VersionTable versions_;
  HistoryTable history_;
  VersionTexts texts_;
};

}  // namespace

void expect_sweep(sql::Database& database) { database.expect(what_there_is); }

Answer<void> sweep(sql::Database& database, const StoreLimits& limits, std::int64_t now, std::int64_t most_moments) {
  Sweep sweep(database);
  // One question, because the answer is nearly always that there is nothing to do.
  std::int64_t swept = 0;
  std::int64_t bytes = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
  {
    KEDGE_TRY(sql::Rows rows, database.rows(what_there_is));
    KEDGE_TRY(const bool found, rows.next());
    if (!found) return {};
    swept = rows.number(0);
    bytes = rows.number(1);
    first = rows.number(2);
    last = rows.number(3);
  }
  // If the clock went back, this must not wait until it has caught up.
  if (now < swept || now - swept > limits.age / looks_in_an_age) {
    KEDGE_DO(sweep.by_age(now - limits.age));
    KEDGE_DO(database.run("UPDATE about SET swept = ?", now));
  }
  KEDGE_DO(sweep.by_count(first, last, most_moments));
  return std::cmp_less_equal(bytes, limits.bytes) ? Answer<void>() : sweep.by_size(limits.bytes);
}

Answer<void> forget_older(sql::Database& database, std::int64_t time) { return Sweep(database).all_older(time); }

}  // namespace kedge
