// kedge-postgres: speaks with PostgreSQL for a kedge whose records are there, and is started by it. A program of its own,
// because libpq, with TLS and whatever else the site has configured for it, cannot be part of a static program, and needs files
// and sockets that a sandboxed server has given up. It starts a worker for whoever started it, and another one if that has
// ended (postgres/workers.hpp). A worker reads requests from standard input and writes answers to standard output
// (store/postgres_wire.hpp), and ends when its input does.
#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "postgres/workers.hpp"
#include "store/postgres_wire.hpp"

namespace kedge::postgres {
namespace {

using Clock = std::chrono::steady_clock;

struct Finish {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Result = std::unique_ptr<PGresult, Clear>;

// libpq ends its messages with a line break, and some have several lines.
std::string one_line(const char* message) {
  std::string line = message;
  for (const char blank : {'\n', '\t'}) std::ranges::replace(line, blank, ' ');
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// What came of a request: a frame to be sent.
struct Answered {
  Writer frame;
  bool is_lost = false;  // the connection is gone
};

Answered failed(std::string_view state, std::string_view message) {
  Writer frame(static_cast<char>(Reply::failed));
  frame.text(state);
  frame.text(message);
  return {std::move(frame)};
}

Answered lost(std::string_view message) {
  Writer frame(static_cast<char>(Reply::unreachable));
  frame.text(message);
  return {std::move(frame), true};
}

class Server {
 public:
  // Each connection has a number of its own.
  Server(Connecting connecting, std::uint32_t& connections_so_far)
      : connecting_(std::move(connecting)), connections_so_far_(connections_so_far) {}

  // Connects if there is no connection. None: there is one; else why not.
  std::optional<std::string> reach();
  Answered run(const std::vector<Query>& queries, bool begins_anew);
  Answered wait(std::chrono::milliseconds longest);

 private:
  Answered attempt(const std::vector<Query>& queries);
  bool send(const Query& query, std::vector<std::string>& prepared, std::size_t& expected);
  // Waits for the server as poll() does, until the deadline. False: it is over, or there is something to read at `also`.
  bool is_ready(short what, Clock::time_point until, int also = -1) const;
  // Sends what waits and reads what has come, until a result is there. False: too late, or the connection is gone.
  bool has_result(Clock::time_point until);
  Clock::time_point deadline() const { return Clock::now() + std::chrono::milliseconds(connecting_.longest); }
  void drop() {
    names_.clear();
    connection_.reset();
  }

  Connecting connecting_;
  std::unique_ptr<PGconn, Finish> connection_;
  std::map<std::string, std::string, std::less<>> names_;  // of prepared statements
  std::size_t names_so_far_ = 0;
  std::uint32_t& connections_so_far_;
};

bool Server::is_ready(short what, Clock::time_point until, int also) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    std::array waited{pollfd{PQsocket(connection_.get()), what, 0}, pollfd{also, POLLIN, 0}};
    const int ready = ::poll(waited.data(), waited.size(), static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if (ready > 0) return waited[1].revents == 0;
    if (ready < 0 && errno != EINTR) return false;
  }
}

std::optional<std::string> Server::reach() {
  if (connection_ && PQstatus(connection_.get()) == CONNECTION_OK) return std::nullopt;
  drop();
  // What the URL or the service file says of these counts more.
  const std::array keywords{"connect_timeout",
                            "keepalives_idle",
                            "keepalives_interval",
                            "keepalives_count",
                            "tcp_user_timeout",
                            "fallback_application_name",
                            "dbname",
                            static_cast<const char*>(nullptr)};
  const std::array values{"5", "5", "2", "3", "10000", "kedge", connecting_.where.c_str(), static_cast<const char*>(nullptr)};
  connection_.reset(PQconnectStartParams(keywords.data(), values.data(), 1));
  if (!connection_) return "out of memory";
  const Clock::time_point until = deadline();
  for (PostgresPollingStatusType state = PGRES_POLLING_WRITING;;) {
    if (PQstatus(connection_.get()) == CONNECTION_BAD || state == PGRES_POLLING_FAILED) break;
    if (state == PGRES_POLLING_OK) break;
    if (!is_ready(state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until)) {
      drop();
      return "it does not answer";
    }
    state = PQconnectPoll(connection_.get());
  }
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    std::string why = one_line(PQerrorMessage(connection_.get()));
    drop();
    return why;
  }
  ++connections_so_far_;
  PQsetnonblocking(connection_.get(), 1);
  PQsetClientEncoding(connection_.get(), "UTF8");
  if (!connecting_.first.empty()) {
    const std::string first = connecting_.first;
    const Answered done = attempt({{first, {}}});
    if (done.is_lost) return "the connection was closed";
  }
  return std::nullopt;
}

bool Server::has_result(Clock::time_point until) {
  for (;;) {
    const int waiting = PQflush(connection_.get());
    if (waiting < 0) return false;
    if (PQisBusy(connection_.get()) == 0) return true;  // it has come with the one before
    if (PQconsumeInput(connection_.get()) == 0) return false;
    if (PQisBusy(connection_.get()) == 0) return true;
    if (!is_ready(static_cast<short>(waiting > 0 ? POLLIN | POLLOUT : POLLIN), until)) return false;
  }
}

bool Server::send(const Query& query, std::vector<std::string>& prepared, std::size_t& expected) {
  const std::string sql(query.sql);
  const auto count = static_cast<int>(query.values.size());
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;
  for (const Value& value : query.values) {
    values.push_back(value ? (value->empty() ? "" : value->data()) : nullptr);
    lengths.push_back(value ? static_cast<int>(value->size()) : 0);
    formats.push_back(1);
  }
  constexpr int as_bytes = 1;
  if (!connecting_.keeps_names) {
    ++expected;
    return PQsendQueryParams(connection_.get(), sql.c_str(), count, nullptr, values.data(), lengths.data(), formats.data(),
                             as_bytes) == 1;
  }
  auto name = names_.find(sql);
  if (name == names_.end()) {
    name = names_.emplace(sql, "kedge" + std::to_string(++names_so_far_)).first;
    prepared.push_back(sql);
    ++expected;
    if (PQsendPrepare(connection_.get(), name->second.c_str(), sql.c_str(), count, nullptr) != 1) return false;
  }
  ++expected;
  return PQsendQueryPrepared(connection_.get(), name->second.c_str(), count, values.data(), lengths.data(), formats.data(),
                             as_bytes) == 1;
}

void add(Writer& frame, const Result& table) {
  const int rows = PQntuples(table.get());
  const int columns = PQnfields(table.get());
  frame.number(static_cast<std::uint32_t>(rows));
  frame.number(static_cast<std::uint32_t>(columns));
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (PQgetisnull(table.get(), row, column) != 0) {
        frame.value(std::nullopt);
      } else {
        frame.value(std::string_view(PQgetvalue(table.get(), row, column),
                                     static_cast<std::size_t>(PQgetlength(table.get(), row, column))));
      }
    }
  }
}

