#include "store/postgres.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <thread>

#include "error/error.hpp"
#include "store/postgres_answers.hpp"
#include "store/postgres_sql.hpp"
#include "store/postgres_wire.hpp"
#include "support/strings.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace postgres {
namespace {

using sql::Answer;
using sql::Failure;

constexpr std::chrono::milliseconds pause_after_failure(1'000);
constexpr std::chrono::milliseconds short_while(50);

class PostgresConnection final : public sql::Connection {
 public:
  static Answer<std::unique_ptr<PostgresConnection>> open(const PostgresSettings& settings, std::shared_ptr<Channel> channel);

  Answer<std::unique_ptr<sql::Statement>> prepare(const char* sql) override;
  Failure failure() const override { return {Failure::Kind::other, "a value cannot be bound"}; }
  Answer<void> run_all(const char* sql) override;
  Answer<void> begin() override;
  Answer<void> commit() override;
  void roll_back() noexcept override;
  std::int64_t last_row_id() const override { return last_number_; }
  bool is_far() const override { return true; }
  Answer<void> send_waiting() override;
  Answer<void> look_ahead() override;
  void forget_foreseen() override {
    to_foresee_.clear();
    foreseen_.clear();
  }
  bool has_just_answered() const override {
    return !last_failure_ && std::chrono::steady_clock::now() - answered_ < short_while;
  }
  Answer<void> use(sql::Sync sync) override {
    sync_ = sync;
    return {};
  }

  // For statements.
  void expect(const std::string& sql, Values values) { expected_.push_back({&sql, std::move(values)}); }
  void foresee(const std::string& sql, Values values) { to_foresee_.push_back({&sql, std::move(values)}); }
  Answer<Table> ask(const std::string& sql, Values values);
  Answer<void> change(const std::string& sql, Values values, Numbered numbered);
  std::int64_t tables() const { return tables_; }
  bool is_in_transaction() const { return is_in_transaction_; }
  const Table& begun() const { return begun_; }

  // Or brings those of an earlier version up to date; leaves those of a later one alone. In one transaction of its own, which
  // nobody else makes at the same time.
  Answer<void> make_tables();

 private:
  explicit PostgresConnection(std::shared_ptr<Channel> channel, std::string schema, bool is_pooled)
      : channel_(std::move(channel)),
        is_pooled_(is_pooled),
        use_schema_(concat("SET LOCAL search_path TO ", schema)),
        schema_(std::move(schema)) {}

  // Sends them together; the rows of each that has any.
  Answer<std::vector<Table>> send(std::span<const WaitingQuery> queries, bool begins_anew);
  // In a transaction of their own; the rows of each.
  Answer<std::vector<Table>> send_alone(std::vector<WaitingQuery> queries);
  // Adds what is expected to be asked, unless it is known.
  void add_expected(std::vector<WaitingQuery>& queries);
  void forget_transaction();
  // None: the server does not come back, or does not know it.
  Answer<std::optional<bool>> has_committed();

  std::shared_ptr<Channel> channel_;
  bool is_pooled_;
  std::optional<Failure> last_failure_;                  // the server could not be reached
  std::chrono::steady_clock::time_point answered_{};     // when it last did
  std::chrono::steady_clock::time_point asked_again_{};  // when it is asked again
  std::string use_schema_;
  std::string schema_;
  sql::Sync sync_ = sql::Sync::at_commit;
  bool is_in_transaction_ = false;
  bool is_lost_ = false;  // the transaction went with its connection
  std::uint32_t connection_number_ = 0;
  std::deque<WaitingQuery> waiting_;
  std::vector<WaitingQuery> expected_;
  KnownAnswers known_;  // of the transaction
  std::vector<WaitingQuery> to_foresee_;
  KnownAnswers foreseen_;  // outside of one
  // Of the transaction.
  std::int64_t tables_ = 0, moment_ = 0, path_ = 0, version_ = 0, transaction_ = 0;
  Table begun_;          // what it said when it began
  std::string started_;  // when the server was started
  bool has_begun_ = false;
  bool has_new_numbers_ = false;
  std::int64_t last_number_ = 0;
};

class PostgresStatement final : public sql::Statement {
 public:
  PostgresStatement(PostgresConnection& connection, Translated translated)
      : connection_(connection), translated_(std::move(translated)) {}

  bool bind(int position, std::int64_t value) override { return put(position, wire_number(value)); }
  bool bind(int position, std::string_view value) override { return put(position, std::string(value)); }
  bool bind(int position, sql::Blob value) override { return put(position, std::string(value.bytes)); }
  bool bind(int position, const Digest& value) override {
    return put(position, std::string(reinterpret_cast<const char*>(value.data()), value.size()));
  }
  bool bind(int position, std::nullopt_t /*none*/) override { return put(position, std::nullopt); }
  bool is_running() const override { return table_.has_value(); }
  void expect() override {
    if (translated_.kind == Translated::Kind::rows) connection_.expect(translated_.sql, std::move(values_));
  }
  void foresee() override {
    if (translated_.kind == Translated::Kind::rows) connection_.foresee(translated_.sql, std::move(values_));
  }
  Answer<bool> next() override;
  void reset() override {
    values_.clear();
    table_.reset();
  }

  bool is_null(int column) const override { return !cell(column); }
  std::int64_t number(int column) const override { return number_in(cell(column).value_or(std::string_view())); }
  std::string_view text(int column) const override { return cell(column).value_or(std::string_view()); }
  std::string_view blob(int column) const override { return text(column); }

 private:
  bool put(int position, std::optional<std::string> value) {
    values_.resize(std::max(values_.size(), static_cast<std::size_t>(position)));
    values_[static_cast<std::size_t>(position) - 1] = std::move(value);
    return true;
  }
  Value cell(int column) const {
    if (!table_ || row_ == 0 || row_ > table_->rows || static_cast<std::size_t>(column) >= table_->columns) return std::nullopt;
    return table_->cells[(row_ - 1) * table_->columns + static_cast<std::size_t>(column)];
  }

  PostgresConnection& connection_;
  Translated translated_;
  Values values_;
  std::optional<Table> table_;
  std::size_t row_ = 0;  // counted from 1; 0: before the first
};

Answer<bool> PostgresStatement::next() {
  switch (translated_.kind) {
    case Translated::Kind::nothing: return false;
    case Translated::Kind::change:
      KEDGE_DO(connection_.change(translated_.sql, std::move(values_), translated_.number));
      return false;
    case Translated::Kind::known:
      if (!table_ && connection_.is_in_transaction()) {
        table_ = connection_.begun();
        table_->cells = {table_->cells[translated_.column]};
        table_->columns = 1;
        row_ = 0;
        break;
      }
      [[fallthrough]];
    case Translated::Kind::rows:
      if (!table_) {
        KEDGE_TRY(table_, connection_.ask(translated_.sql, std::move(values_)));
        row_ = 0;
      }
      break;
  }
  return ++row_ <= table_->rows;
}

Answer<std::unique_ptr<PostgresConnection>> PostgresConnection::open(const PostgresSettings& settings,
                                                                     std::shared_ptr<Channel> channel) {
  std::unique_ptr<PostgresConnection> opened(new PostgresConnection(std::move(channel), settings.schema, settings.is_pooled));
  Writer request(static_cast<char>(Ask::connect));
  write(request, Connecting{.where = settings.where,
                            .first = settings.is_pooled ? std::string() : begin_session_statement(settings.schema),
                            .keeps_names = !settings.is_pooled,
                            .longest = longest_answer});
  const std::optional<std::string> answer = opened->channel_->ask(request.finish());
  if (!answer) return std::unexpected(Failure{Failure::Kind::unreachable, "kedge-postgres has ended"});
  Reader reply(*answer);
  const auto kind = static_cast<Reply>(reply.byte());
  if (kind == Reply::rows) {
    opened->connection_number_ = reply.number();
    return opened;
  }
  if (kind == Reply::failed) reply.text();
  return std::unexpected(Failure{Failure::Kind::unreachable, std::string(reply.text())});
}

Answer<std::unique_ptr<sql::Statement>> PostgresConnection::prepare(const char* sql) {
  return std::make_unique<PostgresStatement>(*this, translated(sql));
}

void PostgresConnection::add_expected(std::vector<WaitingQuery>& queries) {
  const std::size_t first = queries.size();
  for (WaitingQuery& query : std::exchange(expected_, {})) {
    const auto is_same = [&](const WaitingQuery& other) { return *other.sql == *query.sql && other.values == query.values; };
    const bool is_asked = std::any_of(queries.begin() + static_cast<std::ptrdiff_t>(first), queries.end(), is_same);
    if (!is_asked && known_.find(query) == nullptr) queries.push_back(std::move(query));
  }
}

void PostgresConnection::forget_transaction() {
  waiting_.clear();
  known_.clear();
}

Answer<std::vector<Table>> PostgresConnection::send_alone(std::vector<WaitingQuery> queries) {
  static const std::string begin_reading = "BEGIN READ ONLY";
  static const std::string end_reading = "COMMIT";
  // Each connection of a pool is anybody's: what holds for a session is said again.
  if (is_pooled_) {
    queries.insert(queries.begin(), {WaitingQuery{&begin_reading, {}}, WaitingQuery{&use_schema_, {}}});
    queries.push_back({&end_reading, {}});
  }
  return send(queries, true);
}

Answer<void> PostgresConnection::look_ahead() {
  foreseen_.clear();
  std::vector<WaitingQuery> queries = std::exchange(to_foresee_, {});
  if (queries.empty() || is_in_transaction_) return {};
  KEDGE_TRY(std::vector<Table> tables, send_alone(queries));
  for (std::size_t at = 0; at < tables.size() && tables.size() == queries.size(); ++at) {
    foreseen_.add(queries[at], std::move(tables[at]));
  }
  return {};
}

Answer<std::vector<Table>> PostgresConnection::send(std::span<const WaitingQuery> queries, bool begins_anew) {
  Writer request(static_cast<char>(Ask::run));
  request.byte(begins_anew ? begins_anew_bit : 0);
  for (const WaitingQuery& query : queries) {
    Query sent{*query.sql, {}};
    for (const std::optional<std::string>& value : query.values) sent.values.push_back(value ? Value(*value) : Value());
    write(request, sent);
  }
  const auto unreachable = [&](std::string_view why) {
    is_lost_ = is_in_transaction_;
    last_failure_ = Failure{Failure::Kind::unreachable, std::string(why)};
    asked_again_ = std::chrono::steady_clock::now() + pause_after_failure;
    return std::unexpected(*last_failure_);
  };
  // One call asks many questions: if each waited for a server that is cut off, it would take minutes.
  if (last_failure_ && std::chrono::steady_clock::now() < asked_again_) return std::unexpected(*last_failure_);
  last_failure_.reset();
  std::optional<std::string> answer = channel_->ask(request.finish());
  if (!answer) {
    Answer<std::vector<Table>> ended = unreachable("kedge-postgres has ended");
    if (channel_->has_ended()) asked_again_ = std::chrono::steady_clock::now();
    return ended;
  }
  const auto bytes = std::make_shared<const std::string>(*std::move(answer));
  Reader reply(*bytes);
  switch (static_cast<Reply>(reply.byte())) {
    case Reply::rows: break;
    case Reply::failed: {
      const std::string_view state = reply.text();
      const Failure::Kind kind = failure_of(state);
      if (kind == Failure::Kind::unreachable) is_lost_ = is_in_transaction_;
      return std::unexpected(Failure{kind, std::string(reply.text())});
    }
    case Reply::unreachable: return unreachable(reply.text());
    default: return unreachable("kedge-postgres cannot be understood");
  }
  if (const std::uint32_t number = reply.number(); number != std::exchange(connection_number_, number)) {
    // A server that crashed may have lost what was not synced, and numbers that were given are given again: what this process
    // remembers of them is no longer true.
    is_lost_ = is_in_transaction_;
    return std::unexpected(Failure{Failure::Kind::outdated, "the connection is another one"});
  }
  std::vector<Table> tables;
  for (std::uint32_t left = reply.number(); left > 0 && !reply.is_broken(); --left) {
    Table& table = tables.emplace_back(Table{.bytes = bytes});
    table.rows = reply.number();
    table.columns = reply.number();
    table.cells.reserve(std::min<std::size_t>(table.rows * table.columns, bytes->size()));
    for (std::size_t at = 0; at < table.rows * table.columns && !reply.is_broken(); ++at) table.cells.push_back(reply.value());
  }
  if (reply.is_broken()) return unreachable("kedge-postgres cannot be understood");
  answered_ = std::chrono::steady_clock::now();
  return tables;
}

Answer<Table> PostgresConnection::ask(const std::string& sql, Values values) {
  WaitingQuery asked{&sql, std::move(values)};
  if (!is_in_transaction_) {
    if (const Table* const foreseen = foreseen_.find(asked)) return *foreseen;
    KEDGE_TRY(std::vector<Table> tables, send_alone({std::move(asked)}));
    return tables.empty() ? Table() : std::move(tables.back());
  }
  const bool can_be_known = sql.starts_with("SELECT");
  if (const Table* const known = can_be_known ? known_.find(asked) : nullptr) return *known;
  std::vector<WaitingQuery> queries(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(waiting_.end()));
  waiting_.clear();
  const std::size_t changes = queries.size();
  if (can_be_known) add_expected(queries);
  queries.push_back(std::move(asked));
  KEDGE_TRY(std::vector<Table> tables, send(queries, false));
  if (!can_be_known || tables.size() != queries.size() - changes) return tables.empty() ? Table() : std::move(tables.back());
  for (std::size_t at = 0; at < tables.size(); ++at) known_.add(queries[changes + at], tables[at]);  // changes have no rows
  return std::move(tables.back());
}

Answer<void> PostgresConnection::change(const std::string& sql, Values values, Numbered numbered) {
  if (numbered != Numbered::none) {
    std::int64_t& last = numbered == Numbered::moment ? moment_ : numbered == Numbered::path ? path_ : version_;
    values.emplace_back(wire_number(last_number_ = ++last));
    has_new_numbers_ = true;
  }
  if (!is_in_transaction_) return std::unexpected(Failure{Failure::Kind::other, "a change outside a transaction"});
  known_.note_change(sql);
  waiting_.push_back({&sql, std::move(values)});
  return {};
}

Answer<void> PostgresConnection::send_waiting() {
  const std::vector<WaitingQuery> queries(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(waiting_.end()));
  waiting_.clear();
  if (queries.empty()) return {};
  KEDGE_DO(send(queries, false));
  return {};
}

Answer<void> PostgresConnection::run_all(const char* sql) {
  for (const std::string_view one : split(sql, ';')) {
    const std::string_view statement = trimmed(one);
    if (statement.empty()) continue;
    const Translated same = translated(statement);
    if (same.kind == Translated::Kind::nothing) continue;
    KEDGE_DO(ask(same.sql, {}));
  }
  return {};
}

Answer<void> PostgresConnection::begin() {
  static const std::string begin_writing = "BEGIN";
  static const std::vector<std::string> settings = transaction_settings();
  static const std::string sync_later = "SET LOCAL synchronous_commit TO off";
  static const std::string lock(begin_statement);
  forget_transaction();
  forget_foreseen();
  is_lost_ = false;
  is_in_transaction_ = false;
  std::vector<WaitingQuery> queries{{&begin_writing, {}}};
  if (is_pooled_) {
    for (const std::string& setting : settings) queries.push_back({&setting, {}});
    queries.push_back({&use_schema_, {}});
  }
  if (sync_ == sql::Sync::later) queries.push_back({&sync_later, {}});
  queries.push_back({&lock, {}});
  const std::size_t before = queries.size();
  add_expected(queries);
  KEDGE_TRY(std::vector<Table> tables, send(queries, true));
  if (tables.empty()) return std::unexpected(Failure{Failure::Kind::outdated, "its tables are not as they were made"});
  Table table = std::move(tables.front());
  for (std::size_t at = 1; at < tables.size() && before + at - 1 < queries.size(); ++at) {
    known_.add(queries[before + at - 1], std::move(tables[at]));
  }
  if (table.rows != 1 || table.columns != 8) {
    return std::unexpected(Failure{Failure::Kind::outdated, "its tables are not as they were made"});
  }
  std::size_t column = 0;
  for (std::int64_t* const into : {&tables_, &moment_, &path_, &version_, &transaction_}) {
    *into = number_in(table.cells[column++].value_or(std::string_view()));
  }
  const std::string started(table.cells[7].value_or(std::string_view()));
  if (started != std::exchange(started_, started) && has_begun_) {  // a pool keeps our connection when the server restarts
    return std::unexpected(Failure{Failure::Kind::outdated, "the server was restarted"});
  }
  has_begun_ = true;
  begun_ = std::move(table);
  has_new_numbers_ = false;
  is_in_transaction_ = true;
  if (tables_ == schema_version) return {};
  roll_back();  // others would wait
  return std::unexpected(Failure{Failure::Kind::outdated, "another version of kedge has made its tables"});
}

Answer<void> PostgresConnection::commit() {
  static const std::string keep_numbers = "UPDATE about SET moment = $1, path = $2, version = $3";
  static const std::string end = "COMMIT";
  if (has_new_numbers_)
    KEDGE_DO(change(keep_numbers, {wire_number(moment_), wire_number(path_), wire_number(version_)}, Numbered::none));
  expected_.clear();
  const Answer<Table> done = ask(end, {});
  is_in_transaction_ = false;
  known_.clear();
  if (done) return {};
  if (!done.error().unreachable()) return std::unexpected(done.error());
  // The answer may have been lost, and not the change. If that is not known, it must not be made again.
  KEDGE_TRY(const std::optional<bool> committed, has_committed());
  if (!committed) return std::unexpected(Failure{Failure::Kind::unknown, "the server went away during the commit"});
  return *committed ? Answer<void>() : std::unexpected(done.error());
}

Answer<std::optional<bool>> PostgresConnection::has_committed() {
  static const std::string sql = "SELECT txid_status($1)";
  constexpr int most_attempts = 10;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(pause_after_failure);
    last_failure_.reset();
    const Answer<Table> table = ask(sql, {wire_number(transaction_)});
    if (!table && !table.error().unreachable() && !table.error().outdated()) return std::unexpected(table.error());
    if (!table || table->rows != 1) continue;
    const std::string_view status = table->cells[0].value_or(std::string_view());
    if (status == "in progress") continue;
    connection_number_ = 0;  // the next answer begins anew, as after every connection that was lost
    return status == "committed";
  }
  return std::optional<bool>();
}

void PostgresConnection::roll_back() noexcept try {
  static const std::string sql = "ROLLBACK";
  forget_transaction();
  expected_.clear();
  if (!std::exchange(is_in_transaction_, false) || is_lost_) return;
  const WaitingQuery query{&sql, {}};
  [[maybe_unused]] const Answer<std::vector<Table>> done = send({&query, 1}, false);
} catch (...) {  // NOLINT(bugprone-empty-catch): without memory, the next transaction rolls this one back
}

Answer<void> PostgresConnection::make_tables() {
  static const std::string begin_writing = "BEGIN";
  // Whoever makes or changes tables is alone: two at once would collide over their names.
  static const std::string alone = "SELECT pg_advisory_xact_lock(1801807975)";
  static const std::string end = "COMMIT", take_back = "ROLLBACK";
  const std::vector<std::string> first = begin_schema_statements(schema_);
  std::vector<WaitingQuery> queries{{&begin_writing, {}}, {&alone, {}}};
  for (const std::string& statement : first) queries.push_back({&statement, {}});
  KEDGE_TRY(const std::vector<Table> answers, send(queries, true));
  const bool is_new = answers.empty() || answers.back().rows == 0;
  tables_ = is_new ? 0 : number_in(answers.back().cells[0].value_or(std::string_view()));
  const bool is_later = tables_ > schema_version;
  const std::vector<std::string> then = is_later ? std::vector<std::string>() : finish_schema_statements(tables_);
  queries.clear();
  for (const std::string& statement : then) queries.push_back({&statement, {}});
  queries.push_back({is_later ? &take_back : &end, {}});
  KEDGE_DO(send(queries, false));
  return {};
}

class PostgresPlace final : public DatabasePlace {
 public:
  PostgresPlace(PostgresSettings settings, std::unique_ptr<Channel> channel)
      : settings_(std::move(settings)), channel_(std::move(channel)) {}

