// A thin layer over SQLite's C interface: handles that close themselves, values bound by type, and failures as return
// values. Statements are prepared on first use and kept, because most calls repeat a few of them.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "support/sha256.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace kedge::sql {

struct Failure {
  int code = 0;  // SQLite's extended result code
  std::string message;

  bool damaged() const;   // the content of the file makes no sense
  bool no_space() const;  // no space left
  bool busy() const;      // another process has locked it
  bool tangled() const;   // this process has lost its own locks
  bool outdated() const;  // the tables were changed by another version
  static Failure of_outdated_tables(std::string message);
};

template <class T>
using Answer = std::expected<T, Failure>;

// Bytes to store as they are. REQUIRES: they live until the statement has run.
struct Blob {
  std::string_view bytes;
};

// The rows of a statement. Its destructor resets the statement.
class Rows {
 public:
  explicit Rows(sqlite3_stmt* statement) : statement_(statement) {}
  Rows(Rows&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  Rows& operator=(Rows&&) = delete;
  ~Rows();

  Answer<bool> next();  // false: no more rows

  // Of the current row. Views are valid until the next call of next().
  bool is_null(int column) const;
  std::int64_t number(int column) const;
  std::string_view text(int column) const;
  std::string_view blob(int column) const;
  std::optional<Digest> digest(int column) const;  // nullopt for null, and for anything that is not a digest

 private:
  sqlite3_stmt* statement_;
};

enum class Sync : std::uint8_t {
  at_commit,  // a commit is on disk when it returns
  later,      // it survives a killed process, not a power cut
};

class Database {
 public:
  static Answer<Database> in_memory();
  // An existing file; an empty one is a new database.
  static Answer<Database> in_file(const std::string& path);
  // In files that SQLite reaches by the system of this name, and that nobody else uses; made if there is none.
  static Answer<Database> in_files_of(const char* system, const std::string& name);

  // `sql` is a literal, because prepared statements are found by its address.
  // REQUIRES: no other Rows of the same literal are alive.
  template <class... Values>
  Answer<Rows> rows(const char* sql, const Values&... values) {
    Answer<Rows> prepared = prepare(sql);
    if (!prepared) return prepared;
    const bool bound = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (bind(sql, static_cast<int>(I) + 1, values) && ...);
    }(std::index_sequence_for<Values...>());
    if (!bound) return std::unexpected(failure());
    return prepared;
  }
  template <class... Values>
  Answer<void> run(const char* sql, const Values&... values) {
    Answer<Rows> started = rows(sql, values...);
    if (!started) return std::unexpected(std::move(started).error());
    const Answer<bool> done = started->next();
    if (!done) return std::unexpected(done.error());
    return {};
  }
  // The first column of the first row; nullopt if there is no row or it is null.
  template <class... Values>
  Answer<std::optional<std::int64_t>> number(const char* sql, const Values&... values) {
    Answer<Rows> started = rows(sql, values...);
    if (!started) return std::unexpected(std::move(started).error());
    const Answer<bool> found = started->next();
    if (!found) return std::unexpected(found.error());
    if (!*found || started->is_null(0)) return std::optional<std::int64_t>();
    return std::optional(started->number(0));
  }
  Answer<void> run_all(const char* sql);  // several statements without results

  // For Transaction. Rolling back needs no memory.
  Answer<void> begin();
  void roll_back() noexcept;

  std::int64_t last_row_id() const;
  // Turns on the write-ahead log, if the file system supports it: a commit is then one sync. Does not wait for others:
  // busy().
  Answer<void> begin_log();
  Answer<void> use(Sync sync);
  // The size of the write-ahead log at the last commit.
  std::int64_t log_bytes() const { return std::int64_t{*log_pages_} * page_size_; }
  // Moves the log into the file as far as other readers allow; does not wait.
  void checkpoint();
  // See quiet_files.hpp.
  void keep_read_lock();
  void rest();

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  explicit Database(sqlite3* connection) : connection_(connection) {}
  static Answer<Database> open(const std::string& name, int flags, const char* files);
  Answer<Rows> prepare(const char* sql);
  Failure failure() const;
  // Fails immediately if another process has locked the file.
  template <class Work>
  auto without_waiting(Work work);
  bool bind(const char* sql, int position, std::int64_t value);
  bool bind(const char* sql, int position, std::string_view value);
  bool bind(const char* sql, int position, Blob value);
  bool bind(const char* sql, int position, const Digest& value);
  bool bind(const char* sql, int position, std::nullopt_t);
  template <class Value>
  bool bind(const char* sql, int position, const std::optional<Value>& value) {
    return value ? bind(sql, position, *value) : bind(sql, position, std::nullopt);
  }

  std::unique_ptr<int> log_pages_ = std::make_unique<int>(0);
  std::int64_t page_size_ = 4096;
  std::unique_ptr<sqlite3, Close> connection_;
  std::map<const char*, std::unique_ptr<sqlite3_stmt, Finalize>> statements_;  // destroyed before the connection
  std::optional<Sync> sync_;
  bool has_log_ = false;
};

// All or nothing: rolled back unless committed. Waits for other writers when it begins, never later.
class Transaction {
 public:
  static Answer<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  Answer<void> commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}

  Database* database_;
};

}  // namespace kedge::sql
