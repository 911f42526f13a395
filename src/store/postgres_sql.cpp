#include "store/postgres_sql.hpp"

#include <algorithm>
#include <array>

#include "support/strings.hpp"

namespace kedge::postgres {
namespace {

// As in schema.cpp. Texts are bytes: names of files need not be UTF-8. `about` also has the last number of each table that is
// numbered by its writers: whoever locks its row is the only one who writes.
constexpr std::string_view table_about = R"(
CREATE TABLE IF NOT EXISTS about(
  salt bytea NOT NULL, bytes bigint NOT NULL, swept bigint NOT NULL, tables bigint NOT NULL, moment bigint NOT NULL,
  path bigint NOT NULL, version bigint NOT NULL, secret bytea NOT NULL) WITH (fillfactor = 10)
)";
constexpr std::string_view tables = R"(
CREATE TABLE IF NOT EXISTS path(id bigint PRIMARY KEY, name bytea NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS version(
  id bigint PRIMARY KEY, path bigint NOT NULL, digest bytea NOT NULL, tag bigint, last bigint, size bigint,
  UNIQUE(path, digest), UNIQUE(path, tag));
CREATE INDEX IF NOT EXISTS version_kept ON version(last) WHERE size IS NOT NULL;
CREATE TABLE IF NOT EXISTS content(version bigint PRIMARY KEY, bytes bytea NOT NULL);
CREATE TABLE IF NOT EXISTS log(moment bigint PRIMARY KEY, time bigint NOT NULL, session bytea NOT NULL);
CREATE TABLE IF NOT EXISTS event(
  path bigint NOT NULL, moment bigint NOT NULL, version bigint NOT NULL, kind bigint NOT NULL,
  PRIMARY KEY(path, moment, version));
CREATE TABLE IF NOT EXISTS showing(
  path bigint NOT NULL, session bytea NOT NULL, version bigint NOT NULL, last bigint NOT NULL, lines bytea NOT NULL,
  numbered bytea NOT NULL, read bytea NOT NULL, refused bytea NOT NULL, cut bytea NOT NULL,
  PRIMARY KEY(path, session, version));
CREATE INDEX IF NOT EXISTS showing_last ON showing(path, session, last);
CREATE TABLE IF NOT EXISTS record(
  moment bigint PRIMARY KEY, kind bigint NOT NULL, summary bytea NOT NULL, call bytea NOT NULL, takes_back bytea NOT NULL,
  undone bigint NOT NULL, client bytea NOT NULL DEFAULT '', reviewed bigint NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS record_call ON record(call);
CREATE INDEX IF NOT EXISTS record_applied ON record(moment) WHERE kind <= 1 AND undone = 0;
CREATE TABLE IF NOT EXISTS change(
  id bigserial PRIMARY KEY, record bigint NOT NULL, path bigint NOT NULL, destination bigint, before bigint, after bigint,
  forward bytea NOT NULL, backward bytea NOT NULL, executable_before bigint, executable_after bigint,
  attributes bytea, folders bigint NOT NULL DEFAULT 0, withheld bytea NOT NULL DEFAULT '', lines bytea NOT NULL DEFAULT '');
CREATE INDEX IF NOT EXISTS change_record ON change(record);
CREATE INDEX IF NOT EXISTS change_before ON change(before) WHERE before IS NOT NULL;
CREATE INDEX IF NOT EXISTS change_after ON change(after) WHERE after IS NOT NULL;
CREATE TABLE IF NOT EXISTS call_count(
  client bytea NOT NULL, dialect bytea NOT NULL, calls bigint NOT NULL, changes bigint NOT NULL, refusals bigint NOT NULL,
  repairs bigint NOT NULL, retries bigint NOT NULL, since bigint NOT NULL, PRIMARY KEY(client, dialect));
CREATE TABLE IF NOT EXISTS call_refusal(
  client bytea NOT NULL, dialect bytea NOT NULL, code bytea NOT NULL, count bigint NOT NULL,
  PRIMARY KEY(client, dialect, code));
CREATE TABLE IF NOT EXISTS lease(tree bytea PRIMARY KEY, holder bytea NOT NULL, until bigint NOT NULL, epoch bigint NOT NULL);
CREATE TABLE IF NOT EXISTS post(
  number bigserial PRIMARY KEY, time timestamptz NOT NULL DEFAULT now(), sender bytea NOT NULL, receiver bytea NOT NULL,
  message bytea NOT NULL);
CREATE INDEX IF NOT EXISTS post_receiver ON post(receiver, number);
CREATE TABLE IF NOT EXISTS viewer(id bytea PRIMARY KEY, answers bigint NOT NULL, until timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS used_state(number bigint PRIMARY KEY, until bigint NOT NULL);
)";

constexpr std::string_view first_row = R"(
INSERT INTO about SELECT convert_to(substr(md5(random()::text), 1, 4), 'UTF8'), 0, 0, VERSION, 0, 0, 0,
  decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') WHERE NOT EXISTS(SELECT 1 FROM about)
)";

// From an earlier version to the next one: what the statements above do not do, which make what is missing.
struct SchemaStep {
  std::int64_t to;
  std::string_view statements;
};
constexpr std::array steps{
    SchemaStep{9, "DROP TABLE IF EXISTS happening"},  // `post` is in its place
};

struct Setting {
  std::string_view name;
  std::string_view value;
};

// Planning a join of five tables takes longer than making it: one plan serves all values, and tables are joined as it is
// written.
constexpr std::array settings{Setting{"lock_timeout", "8000"}, Setting{"idle_in_transaction_session_timeout", "4000"},
                              Setting{"plan_cache_mode", "force_generic_plan"}, Setting{"join_collapse_limit", "1"},
                              Setting{"jit", "off"}};

struct Difference {
  std::string_view sqlite;
  Translated postgres;
};

using Kind = Translated::Kind;

// By how the statement begins.
const std::array differences{
    Difference{"SELECT salt FROM about", {"SELECT salt FROM about", Kind::known, Numbered::none, 5}},
    Difference{"PRAGMA", {"", Kind::nothing}},
    Difference{"SELECT seq FROM sqlite_sequence", {"SELECT moment FROM about"}},
    Difference{"SELECT count(*) FROM sqlite_schema", {"SELECT 2::bigint", Kind::known, Numbered::none, 6}},
    // Two conditions joined by OR would read the whole table for each step.
    Difference{
        "WITH RECURSIVE near",
        {"WITH RECURSIVE near(version, length) AS (SELECT $1::bigint, 0::bigint UNION SELECT next, length + 1 FROM near"
         " CROSS JOIN LATERAL (SELECT after AS next FROM change WHERE before = near.version AND withheld = ''"
         " UNION ALL SELECT before FROM change WHERE after = near.version AND withheld = '') AS step"
         " WHERE length < $2 AND next IS NOT NULL)"
         " SELECT length FROM near JOIN version ON version.id = near.version WHERE size IS NOT NULL ORDER BY length LIMIT 1"}},
    Difference{"INSERT INTO path(name)", {"INSERT INTO path(name, id) VALUES($1, $2)", Kind::change, Numbered::path}},
    Difference{"INSERT INTO version(path, digest)",
               {"INSERT INTO version(path, digest, id) VALUES($1, $2, $3)", Kind::change, Numbered::version}},
    Difference{"INSERT INTO log(time, session)",
               {"INSERT INTO log(time, session, moment) VALUES($1, $2, $3)", Kind::change, Numbered::moment}},
    Difference{"UPDATE version SET last = max(",
               {"UPDATE version SET last = greatest(coalesce(last, 0), $2) WHERE id = $1", Kind::change}},
    Difference{"INSERT OR IGNORE INTO event",
               {"INSERT INTO event VALUES($1, $2, $3, $4) ON CONFLICT DO NOTHING", Kind::change}},
    Difference{
        "REPLACE INTO showing",
        {"INSERT INTO showing VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT(path, session, version) DO UPDATE SET"
         " last = excluded.last, lines = excluded.lines, numbered = excluded.numbered, read = excluded.read,"
         " refused = excluded.refused, cut = excluded.cut",
         Kind::change}},
    // In milliseconds of the server's clock, which is the same for all hosts. What is left of the time, and how much there is.
    Difference{"SELECT holder, until FROM lease",
               {"SELECT holder, until - (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM lease WHERE tree = $1"}},
    Difference{"REPLACE INTO lease",
               {"INSERT INTO lease VALUES($1, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $3, 1)"
                " ON CONFLICT(tree) DO UPDATE SET holder = excluded.holder, until = excluded.until,"
                " epoch = lease.epoch + (lease.holder <> excluded.holder)::int",
                Kind::change}},
    Difference{"REPLACE INTO content",
               {"INSERT INTO content VALUES($1, $2) ON CONFLICT(version) DO UPDATE SET bytes = excluded.bytes", Kind::change}},
    Difference{"SELECT iif(?2, forward",
               {"SELECT CASE WHEN $2::bigint <> 0 THEN forward ELSE backward END FROM change WHERE id = $1"}},
    Difference{"SELECT moment FROM record WHERE ?2 = ''",
               {"SELECT moment FROM record WHERE $2::bytea = '' OR EXISTS(SELECT 1 FROM change JOIN path"
                " ON path.id = change.path OR path.id = change.destination WHERE change.record = record.moment"
                " AND (path.name = $2 OR substr(path.name, 1, length($3::bytea)) = $3)) ORDER BY moment DESC LIMIT $1"}},
    Difference{"SELECT record.moment FROM record JOIN log ON log.moment = record.moment WHERE kind <= 1 AND NOT undone",
               {"SELECT record.moment FROM record JOIN log ON log.moment = record.moment WHERE kind <= 1 AND undone = 0"
                " AND ($1::bytea IS NULL OR session = $1) ORDER BY record.moment DESC LIMIT 1"}},
    Difference{"SELECT record.moment FROM record JOIN log ON log.moment = record.moment WHERE call = ?2",
               {"SELECT record.moment FROM record JOIN log ON log.moment = record.moment WHERE call = $2 AND kind <= 1"
                " AND ($1::bytea IS NULL OR session = $1) ORDER BY record.moment DESC LIMIT 1"}},
    Difference{
        "SELECT sum(length(forward)",
        {"SELECT sum(length(forward) + length(backward) + length(coalesce(attributes, ''))) FROM change WHERE record = $1"}},
    Difference{"UPDATE about SET bytes = (SELECT",
               {"UPDATE about SET bytes = (SELECT coalesce(sum(size), 0)::bigint FROM version) + (SELECT"
                " coalesce(sum(length(forward) + length(backward) + length(coalesce(attributes, ''))), 0)::bigint FROM change)",
                Kind::change}},
    Difference{"UPDATE about SET bytes = bytes +", {"UPDATE about SET bytes = bytes + $1", Kind::change}},
    Difference{"INSERT INTO call_count",
               {"INSERT INTO call_count VALUES(CASE WHEN EXISTS(SELECT 1 FROM call_count WHERE client = $1)"
                " OR (SELECT count(DISTINCT client) FROM call_count) < $9 THEN $1 ELSE $10 END, $2, $3, $4, $5, $6, $7, $8)"
                " ON CONFLICT(client, dialect) DO UPDATE SET calls = call_count.calls + excluded.calls,"
                " changes = call_count.changes + excluded.changes, refusals = call_count.refusals + excluded.refusals,"
                " repairs = call_count.repairs + excluded.repairs, retries = call_count.retries + excluded.retries",
                Kind::change}},
    Difference{"INSERT INTO call_refusal",
               {"INSERT INTO call_refusal VALUES(CASE WHEN EXISTS(SELECT 1 FROM call_count WHERE client = $1)"
                " THEN $1 ELSE $5 END, $2, $3, $4)"
                " ON CONFLICT(client, dialect, code) DO UPDATE SET count = call_refusal.count + excluded.count",
                Kind::change}},
};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// ? and ?2 become $1 and $2. REQUIRES: no text in quotes has a question mark.
std::string with_numbered_values(std::string_view sql) {
  std::string out;
  int last = 0;
  for (std::size_t at = 0; at < sql.size(); ++at) {
    if (sql[at] != '?') {
      out += sql[at];
    } else if (at + 1 < sql.size() && sql[at + 1] >= '1' && sql[at + 1] <= '9') {
      out += '$';
    } else {
      append(out, concat('$', ++last));
    }
  }
  return out;
}

bool changes_rows(std::string_view sql) {
  return sql.starts_with("INSERT") || sql.starts_with("UPDATE") || sql.starts_with("DELETE");
}

}  // namespace

Translated translated(std::string_view sqlite) {
  for (const Difference& difference : differences) {
    if (sqlite.starts_with(difference.sqlite)) return difference.postgres;
  }
  std::string sql = with_numbered_values(sqlite);
  replace_all(sql, "ifnull(", "coalesce(");
  replace_all(sql, " INDEXED BY showing_last", "");
  replace_all(sql, "CROSS JOIN", "JOIN");
  const Kind kind = changes_rows(sql) ? Kind::change : Kind::rows;
  return {std::move(sql), kind};
}

sql::Failure::Kind failure_of(std::string_view state) {
  using Failure = sql::Failure;
  if (state == "53100") return Failure::Kind::no_space;
  if (state == "55P03" || state == "40001" || state == "40P01") return Failure::Kind::busy;
  if (state == "42P01" || state == "42703" || state == "3F000") return Failure::Kind::outdated;  // a table or column is missing
  if (state.starts_with("08") || state.starts_with("57P") || state.starts_with("53")) return Failure::Kind::unreachable;
  return Failure::Kind::other;
}

std::string begin_session_statement(std::string_view schema) {
  std::string sql = concat("SELECT set_config('search_path', '", schema, "', false)");
  for (const Setting& setting : settings)
    append(sql, concat(", set_config('", setting.name, "', '", setting.value, "', false)"));
  return sql;
}

std::vector<std::string> transaction_settings() {
  std::vector<std::string> statements;
  statements.reserve(settings.size());
  for (const Setting& setting : settings) statements.push_back(concat("SET LOCAL ", setting.name, " TO ", setting.value));
  return statements;
}

std::vector<std::string> begin_schema_statements(std::string_view schema) {
  return {concat("CREATE SCHEMA IF NOT EXISTS ", schema), concat("SET LOCAL search_path TO ", schema), std::string(table_about),
          "SELECT tables FROM about FOR UPDATE"};
}

std::vector<std::string> finish_schema_statements(std::int64_t version_found) {
  std::vector<std::string> statements;
  const auto add = [&](std::string_view all) {
    for (const std::string_view one : split(all, ';')) {
      const std::string_view statement = one.substr(std::min(one.find_first_not_of(" \n"), one.size()));
      if (!statement.empty()) statements.emplace_back(statement);  // the answer to an empty one is neither rows nor success
    }
  };
  const std::string version = std::to_string(schema_version);
  for (const SchemaStep& step : steps) {
    if (version_found > 0 && version_found < step.to) add(step.statements);
  }
  add(tables);
  std::string row(first_row);
  replace_all(row, "VERSION", version);
  add(row);
  add(concat("UPDATE about SET tables = ", version));
  return statements;
}

}  // namespace kedge::postgres
