// Rows of the tables that were asked for before: a session that keeps editing a file asks for all of them with every edit, and
// only the newest are new. Rows are never changed without a new moment, so it is enough to read what is later than the last;
// and if nobody else has written anything, what this process has written is all of that.
#pragma once

#include <map>
#include <memory>

#include "store/history_table.hpp"
#include "store/store.hpp"

namespace kedge {

// What one session was shown of the versions of one path.
class RecentShowings {
 public:
  using List = std::vector<std::shared_ptr<const Showing>>;

  // What was shown since the last time. The first time, the newest and all that was read.
  sql::Answer<void> update(sql::Database& database, std::string_view session, std::string_view path);
  // Nobody has written anything since the last update that was not noted here.
  bool is_current(sql::Database& database) const {
    const std::optional<std::uint64_t> changes = database.changes_of_others();
    return changes && changes == changes_of_others_;
  }
  // This process has written it. REQUIRES: is_current() just before that.
  void note(Showing written);
  // What is written of a version; null: that has to be asked. REQUIRES: is_current().
  std::shared_ptr<const Showing> certainly_shown(const Digest& version) const;
  List last_shown_first(const WantedShowings& wanted) const;
  bool read_since(Moment moment) const { return last_reading_ > moment; }
  // What update() is going to ask.
  void foresee(sql::Database& database, std::string_view session, std::string_view path) const {
    if (up_to_ > 0) LogTable(database).foresee_since(session, path, up_to_);
  }

 private:
  void note_reading(const Digest& version, Moment moment);
  std::shared_ptr<const Showing> showing_of(const Digest& version) const;
  void put(Showing showing);
  void drop_old_answers();

  using ByMoment = std::map<Moment, std::shared_ptr<const Showing>, std::greater<>>;
  static void drop_old(ByMoment& showings, std::map<Digest, Moment>& last_shown);

  ByMoment answers_;
  ByMoment readings_;  // that count as such
  std::map<Digest, Moment> last_shown_;
  std::map<Digest, Moment> last_read_;
  Moment last_reading_ = 0;
  Moment up_to_ = 0;
  Moment certain_after_ = 0;                        // somebody may have deleted what was shown until then
  std::optional<std::uint64_t> changes_of_others_;  // at the last update
};

// What kedge did to one path.
class RecentSteps {
 public:
  sql::Answer<std::vector<OwnStep>> since(sql::Database& database, std::string_view path, Moment moment);

 private:
  std::optional<Moment> from_;  // all later ones are known
  std::vector<OwnStep> steps_;
};

// Whether a path was only ever changed by edits.
struct RecentBaseline {
  Moment up_to = 0;
  bool mixed = false;
};

}  // namespace kedge
