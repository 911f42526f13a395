// Records in SQLite: in a file, in memory, or in what the caller keeps.
#include <sqlite3.h>

#include <new>

#include "error/error.hpp"
#include "store/quiet_files.hpp"
#include "store/sql.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::sql {
namespace {

constexpr int wait_for_others = 10'000;           // milliseconds
constexpr int wait_again = 200;                   // milliseconds
constexpr int largest_value = 256 * 1024 * 1024;  // so that a damaged length does not ask for all memory

int primary(int code) { return code & 0xff; }

std::string_view view(const void* bytes, int size) {
  return size == 0 ? std::string_view() : std::string_view(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

// SQLite takes a null pointer for a null value.
const char* data_of(std::string_view bytes) { return bytes.empty() ? "" : bytes.data(); }

bool is_out_of_memory(int code) { return primary(code) == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM; }

Failure::Kind kind_of(int code) {
  switch (primary(code)) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return Failure::Kind::damaged;
    case SQLITE_FULL: return Failure::Kind::no_space;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return Failure::Kind::busy;
    case SQLITE_SCHEMA: return Failure::Kind::outdated;
    case SQLITE_PROTOCOL: return Failure::Kind::tangled;
    default: return Failure::Kind::other;
  }
}

// Out of memory is not a failure of the database: it is thrown, as everywhere else.
Failure failure_of(sqlite3* connection) {
  const int code = sqlite3_extended_errcode(connection);
  if (is_out_of_memory(code)) throw std::bad_alloc();
  std::string message = sqlite3_errmsg(connection);
  if (primary(code) == SQLITE_IOERR) append(message, concat(" (", code, ')'));  // its number says which call failed
  return {kind_of(code), std::move(message)};
}

// No bytes are an empty value, or there was no memory to hand them out.
void check_memory(const void* bytes, sqlite3_stmt* statement) {
  if (bytes == nullptr && is_out_of_memory(sqlite3_extended_errcode(sqlite3_db_handle(statement)))) throw std::bad_alloc();
}

int note_log_pages(void* pages, sqlite3* /*connection*/, const char* /*name*/, int count) {
  *static_cast<int*>(pages) = count;
  return SQLITE_OK;
}

struct CloseConnection {
  void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using OwnedStatement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

class SqliteStatement final : public Statement {
 public:
  explicit SqliteStatement(sqlite3_stmt* statement) : statement_(statement) {}

  bool bind(int position, std::int64_t value) override {
    return sqlite3_bind_int64(statement_.get(), position, value) == SQLITE_OK;
  }
  bool bind(int position, std::string_view value) override {
    return sqlite3_bind_text64(statement_.get(), position, data_of(value), value.size(), SQLITE_STATIC, SQLITE_UTF8) ==
           SQLITE_OK;
  }
  bool bind(int position, Blob value) override {
    return sqlite3_bind_blob64(statement_.get(), position, data_of(value.bytes), value.bytes.size(), SQLITE_STATIC) ==
           SQLITE_OK;
  }
  bool bind(int position, const Digest& value) override {
    return sqlite3_bind_blob64(statement_.get(), position, value.data(), value.size(), SQLITE_STATIC) == SQLITE_OK;
  }
  bool bind(int position, std::nullopt_t /*none*/) override {
    return sqlite3_bind_null(statement_.get(), position) == SQLITE_OK;
  }
  bool is_running() const override { return sqlite3_stmt_busy(statement_.get()) != 0; }
  Answer<bool> next() override {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return std::unexpected(failure_of(sqlite3_db_handle(statement_.get())));
  }
  void reset() override {
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
  }

  bool is_null(int column) const override { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }
  std::int64_t number(int column) const override { return sqlite3_column_int64(statement_.get(), column); }
  std::string_view text(int column) const override { return bytes_of(sqlite3_column_text(statement_.get(), column), column); }
  std::string_view blob(int column) const override { return bytes_of(sqlite3_column_blob(statement_.get(), column), column); }

 private:
  std::string_view bytes_of(const void* bytes, int column) const {
    check_memory(bytes, statement_.get());
    return view(bytes, bytes == nullptr ? 0 : sqlite3_column_bytes(statement_.get(), column));
  }

  OwnedStatement statement_;
};

class SqliteConnection final : public Connection {
 public:
  static Answer<std::unique_ptr<SqliteConnection>> open(const std::string& name, int flags, const char* files);

  Answer<std::unique_ptr<Statement>> prepare(const char* sql) override;
  Failure failure() const override { return failure_of(connection_.get()); }
  Answer<void> run_all(const char* sql) override;
  Answer<void> begin() override;
  Answer<void> commit() override { return step_kept(commit_, "COMMIT"); }
  void roll_back() noexcept override;
  std::int64_t last_row_id() const override { return sqlite3_last_insert_rowid(connection_.get()); }
  std::int64_t changed_rows() const override { return sqlite3_changes64(connection_.get()); }
  std::optional<std::uint64_t> changes_of_others() override {
    return is_alone_ ? 0 : sql::changes_of_others(connection_.get());
  }
  Answer<void> use(Sync sync) override;
  Answer<void> begin_log() override;
  std::int64_t log_bytes() const override { return std::int64_t{log_pages_} * page_size_; }
  void checkpoint(std::chrono::milliseconds patience) override;
  void keep_read_lock() override { sql::keep_read_lock(connection_.get()); }
  void rest() override { sql::rest(connection_.get()); }
  // Nobody else has this database.
  void be_alone() { is_alone_ = true; }

  sqlite3* get() const { return connection_.get(); }

 private:
  explicit SqliteConnection(sqlite3* connection) : connection_(connection) {}
  // A statement without values that is needed again and again.
  Answer<void> step_kept(OwnedStatement& statement, const char* sql);
  Answer<void> keep(OwnedStatement& statement, const char* sql);
  // Fails after this time if another process has locked the file.
  template <class Work>
  auto with_patience(std::chrono::milliseconds patience, Work work);

  std::unique_ptr<sqlite3, CloseConnection> connection_;
  OwnedStatement begin_, commit_, roll_back_;  // destroyed before the connection
  int log_pages_ = 0;
  std::int64_t page_size_ = 4096;
  std::optional<Sync> sync_;
  bool has_log_ = false;
  bool is_alone_ = false;
};

Answer<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const std::string& name, int flags, const char* files) {
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &connection, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, files);
  std::unique_ptr<SqliteConnection> opened(new SqliteConnection(connection));
  if (connection == nullptr) throw std::bad_alloc();
  if (code != SQLITE_OK) return std::unexpected(opened->failure());
  sqlite3_busy_timeout(connection, wait_for_others);
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, largest_value);
  sqlite3_wal_hook(connection, note_log_pages, &opened->log_pages_);  // also ends SQLite's own checkpoints
  return opened;
}