Answered Server::attempt(const std::vector<Query>& queries) {
  const auto gone = [&](std::string_view otherwise) {
    const std::string why = one_line(PQerrorMessage(connection_.get()));
    drop();
    return lost(why.empty() ? std::string(otherwise) : why);
  };
  if (PQenterPipelineMode(connection_.get()) != 1) return gone("the connection cannot be used");
  std::vector<std::string> prepared;  // by this request
  std::size_t expected = 0;
  for (const Query& query : queries) {
    if (!send(query, prepared, expected)) return gone("nothing can be sent");
  }
  if (PQpipelineSync(connection_.get()) != 1) return gone("nothing can be sent");
  const Clock::time_point until = deadline();
  std::vector<Result> tables;
  std::optional<Answered> failure;
  for (bool is_done = false; !is_done;) {
    if (!has_result(until)) return gone("it does not answer");
    Result result(PQgetResult(connection_.get()));
    if (!result) {
      if (PQstatus(connection_.get()) != CONNECTION_OK) return gone("the connection was closed");
      continue;  // between two statements
    }
    switch (PQresultStatus(result.get())) {
      case PGRES_PIPELINE_SYNC: is_done = true; break;
      case PGRES_PIPELINE_ABORTED:
      case PGRES_COMMAND_OK: break;
      case PGRES_TUPLES_OK: tables.push_back(std::move(result)); break;
      default: {
        if (PQstatus(connection_.get()) != CONNECTION_OK) return gone("the connection was closed");
        const char* const state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
        if (!failure) failure = failed(state == nullptr ? "" : state, one_line(PQresultErrorMessage(result.get())));
      }
    }
  }
  PQexitPipelineMode(connection_.get());
  if (failure) {
    // Those after the failure were not prepared, and which they are is not told.
    for (const std::string& sql : prepared) names_.erase(sql);
    return *std::move(failure);
  }
  Writer frame(static_cast<char>(Reply::rows));
  frame.number(connections_so_far_);
  frame.number(static_cast<std::uint32_t>(tables.size()));
  for (const Result& table : tables) add(frame, table);
  return {std::move(frame)};
}

