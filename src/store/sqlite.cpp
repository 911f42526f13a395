#include "store/sqlite.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <new>

#include "error/error.hpp"
#include "store/quiet_files.hpp"
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

// By its address, as all statements are.
constexpr const char* roll_back_statement = "ROLLBACK";

bool is_out_of_memory(int code) { return primary(code) == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM; }

// Out of memory is not a failure of the database: it is thrown, as everywhere else.
Failure failure_of(sqlite3* connection) {
  const int code = sqlite3_extended_errcode(connection);
  if (is_out_of_memory(code)) throw std::bad_alloc();
  std::string message = sqlite3_errmsg(connection);
  if (primary(code) == SQLITE_IOERR) append(message, concat(" (", code, ')'));  // its number says which call failed
  return {code, std::move(message)};
}

// No bytes are an empty value, or there was no memory to hand them out.
void check_memory(const void* bytes, sqlite3_stmt* statement) {
  if (bytes == nullptr && is_out_of_memory(sqlite3_extended_errcode(sqlite3_db_handle(statement)))) throw std::bad_alloc();
}

int note_log_pages(void* pages, sqlite3* /*connection*/, const char* /*name*/, int count) {
  *static_cast<int*>(pages) = count;
  return SQLITE_OK;
}

}  // namespace

bool Failure::damaged() const { return primary(code) == SQLITE_CORRUPT || primary(code) == SQLITE_NOTADB; }
bool Failure::no_space() const { return primary(code) == SQLITE_FULL; }
bool Failure::busy() const { return primary(code) == SQLITE_BUSY || primary(code) == SQLITE_LOCKED; }
bool Failure::outdated() const { return primary(code) == SQLITE_SCHEMA; }
Failure Failure::of_outdated_tables(std::string message) { return {SQLITE_SCHEMA, std::move(message)}; }
bool Failure::tangled() const { return primary(code) == SQLITE_PROTOCOL; }

// ---- rows

Rows::~Rows() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

Answer<bool> Rows::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return std::unexpected(failure_of(sqlite3_db_handle(statement_)));
}

bool Rows::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
std::int64_t Rows::number(int column) const { return sqlite3_column_int64(statement_, column); }
std::string_view Rows::text(int column) const {
  const void* const bytes = sqlite3_column_text(statement_, column);
  check_memory(bytes, statement_);
  return view(bytes, bytes == nullptr ? 0 : sqlite3_column_bytes(statement_, column));
}
std::string_view Rows::blob(int column) const {
  const void* const bytes = sqlite3_column_blob(statement_, column);
  check_memory(bytes, statement_);
  return view(bytes, bytes == nullptr ? 0 : sqlite3_column_bytes(statement_, column));
}
std::optional<Digest> Rows::digest(int column) const {
  const std::string_view bytes = blob(column);
  Digest digest{};
  if (bytes.size() != digest.size()) return std::nullopt;
  std::ranges::transform(bytes, digest.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  return digest;
}

// ---- database

void Database::Close::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
void Database::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Answer<Database> Database::open(const std::string& name, int flags, const char* files) {
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &connection, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, files);
  Database database(connection);
  if (connection == nullptr) throw std::bad_alloc();
  if (code != SQLITE_OK) return std::unexpected(database.failure());
  sqlite3_busy_timeout(connection, wait_for_others);
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, largest_value);
  sqlite3_wal_hook(connection, note_log_pages, database.log_pages_.get());  // also ends SQLite's own checkpoints
  return database;
}

Answer<Database> Database::in_memory() { return open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr); }

Answer<Database> Database::in_file(const std::string& path) {
  Answer<Database> database = open(path, SQLITE_OPEN_READWRITE, quiet_files());
  if (!database) return database;
  // A process that makes one record and ends pays for that record only; what it leaves in the log waits for a later one.
  sqlite3_db_config(database->connection_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  int keep_log = 1;
  sqlite3_file_control(database->connection_.get(), "main", SQLITE_FCNTL_PERSIST_WAL, &keep_log);
  return database;
}

Answer<Database> Database::in_files_of(const char* system, const std::string& name) {
  KEDGE_TRY(Database database, open(name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, system));
  // Before the log is turned on: then its index is in memory.
  KEDGE_DO(database.run("PRAGMA locking_mode=EXCLUSIVE"));
  return database;
}

Answer<Rows> Database::prepare(const char* sql) {
  const auto [place, added] = statements_.try_emplace(sql);
  if (added) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v3(connection_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) {
      statements_.erase(place);
      return std::unexpected(failure());
    }
    place->second.reset(statement);
  }
  KEDGE_REQUIRE(sqlite3_stmt_busy(place->second.get()) == 0);
  return Rows(place->second.get());
}

