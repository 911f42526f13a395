#include "store/purge.hpp"

#include "store/call_count_table.hpp"

namespace kedge {
namespace {

using sql::Answer;

constexpr const char* all_tables = R"(
DELETE FROM content; DELETE FROM change; DELETE FROM record; DELETE FROM event; DELETE FROM showing; DELETE FROM log;
DELETE FROM version; DELETE FROM path;
)";

Answer<void> purge_path(sql::Database& database, const std::string& name) {
  KEDGE_TRY(const auto path, database.number("SELECT id FROM path WHERE name = ?", std::string_view(name)));
  if (!path) return {};
  KEDGE_DO(database.run("DELETE FROM record WHERE moment IN (SELECT record FROM change WHERE path = ?1 OR destination = ?1)",
                        *path));
  KEDGE_DO(database.run("DELETE FROM change WHERE record NOT IN (SELECT moment FROM record)"));
  KEDGE_DO(database.run("DELETE FROM content WHERE version IN (SELECT id FROM version WHERE path = ?)", *path));
  KEDGE_DO(database.run("DELETE FROM event WHERE path = ?", *path));
  KEDGE_DO(database.run("DELETE FROM showing WHERE path = ?", *path));
  KEDGE_DO(database.run("DELETE FROM version WHERE path = ?", *path));
  return database.run("DELETE FROM path WHERE id = ?", *path);
}

}  // namespace

Answer<RecordHoldings> holdings_of(sql::Database& database) {
  const auto number = [&](const char* sql) { return database.number(sql); };
  KEDGE_TRY(const auto changes, number("SELECT count(*) FROM record"));
  KEDGE_TRY(const auto versions, number("SELECT count(*) FROM content"));
  KEDGE_TRY(const auto files, number("SELECT count(*) FROM path"));
  KEDGE_TRY(const auto bytes, number("SELECT bytes FROM about"));
  KEDGE_TRY(const auto since, number("SELECT min(time) FROM log"));
  return RecordHoldings{static_cast<std::uint64_t>(changes.value_or(0)), static_cast<std::uint64_t>(versions.value_or(0)),
                        static_cast<std::uint64_t>(files.value_or(0)), static_cast<std::uint64_t>(bytes.value_or(0)), since};
}

Answer<void> purge(sql::Database& database, std::span<const std::string> paths) {
  if (paths.empty()) KEDGE_DO(database.run_all(all_tables));
  if (paths.empty()) KEDGE_DO(forget_call_counts(database));
  for (const std::string& path : paths) KEDGE_DO(purge_path(database, path));
  return database.run(
      "UPDATE about SET bytes = (SELECT ifnull(sum(size), 0) FROM version) + (SELECT"
      " ifnull(sum(length(forward) + length(backward) + length(ifnull(attributes, ''))), 0) FROM change)");
}

}  // namespace kedge