Answered Server::run(const std::vector<Query>& queries, bool begins_anew) {
  const bool is_connected = connection_ && PQstatus(connection_.get()) == CONNECTION_OK;
  // What was begun on a connection that is gone cannot be continued on another.
  if (!is_connected && !begins_anew) return lost("the connection was closed");
  if (const auto why = reach()) return lost(*why);
  if (begins_anew && PQtransactionStatus(connection_.get()) != PQTRANS_IDLE) {
    if (attempt({{"ROLLBACK", {}}}).is_lost) {
      if (const auto why = reach()) return lost(*why);
    }
  }
  Answered answer = attempt(queries);
  if (!answer.is_lost || !begins_anew || !is_connected) return answer;
  // A server that was restarted closes its connections, and is noticed by the next request only.
  if (const auto why = reach()) return lost(*why);
  return attempt(queries);
}

Answered Server::wait(std::chrono::milliseconds longest) {
  if (const auto why = reach()) return lost(*why);
  const Clock::time_point until = Clock::now() + longest;
  std::vector<std::string> told;
  for (;;) {
    if (PQconsumeInput(connection_.get()) == 0) {
      const std::string why = one_line(PQerrorMessage(connection_.get()));
      drop();
      return lost(why);
    }
    while (PGnotify* const one = PQnotifies(connection_.get())) {
      told.emplace_back(one->extra);
      PQfreemem(one);
    }
    constexpr int standard_input = 0;  // somebody who asks for something else does not want to wait any longer
    if (!told.empty() || !is_ready(POLLIN, until, standard_input)) break;
  }
  Writer frame(static_cast<char>(Reply::told));
  frame.number(static_cast<std::uint32_t>(told.size()));
  frame.number(1);
  for (const std::string& text : told) frame.value(text);
  return {std::move(frame)};
}

bool put(Answered answer) {
  const std::string_view bytes = answer.frame.finish();
  return std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0;
}

std::optional<std::string> next_request() {
  std::uint32_t size = 0;
  if (std::fread(&size, sizeof size, 1, stdin) != 1 || size == 0 || size > largest_frame) return std::nullopt;
  std::string bytes(size, '\0');
  if (std::fread(bytes.data(), 1, size, stdin) != size) return std::nullopt;
  return bytes;
}

constexpr std::uint32_t connections_of_a_worker = 1U << 16U;

int serve(int worker) {
  // Nothing is read ahead: wait() has to see that the next request is there.
  std::setvbuf(stdin, nullptr, _IONBF, 0);
  // Among those of all workers: what was begun on a connection cannot be continued on one of another worker either.
  std::uint32_t connections_so_far = static_cast<std::uint32_t>(worker) * connections_of_a_worker;
  std::optional<Server> server;
  while (const std::optional<std::string> bytes = next_request()) {
    Reader request(*bytes);
    const auto what = static_cast<Ask>(request.byte());
    if (what == Ask::connect) {
      const std::optional<Connecting> wanted = read_connecting(request);
      if (!wanted) {
        if (!put(lost("kedge-postgres is of another version than kedge"))) return 1;
        continue;
      }
      server.emplace(*wanted, connections_so_far);
      const std::optional<std::string> why = server->reach();
      if (!put(why ? lost(*why) : server->run({{"SELECT version()", {}}}, true))) return 1;
    } else if (what == Ask::run && server) {
      const bool begins_anew = (request.byte() & begins_anew_bit) != 0;
      std::vector<Query> queries;
      while (!request.is_at_end() && !request.is_broken()) queries.push_back(read_query(request));
      if (request.is_broken()) return 2;
      if (!put(server->run(queries, begins_anew))) return 1;
    } else if (what == Ask::wait && server) {
      if (!put(server->wait(std::chrono::milliseconds(request.number())))) return 1;
    } else {
      return 2;
    }
  }
  return 0;
}

}  // namespace
}  // namespace kedge::postgres

int main() { return kedge::postgres::serve(kedge::postgres::become_a_worker()); }
