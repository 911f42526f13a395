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

}  // namespace kedge
