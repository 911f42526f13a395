#include "store/shared_records.hpp"

#include "error/error.hpp"

namespace kedge {

using sql::Answer;

Answer<std::optional<std::string>> secret_of_servers(sql::Database& database) {
  KEDGE_TRY(sql::Rows rows, database.rows("SELECT secret FROM about"));
  KEDGE_TRY(const bool found, rows.next());
  return found ? std::optional(std::string(rows.blob(0))) : std::nullopt;
}

Answer<bool> use_number_up(sql::Database& database, std::uint64_t number, std::int64_t now, std::int64_t until) {
  const auto id = static_cast<std::int64_t>(number);
  KEDGE_DO(database.run("DELETE FROM used_state WHERE until < ?", now));
  KEDGE_TRY(const auto before, database.number("SELECT 1 FROM used_state WHERE number = ?", id));
  if (before) return false;
  KEDGE_DO(database.run("INSERT INTO used_state VALUES(?, ?)", id, until));
  return true;
}

Answer<LeaseAnswer> lease_for(sql::Database& database, std::string_view tree, std::string_view holder,
                              std::chrono::milliseconds time) {
  LeaseAnswer answer{.is_ours = true};
  {
    KEDGE_TRY(sql::Rows rows, database.rows("SELECT holder, until FROM lease WHERE tree = ?", sql::Blob{tree}));
    KEDGE_TRY(const bool found, rows.next());
    answer.was_ours = found && rows.blob(0) == holder;
    if (found && !answer.was_ours && rows.number(1) > 0) return LeaseAnswer{};
  }
  KEDGE_DO(database.run("REPLACE INTO lease VALUES(?, ?, ?)", sql::Blob{tree}, sql::Blob{holder}, std::int64_t{time.count()}));
  return answer;
}

Answer<void> end_lease(sql::Database& database, std::string_view tree, std::string_view holder) {
  return database.run("UPDATE lease SET until = 0 WHERE tree = ? AND holder = ?", sql::Blob{tree}, sql::Blob{holder});
}

}  // namespace kedge
