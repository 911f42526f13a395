// One interface to the databases that can hold the records: handles that close themselves, values bound by type, and failures
// as return values. Statements are prepared on first use and kept, because most calls repeat a few of them. They are written
// for SQLite; another database translates them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "support/sha256.hpp"

namespace kedge::sql {

struct Failure {
  enum class Kind : std::uint8_t {
    other,
    damaged,      // the content of the database makes no sense
    no_space,     // no space left
    busy,         // another process has locked it
    tangled,      // this process has lost its own locks
    outdated,     // the tables were changed by another version
    unreachable,  // its server does not answer
    unknown,      // whether the transaction was committed
  };
  Kind kind = Kind::other;
  std::string message;

  bool damaged() const { return kind == Kind::damaged; }
  bool no_space() const { return kind == Kind::no_space; }
  bool busy() const { return kind == Kind::busy; }
  bool tangled() const { return kind == Kind::tangled; }
  bool outdated() const { return kind == Kind::outdated; }
  bool unreachable() const { return kind == Kind::unreachable; }
};

template <class T>
using Answer = std::expected<T, Failure>;

class Statement;

// Bytes to store as they are. REQUIRES: they live until the statement has run.
struct Blob {
  std::string_view bytes;
};

// A value for a statement, or none. Views and digests have to live until the statement has run.
class Value {
 public:
  Value(std::nullopt_t) {}                         // NOLINT(google-explicit-constructor)
  Value(std::int64_t number) : held_(number) {}    // NOLINT(google-explicit-constructor)
  Value(std::string_view text) : held_(text) {}    // NOLINT(google-explicit-constructor)
  Value(Blob blob) : held_(blob) {}                // NOLINT(google-explicit-constructor)
  Value(const Digest& digest) : held_(&digest) {}  // NOLINT(google-explicit-constructor)
  template <class T>
  Value(const std::optional<T>& value)
      : held_(value ? Value(*value).held_ : Held(std::nullopt)) {}  // NOLINT(google-explicit-constructor)

  bool bind_to(Statement& statement, int position) const;

 private:
  using Held = std::variant<std::nullopt_t, std::int64_t, std::string_view, Blob, const Digest*>;
  Held held_ = std::nullopt;
};

// A prepared statement. Positions of values begin at 1, those of columns at 0.
class Statement {
 public:
  Statement() = default;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  virtual ~Statement() = default;

  virtual bool bind(int position, std::int64_t value) = 0;
  virtual bool bind(int position, std::string_view value) = 0;
  virtual bool bind(int position, Blob value) = 0;
  virtual bool bind(int position, const Digest& value) = 0;
  virtual bool bind(int position, std::nullopt_t none) = 0;
  virtual bool is_running() const = 0;
  // It is going to be run with these values, in the transaction that is open or begins next. What is far away is asked together
  // with something else, once.
  virtual void expect() {}
  // The same outside a transaction: see Database::foresee.
  virtual void foresee() {}
  virtual Answer<bool> next() = 0;  // false: no more rows
  virtual void reset() = 0;         // forgets values and rows

  // Of the current row. Views are valid until the next call of next().
  virtual bool is_null(int column) const = 0;
  virtual std::int64_t number(int column) const = 0;
  virtual std::string_view text(int column) const = 0;
  virtual std::string_view blob(int column) const = 0;
};

enum class Sync : std::uint8_t {
  at_commit,  // a commit is on disk when it returns
  later,      // it survives a killed process, not a power cut
};

class Connection {
 public:
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  virtual ~Connection() = default;

  virtual Answer<std::unique_ptr<Statement>> prepare(const char* sql) = 0;
  virtual Failure failure() const = 0;                // of the last call that failed
  virtual Answer<void> run_all(const char* sql) = 0;  // several statements without results
  // Rolling back needs no memory.
  virtual Answer<void> begin() = 0;
  virtual Answer<void> commit() = 0;
  virtual void roll_back() noexcept = 0;
  virtual std::int64_t last_row_id() const = 0;
  virtual std::int64_t changed_rows() const { return 0; }
  virtual std::optional<std::uint64_t> changes_of_others() { return std::nullopt; }
  virtual Answer<void> use(Sync sync) = 0;
  virtual bool is_far() const { return false; }
  virtual bool has_just_answered() const { return false; }
  virtual Answer<void> send_waiting() { return {}; }
  virtual Answer<void> look_ahead() { return {}; }
  virtual void forget_foreseen() {}

