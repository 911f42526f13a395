#include "store/database_place.hpp"

#include "error/error.hpp"
#include "store/schema.hpp"

namespace kedge {
namespace {

sql::Answer<void> begin_records(sql::Database& database) {
  KEDGE_TRY(sql::Transaction transaction, sql::Transaction::begin(database));
  KEDGE_DO(make_schema(database));
  return transaction.commit();
}

std::unexpected<UnusableFile> unusable(const sql::Failure& failure) {
  return std::unexpected(UnusableFile{failure.message, failure.damaged()});
}

}  // namespace

std::expected<sql::Database, UnusableFile> with_tables(sql::Answer<sql::Database> database,
                                                       const std::function<sql::Answer<void>(sql::Database&)>& begin_log,
                                                       const std::function<std::optional<std::string>()>& made) {
  if (!database) return unusable(database.error());
  // In one transaction: another process may just be making the tables, and half of them would look like another program's.
  if (const sql::Answer<void> begun = database->run("BEGIN"); !begun) return unusable(begun.error());
  const sql::Answer<SchemaFound> found = schema_of(*database);
  [[maybe_unused]] const sql::Answer<void> ended = database->run("ROLLBACK");
  if (!found) return unusable(found.error());
  if (*found == SchemaFound::foreign) return std::unexpected(UnusableFile{"it is a database of another program"});
  if (*found == SchemaFound::newer) return std::unexpected(UnusableFile{"it was written by a later version of kedge"});
  if (*found == SchemaFound::damaged) return std::unexpected(UnusableFile{"its tables are not as they were made", true});
  // Checks the pages of a damaged file more closely, and makes no temporary files elsewhere.
  sql::Answer<void> ready = database->run_all("PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY");
  // An edit changes a few bytes in each of some twenty pages, and the log gets all of them whole: the smallest that there are.
  if (ready && *found == SchemaFound::none) ready = database->run("PRAGMA page_size=512");
  if (ready) ready = begin_log(*database);
  if (ready && (*found == SchemaFound::none || *found == SchemaFound::older)) {
    ready = begin_records(*database);
    if (ready) {
      if (std::optional<std::string> problem = made()) return std::unexpected(UnusableFile{*std::move(problem)});
    }
  }
  if (!ready) return unusable(ready.error());
  return *std::move(database);
}

}  // namespace kedge
