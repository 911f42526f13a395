#include "cli/store_check.hpp"

#include "store/database_place.hpp"

namespace kedge {

StoreCheck check_store(const DatabasePlace& place, sql::Database& database) {
  constexpr int answers = 20;
  StoreCheck check{.where = place.path()};
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < answers && check.problem.empty(); ++i) {
    if (const auto answer = database.number("SELECT bytes FROM about"); !answer) check.problem = answer.error().message;
  }
  check.answer = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin) / answers;
  return check;
}

Result<std::optional<StoreCheck>> check_store_of(const Arguments& arguments, const Workspace& workspace,
                                                 std::string_view command) {
  KEDGE_TRY(std::optional<PostgresSettings> settings, store_wanted(arguments, command));
  if (!settings) return std::optional<StoreCheck>();
  std::string where = settings->where;
  Result<std::unique_ptr<DatabasePlace>> place =
      shared_place(*std::move(settings), workspace.root().path(), start_store_program());
  if (!place && place.error().code != Code::store_unavailable) return std::unexpected(std::move(place).error());
  if (!place) return StoreCheck{.where = std::move(where), .problem = place.error().what};
  std::expected<sql::Database, UnusableFile> database = (*place)->open();
  if (!database) return StoreCheck{.where = (*place)->path(), .problem = database.error().problem};
  return check_store(**place, *database);
}

}  // namespace kedge
