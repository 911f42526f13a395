#include "store/call_count_table.hpp"

#include <algorithm>

#include "support/utf8.hpp"

namespace kedge {
namespace {

using sql::Answer;

constexpr std::size_t longest_client_name = 64;
constexpr std::string_view nameless_client = "unnamed";

constexpr const char* count_tables = R"(
CREATE TABLE IF NOT EXISTS call_count(
  client TEXT NOT NULL, dialect TEXT NOT NULL, calls INTEGER NOT NULL, changes INTEGER NOT NULL, refusals INTEGER NOT NULL,
  repairs INTEGER NOT NULL, retries INTEGER NOT NULL, since INTEGER NOT NULL,
  PRIMARY KEY(client, dialect)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS call_refusal(
  client TEXT NOT NULL, dialect TEXT NOT NULL, code TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(client, dialect, code)) STRICT, WITHOUT ROWID;
)";

// The name comes from the client, so it is cut; broken characters would be refused by the database's readers.
std::string counted_name(std::string_view client) {
  if (client.empty() || !is_utf8(client)) return std::string(nameless_client);
  std::size_t end = std::min(client.size(), longest_client_name);
  while (end < client.size() && end > 0 && (static_cast<unsigned char>(client[end]) & 0xC0U) == 0x80U) --end;
  return std::string(client.substr(0, end));
}

std::int64_t signed_of(std::uint64_t number) { return static_cast<std::int64_t>(number); }

Answer<bool> has_tables(sql::Database& database) {
  KEDGE_TRY(const auto count,
            database.number("SELECT count(*) FROM sqlite_schema WHERE name IN ('call_count', 'call_refusal')"));
  return count == 2;
}

Answer<void> add_counts(sql::Database& database, const CallCounts& counts) {
  KEDGE_DO(
      database.run("INSERT INTO call_count VALUES(CASE WHEN EXISTS(SELECT 1 FROM call_count WHERE client = ?1)"
                   " OR (SELECT count(DISTINCT client) FROM call_count) < ?9 THEN ?1 ELSE ?10 END,"
                   " ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT(client, dialect) DO UPDATE SET calls = calls + excluded.calls,"
                   " changes = changes + excluded.changes, refusals = refusals + excluded.refusals,"
                   " repairs = repairs + excluded.repairs, retries = retries + excluded.retries",
                   std::string_view(counts.client), std::string_view(counts.dialect), signed_of(counts.calls),
                   signed_of(counts.changes), signed_of(counts.refusals), signed_of(counts.repairs), signed_of(counts.retries),
                   counts.since, signed_of(most_counted_clients), other_clients));
  for (const auto& [code, count] : counts.by_code) {
    KEDGE_DO(
        database.run("INSERT INTO call_refusal VALUES(CASE WHEN EXISTS(SELECT 1 FROM call_count WHERE client = ?1)"
                     " THEN ?1 ELSE ?5 END, ?2, ?3, ?4)"
                     " ON CONFLICT(client, dialect, code) DO UPDATE SET count = count + excluded.count",
                     std::string_view(counts.client), std::string_view(counts.dialect), std::string_view(code),
                     signed_of(count), other_clients));
  }
  return {};
}

void add_to(CallCounts& sum, const CallCounts& more) {
  sum.calls += more.calls;
  sum.changes += more.changes;
  sum.refusals += more.refusals;
  sum.repairs += more.repairs;
  sum.retries += more.retries;
  sum.since = sum.since == 0 ? more.since : std::min(sum.since, more.since);
  for (const auto& [code, count] : more.by_code) sum.by_code[code] += count;
}

using CountsByName = std::map<std::pair<std::string, std::string>, CallCounts>;

Answer<CountsByName> written_counts(sql::Database& database) {
  CountsByName found;
  KEDGE_TRY(const bool has_any, has_tables(database));
  if (!has_any) return found;
  const auto number = [](const sql::Rows& rows, int column) { return static_cast<std::uint64_t>(rows.number(column)); };
  {
    KEDGE_TRY(sql::Rows rows, database.rows("SELECT client, dialect, calls, changes, refusals, repairs, retries, since"
                                            " FROM call_count"));
    while (true) {
      KEDGE_TRY(const bool more, rows.next());
      if (!more) break;
      CallCounts counts{.client = std::string(rows.text(0)),
                        .dialect = std::string(rows.text(1)),
                        .calls = number(rows, 2),
                        .changes = number(rows, 3),
                        .refusals = number(rows, 4),
                        .repairs = number(rows, 5),
                        .retries = number(rows, 6),
                        .since = rows.number(7)};
      std::pair key(counts.client, counts.dialect);
      found.emplace(std::move(key), std::move(counts));
    }
  }
  KEDGE_TRY(sql::Rows rows, database.rows("SELECT client, dialect, code, count FROM call_refusal"));
  while (true) {
    KEDGE_TRY(const bool more, rows.next());
    if (!more) return found;
    const auto counts = found.find({std::string(rows.text(0)), std::string(rows.text(1))});
    if (counts != found.end()) counts->second.by_code.emplace(rows.text(2), number(rows, 3));
  }
}

}  // namespace

void WaitingCounts::add(const CountedCall& call) {
  std::string client = counted_name(call.client);
  std::pair key(client, call.dialect);
  // A server may be asked by any number of clients before it can write.
  if (counts_.size() >= most_counted_clients && !counts_.contains(key)) key.first = client = other_clients;
  CallCounts one{.client = std::move(client), .dialect = call.dialect, .calls = 1, .since = call.time};
  one.changes = call.is_change ? 1 : 0;
  one.repairs = call.is_repair ? 1 : 0;
  one.retries = call.is_retry ? 1 : 0;
  if (call.refusal) {
    one.refusals = 1;
    one.by_code.emplace(row_of(*call.refusal).name, 1);
  }
  const auto [place, is_new] = counts_.try_emplace(std::move(key), one);
  if (!is_new) add_to(place->second, one);
}

Answer<void> WaitingCounts::write(sql::Database& database) const {
  if (counts_.empty()) return {};
  KEDGE_TRY(const bool is_made, has_tables(database));
  if (!is_made) KEDGE_DO(database.run_all(count_tables));
  for (const auto& [name, counts] : counts_) KEDGE_DO(add_counts(database, counts));
  return {};
}

Answer<std::vector<CallCounts>> WaitingCounts::all(sql::Database& database) const {
  KEDGE_TRY(CountsByName sums, written_counts(database));
  for (const auto& [name, counts] : counts_) {
    const auto [place, is_new] = sums.try_emplace(name, counts);
    if (!is_new) add_to(place->second, counts);
  }
  std::vector<CallCounts> all;
  for (auto& [name, counts] : sums) all.push_back(std::move(counts));
  return all;
}

Answer<void> forget_call_counts(sql::Database& database) {
  KEDGE_TRY(const bool has_any, has_tables(database));
  return has_any ? database.run_all("DELETE FROM call_count; DELETE FROM call_refusal;") : Answer<void>();
}

}  // namespace kedge
