// What happened to the files, and which lines of them each session has been shown, as rows.
#pragma once

#include "store/version_table.hpp"

namespace kedge {

// One call of Store::show().
struct Shown {
  std::string session;
  std::string path;
  Digest version{};
  LineSet lines;
  EventKind kind = EventKind::shown;
  std::int64_t time = 0;
  LineSet numbered = {};
  LineSet cut = {};

  // As a showing that is added to others.
  Showing rows() const;
};

// A version that nobody here had known is somebody else's work, unless it is where kedge met the file for the first time.
inline bool is_foreign(bool version_known, bool path_known) { return !version_known && path_known; }

class LogTable {
 public:
  explicit LogTable(sql::Database& database) : database_(database), versions_(database) {}

  // The newest moment that was ever given; 0 at the beginning.
  sql::Answer<Moment> top();
  sql::Answer<Moment> begin_moment(std::int64_t time, std::string_view session);
  sql::Answer<void> note(Moment moment, const VersionRow& version, EventKind kind);
  // The version is on disk; notes it as foreign if it is.
  sql::Answer<void> meet(const VersionRow& version, std::int64_t time);
  sql::Answer<void> show(const Shown& shown);

  // The last shown first, no more than `limit`.
  sql::Answer<std::vector<Showing>> last_shown(std::string_view session, std::string_view path, std::size_t limit);
  // `last` is 0 if nothing of it was.
  sql::Answer<Showing> shown_of(std::string_view session, std::string_view path, const Digest& version);
  sql::Answer<Showing> shown_to_any(std::string_view path, const Digest& version);
  // Oldest first.
  sql::Answer<std::vector<Event>> events(std::string_view path);

 private:
  sql::Database& database_;
  VersionTable versions_;
};

}  // namespace kedge
