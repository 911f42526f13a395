// Records in PostgreSQL, for many servers that share them. One connection, through a program that speaks with the server
// (src/postgres): a statement without an answer waits until the next one that has one, so that a transaction takes few round
// trips however many statements it has.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "store/database_place.hpp"

namespace kedge {

// Where the records are, and how the server is reached.
struct PostgresSettings {
  std::string where;       // as libpq reads it: a URL, without a password
  std::string schema;      // of this repository
  bool is_pooled = false;  // connections are handed out for a transaction at a time, as PgBouncer does
};

namespace postgres {

// One answer to one request; none: the program is gone or too late.
class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;
  virtual std::optional<std::string> ask(std::string_view frame) = 0;
  // The same in two steps; in between `descriptor` becomes readable, and others may be waited for.
  virtual bool begin(std::string_view frame) = 0;
  virtual std::optional<std::string> finish() = 0;
  virtual int descriptor() const = 0;  // -1: the program is gone
  // It did not answer because it ended. Nothing is late then, and the next question goes to another one.
  virtual bool has_ended() const { return false; }
};

// Starts the program. Null: it cannot be started.
std::unique_ptr<Channel> start_channel(const std::string& program);

}  // namespace postgres

// `channel` is null if the program cannot be started: then every use of the records fails.
std::unique_ptr<DatabasePlace> postgres_place(PostgresSettings settings, std::unique_ptr<postgres::Channel> channel);

}  // namespace kedge
