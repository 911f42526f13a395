// The tables of what happened to files and which lines each session was shown.
#pragma once

#include <map>

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
  LineSet sent = {};

  // As a Showing that can be added to others.
  Showing rows() const;
};

// An unknown version is somebody else's work, unless this is the first time that kedge sees the file.
inline bool is_foreign(bool version_known, bool path_known) { return !version_known && path_known; }

class LogTable {
 public:
  // For what is known, see VersionTable.
  explicit LogTable(sql::Database& database, KnownRows* known = nullptr)
      : database_(database), versions_(database, known), known_(known) {}

  // The newest moment that was ever used; 0 at the beginning.
  sql::Answer<Moment> top();
  sql::Answer<Moment> begin_moment(std::int64_t time, std::string_view session);
  sql::Answer<void> note(Moment moment, const VersionRow& version, EventKind kind);
  // A version is made.
  sql::Answer<VersionRow> make(Moment moment, std::string_view path, const Digest& version, EventKind kind,
                               std::optional<TagNumber> tag);
  // The version was found on disk; recorded as foreign if it is.
  sql::Answer<void> meet(const VersionRow& version, std::int64_t time);
  // Returns all that the session was shown of the version.
  sql::Answer<Showing> show(const Shown& shown);

  // Last shown first, at most `limit`.
  sql::Answer<std::vector<Showing>> last_shown(std::string_view session, std::string_view path, std::size_t limit);
  // `last` is 0 if none of it was shown.
  sql::Answer<Showing> shown_of(std::string_view session, std::string_view path, const Digest& version);
  sql::Answer<Showing> shown_to_any(std::string_view path, const Digest& version);
  sql::Answer<std::vector<Digest>> versions_shown_to_any(std::string_view path, std::size_t limit);
  // What is going to be asked: see Database.
  void expect_shown(std::string_view session, std::string_view path, const Digest& version);
  void foresee_shown(std::string_view session, std::string_view path, const Digest& version);
  void foresee_since(std::string_view session, std::string_view path, Moment moment);
  // All that were shown after that moment.
  sql::Answer<std::vector<Showing>> shown_since(std::string_view session, std::string_view path, Moment moment);
  // The versions that the session read after that moment, each with the last moment that it did.
  sql::Answer<std::map<Digest, Moment>> read_since(std::string_view session, std::string_view path, Moment moment);
  // After that moment, oldest first.
  sql::Answer<std::vector<Event>> events(std::string_view path, Moment moment);

 private:
  sql::Answer<void> add_event(Moment moment, const VersionRow& version, EventKind kind);

  sql::Database& database_;
  VersionTable versions_;
  KnownRows* known_;
};

}  // namespace kedge