  // Of a database that is a file; see Database.
  virtual Answer<void> begin_log() { return {}; }
  virtual std::int64_t log_bytes() const { return 0; }
  virtual void checkpoint(std::chrono::milliseconds /*patience*/) {}
  virtual void keep_read_lock() {}
  virtual void rest() {}
};

// The rows of a statement. Its destructor resets the statement.
class Rows {
 public:
  explicit Rows(Statement* statement) : statement_(statement) {}
  Rows(Rows&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  Rows& operator=(Rows&&) = delete;
  ~Rows() {
    if (statement_ != nullptr) statement_->reset();
  }

  Answer<bool> next() { return statement_->next(); }  // false: no more rows
  void expect() { statement_->expect(); }
  void foresee() { statement_->foresee(); }

  // Of the current row. Views are valid until the next call of next().
  bool is_null(int column) const { return statement_->is_null(column); }
  std::int64_t number(int column) const { return statement_->number(column); }
  std::string_view text(int column) const { return statement_->text(column); }
  std::string_view blob(int column) const { return statement_->blob(column); }
  std::optional<Digest> digest(int column) const;  // nullopt for null, and for anything that is not a digest

 private:
  Statement* statement_;
};

class Database {
 public:
  explicit Database(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
  // SQLite's, in memory.
  static Answer<Database> in_memory();
  // SQLite's, in an existing file; an empty one is a new database.
  static Answer<Database> in_file(const std::string& path);
  // SQLite's, in files that it reaches by the system of this name, and that nobody else uses; made if there is none.
  static Answer<Database> in_files_of(const char* system, const std::string& name);

  // `sql` is a literal, because prepared statements are found by its address.
  // REQUIRES: no other Rows of the same literal are alive.
  template <class... Values>
  Answer<Rows> rows(const char* sql, const Values&... values) {
    return rows_with(sql, std::array<Value, sizeof...(Values)>{Value(values)...});
  }
  template <class... Values>
  Answer<void> run(const char* sql, const Values&... values) {
    return run_with(sql, std::array<Value, sizeof...(Values)>{Value(values)...});
  }
  // It is going to be asked for in the transaction that is open or begins next. Only saves time.
  template <class... Values>
  void expect(const char* sql, const Values&... values) {
    if (is_far()) expect_with(sql, std::array<Value, sizeof...(Values)>{Value(values)...});
  }
  // It is going to be asked for soon, outside a transaction: look_ahead() asks for all of these at once, and whoever asks for
  // them then gets the answers of that moment, until forget_foreseen() or the next transaction.
  template <class... Values>
  void foresee(const char* sql, const Values&... values) {
    if (is_far()) foresee_with(sql, std::array<Value, sizeof...(Values)>{Value(values)...});
  }
  Answer<void> look_ahead() { return connection_->look_ahead(); }
  void forget_foreseen() { connection_->forget_foreseen(); }
  // The first column of the first row; nullopt if there is no row or it is null.
  template <class... Values>
  Answer<std::optional<std::int64_t>> number(const char* sql, const Values&... values) {
    return number_with(sql, std::array<Value, sizeof...(Values)>{Value(values)...});
  }
  Answer<void> run_with(const char* sql, std::span<const Value> values);
  Answer<void> run_all(const char* sql) { return connection_->run_all(sql); }

  std::int64_t last_row_id() const { return connection_->last_row_id(); }
  // By the last change. REQUIRES: it is not far.
  std::int64_t changed_rows() const { return connection_->changed_rows(); }
  // The same number as before: since then nobody else has changed anything. In a transaction nobody else does. None: that is
  // not known without a question.
  std::optional<std::uint64_t> changes_of_others() { return connection_->changes_of_others(); }
  Answer<void> use(Sync sync) { return connection_->use(sync); }
  // Each question is a round trip: one that is harder to answer is better than several.
  bool is_far() const { return connection_->is_far(); }
  // Sends changes that wait for the next question, for a transaction with so many that they should not all be in memory.
  Answer<void> send_waiting() { return connection_->send_waiting(); }
  // A moment ago, so that it need not be asked whether it does.
  bool has_just_answered() const { return connection_->has_just_answered(); }
  // Turns on the write-ahead log, if the file system supports it: a commit is then one sync. Does not wait for others: busy.
  Answer<void> begin_log() { return connection_->begin_log(); }
  // The size of the write-ahead log at the last commit.
  std::int64_t log_bytes() const { return connection_->log_bytes(); }
  // Moves the log into the file as far as other readers allow; waits for them so long.
  void checkpoint(std::chrono::milliseconds patience = {}) { connection_->checkpoint(patience); }
  // See quiet_files.hpp.
  void keep_read_lock() { connection_->keep_read_lock(); }
  void rest() { connection_->rest(); }

 private:
  friend class Transaction;
  Answer<Statement*> prepare(const char* sql);
  // What the templates above do: compiled once, whatever the values are.
  Answer<Rows> rows_with(const char* sql, std::span<const Value> values);
  Answer<std::optional<std::int64_t>> number_with(const char* sql, std::span<const Value> values);
  void expect_with(const char* sql, std::span<const Value> values);
  void foresee_with(const char* sql, std::span<const Value> values);

  std::unique_ptr<Connection> connection_;
  std::map<const char*, std::unique_ptr<Statement>> statements_;  // destroyed before the connection
};

// All or nothing: rolled back unless committed. Waits for other writers when it begins, never later.
class Transaction {
 public:
  static Answer<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : connection_(std::exchange(other.connection_, nullptr)) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction() {
    if (connection_ != nullptr) connection_->roll_back();
  }

  Answer<void> commit();

 private:
  explicit Transaction(Connection* connection) : connection_(connection) {}

  Connection* connection_;
};

}  // namespace kedge::sql