Failure Database::failure() const { return failure_of(connection_.get()); }

bool Database::bind(const char* sql, int position, std::int64_t value) {
  return sqlite3_bind_int64(statements_.at(sql).get(), position, value) == SQLITE_OK;
}
bool Database::bind(const char* sql, int position, std::string_view value) {
  return sqlite3_bind_text64(statements_.at(sql).get(), position, data_of(value), value.size(), SQLITE_TRANSIENT,
                             SQLITE_UTF8) == SQLITE_OK;
}
bool Database::bind(const char* sql, int position, Blob value) {
  return sqlite3_bind_blob64(statements_.at(sql).get(), position, data_of(value.bytes), value.bytes.size(), SQLITE_STATIC) ==
         SQLITE_OK;
}
bool Database::bind(const char* sql, int position, const Digest& value) {
  return sqlite3_bind_blob64(statements_.at(sql).get(), position, value.data(), value.size(), SQLITE_TRANSIENT) == SQLITE_OK;
}
bool Database::bind(const char* sql, int position, std::nullopt_t /*none*/) {
  return sqlite3_bind_null(statements_.at(sql).get(), position) == SQLITE_OK;
}

Answer<void> Database::run_all(const char* sql) {
  if (sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return std::unexpected(failure());
  return {};
}

void Database::keep_read_lock() { sql::keep_read_lock(connection_.get()); }
void Database::rest() { sql::rest(connection_.get()); }

std::int64_t Database::last_row_id() const { return sqlite3_last_insert_rowid(connection_.get()); }

template <class Work>
auto Database::without_waiting(Work work) {
  sqlite3_busy_timeout(connection_.get(), 0);
  auto answer = work();
  sqlite3_busy_timeout(connection_.get(), wait_for_others);
  return answer;
}

Answer<void> Database::begin_log() {
  const Answer<void> begun = without_waiting([&]() -> Answer<void> {
    KEDGE_TRY(Rows mode, rows("PRAGMA journal_mode=WAL"));
    KEDGE_TRY(const bool told, mode.next());
    has_log_ = told && mode.text(0) == "wal";
    return {};
  });
  if (!begun) return begun;
  KEDGE_TRY(const std::optional<std::int64_t> size, number("PRAGMA page_size"));
  page_size_ = size.value_or(page_size_);
  return {};
}

Answer<void> Database::use(Sync sync) {
  // Without a log only a synced commit leaves the file whole.
  if (!has_log_ || sync_ == sync) return {};
  Answer<void> done = run_all(sync == Sync::at_commit ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
  if (done) sync_ = sync;
  return done;
}

void Database::checkpoint() {
  const int code = without_waiting(
      [&] { return sqlite3_wal_checkpoint_v2(connection_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr); });
  if (code == SQLITE_OK) *log_pages_ = 0;
}

Answer<void> Database::begin() {
  // Prepared now: when it is needed, there may be no memory for that.
  if (Answer<Rows> prepared = prepare(roll_back_statement); !prepared) return std::unexpected(std::move(prepared).error());
  // An earlier rollback may have failed.
  if (sqlite3_get_autocommit(connection_.get()) == 0) roll_back();
  Answer<void> begun = run("BEGIN IMMEDIATE");
  // One call makes several attempts. After one has waited in vain, the next wait less, until one succeeds.
  sqlite3_busy_timeout(connection_.get(), !begun && begun.error().busy() ? wait_again : wait_for_others);
  return begun;
}

void Database::roll_back() noexcept {
  const auto prepared = statements_.find(roll_back_statement);
  if (prepared == statements_.end()) return;
  // After some failures SQLite has rolled back already; a second rollback does no harm.
  sqlite3_step(prepared->second.get());
  sqlite3_reset(prepared->second.get());
}

// ---- transaction

Answer<Transaction> Transaction::begin(Database& database) {
  Answer<void> begun = database.begin();
  if (!begun) return std::unexpected(std::move(begun).error());
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ != nullptr) database_->roll_back();
}

Answer<void> Transaction::commit() {
  Answer<void> done = database_->run("COMMIT");
  if (done) database_ = nullptr;
  return done;
}

}  // namespace kedge::sql