  std::string path() const override { return concat(settings_.where, " (schema ", settings_.schema, ')'); }
  std::expected<sql::Database, UnusableFile> open() override {
    if (!channel_) return std::unexpected(UnusableFile{.problem = "kedge-postgres cannot be started", .unreachable = true});
    Answer<std::unique_ptr<PostgresConnection>> connection = PostgresConnection::open(settings_, channel_);
    if (!connection) return unusable(connection.error());
    Answer<void> begun = (*connection)->begin();
    if (!begun && begun.error().outdated() && (*connection)->tables() < schema_version) {
      if (const Answer<void> made = (*connection)->make_tables(); !made) return unusable(made.error());
      if ((*connection)->tables() <= schema_version) begun = (*connection)->begin();
    }
    if ((*connection)->tables() > schema_version) {
      return std::unexpected(UnusableFile{concat("a later version of kedge has made its tables (version ",
                                                 (*connection)->tables(), ", and this kedge knows ", schema_version, ')')});
    }
    if (!begun) return unusable(begun.error());
    (*connection)->roll_back();
    return sql::Database(*std::move(connection));
  }
  bool is_shared() const override { return true; }
  bool still_there() override { return true; }
  bool set_aside() override { return false; }
  std::string path_aside() const override { return path(); }

 private:
  static std::unexpected<UnusableFile> unusable(const Failure& failure) {
    return std::unexpected(UnusableFile{.problem = failure.message, .unreachable = failure.unreachable()});
  }

  PostgresSettings settings_;
  std::shared_ptr<Channel> channel_;
};

}  // namespace

}  // namespace postgres

std::unique_ptr<DatabasePlace> postgres_place(PostgresSettings settings, std::unique_ptr<postgres::Channel> channel) {
  return std::make_unique<postgres::PostgresPlace>(std::move(settings), std::move(channel));
}

}  // namespace kedge