Answer<std::unique_ptr<Statement>> SqliteConnection::prepare(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(connection_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) {
    return std::unexpected(failure());
  }
  return std::make_unique<SqliteStatement>(statement);
}

Answer<void> SqliteConnection::run_all(const char* sql) {
  if (sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return std::unexpected(failure());
  return {};
}

template <class Work>
auto SqliteConnection::with_patience(std::chrono::milliseconds patience, Work work) {
  sqlite3_busy_timeout(connection_.get(), static_cast<int>(patience.count()));
  auto answer = work();
  sqlite3_busy_timeout(connection_.get(), wait_for_others);
  return answer;
}

Answer<void> SqliteConnection::begin_log() {
  const auto ask = [&](const char* sql, const auto& see) -> Answer<void> {
    KEDGE_TRY(const std::unique_ptr<Statement> statement, prepare(sql));
    KEDGE_TRY(const bool told, statement->next());
    if (told) see(*statement);
    return {};
  };
  KEDGE_DO(with_patience(
      {}, [&] { return ask("PRAGMA journal_mode=WAL", [&](const Statement& mode) { has_log_ = mode.text(0) == "wal"; }); }));
  return ask("PRAGMA page_size", [&](const Statement& size) { page_size_ = size.number(0); });
}

Answer<void> SqliteConnection::use(Sync sync) {
  // Without a log only a synced commit leaves the file whole.
  if (!has_log_ || sync_ == sync) return {};
  Answer<void> done = run_all(sync == Sync::at_commit ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
  if (done) sync_ = sync;
  return done;
}

void SqliteConnection::checkpoint(std::chrono::milliseconds patience) {
  const int code = with_patience(patience, [&] {
    return sqlite3_wal_checkpoint_v2(connection_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  });
  if (code == SQLITE_OK) log_pages_ = 0;
}

Answer<void> SqliteConnection::step_kept(OwnedStatement& statement, const char* sql) {
  KEDGE_DO(keep(statement, sql));
  struct Reset {
    sqlite3_stmt* statement;
    ~Reset() { sqlite3_reset(statement); }
  };
  const Reset afterwards{statement.get()};
  if (sqlite3_step(statement.get()) != SQLITE_DONE) return std::unexpected(failure());
  return {};
}

Answer<void> SqliteConnection::keep(OwnedStatement& statement, const char* sql) {
  if (statement) return {};
  sqlite3_stmt* prepared = nullptr;
  if (sqlite3_prepare_v3(connection_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &prepared, nullptr) != SQLITE_OK) {
    return std::unexpected(failure());
  }
  statement.reset(prepared);
  return {};
}

Answer<void> SqliteConnection::begin() {
  // Prepared now: when it is needed, there may be no memory for that.
  KEDGE_DO(keep(roll_back_, "ROLLBACK"));
  // An earlier rollback may have failed.
  if (sqlite3_get_autocommit(connection_.get()) == 0) roll_back();
  Answer<void> begun = step_kept(begin_, "BEGIN IMMEDIATE");
  // One call makes several attempts. After one has waited in vain, the next wait less, until one succeeds.
  sqlite3_busy_timeout(connection_.get(), !begun && begun.error().busy() ? wait_again : wait_for_others);
  return begun;
}

void SqliteConnection::roll_back() noexcept {
  if (!roll_back_) return;
  // After some failures SQLite has rolled back already; a second rollback does no harm.
  sqlite3_step(roll_back_.get());
  sqlite3_reset(roll_back_.get());
}

}  // namespace

Answer<Database> Database::in_memory() {
  KEDGE_TRY(auto connection, SqliteConnection::open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr));
  connection->be_alone();
  return Database(std::move(connection));
}

Answer<Database> Database::in_file(const std::string& path) {
  KEDGE_TRY(auto connection, SqliteConnection::open(path, SQLITE_OPEN_READWRITE, quiet_files()));
  // A process that makes one record and ends pays for that record only; what it leaves in the log waits for a later one.
  sqlite3_db_config(connection->get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  int keep_log = 1;
  sqlite3_file_control(connection->get(), "main", SQLITE_FCNTL_PERSIST_WAL, &keep_log);
  return Database(std::move(connection));
}

Answer<Database> Database::in_files_of(const char* system, const std::string& name) {
  KEDGE_TRY(auto connection, SqliteConnection::open(name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, system));
  connection->be_alone();
  Database database(std::move(connection));
  // Before the log is turned on: then its index is in memory.
  KEDGE_DO(database.run("PRAGMA locking_mode=EXCLUSIVE"));
  return database;
}

}  // namespace kedge::sql
