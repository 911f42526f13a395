// Where the database is kept, and how it is opened there.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "store/sql.hpp"

namespace kedge {

struct UnusableFile {
  std::string problem;
  bool damaged = false;
  bool unreachable = false;  // at the moment: its server does not answer
};

class DatabasePlace {
 public:
  DatabasePlace() = default;
  DatabasePlace(const DatabasePlace&) = delete;
  DatabasePlace& operator=(const DatabasePlace&) = delete;
  virtual ~DatabasePlace() = default;

  virtual std::string path() const = 0;  // for people
  // With its tables. A new one is durable when this returns.
  virtual std::expected<sql::Database, UnusableFile> open() = 0;
  // Whether what was opened is still what others find there.
  virtual bool still_there() = 0;
  // Moves what was opened out of the way; false if that failed. REQUIRES: the database is closed.
  virtual bool set_aside() = 0;
  virtual std::string path_aside() const = 0;  // for people
  // On a server that several machines share, and that may not answer.
  virtual bool is_shared() const { return false; }

 protected:
  DatabasePlace(DatabasePlace&&) noexcept = default;
  DatabasePlace& operator=(DatabasePlace&&) = default;
};

// Checks an opened database, and makes or renews its tables. `begin_log` turns on its log; `made` is called when tables were
// made, and says what is wrong, if anything is.
std::expected<sql::Database, UnusableFile> with_tables(sql::Answer<sql::Database> database,
                                                       const std::function<sql::Answer<void>(sql::Database&)>& begin_log,
                                                       const std::function<std::optional<std::string>()>& made);

}  // namespace kedge
