// kedge store: moves the records of a root to the server that --store names, and looks whether that can be used.
#include <array>

#include "cli/command.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/store_check.hpp"
#include "cli/usage.hpp"
#include "store/copy_records.hpp"
#include "store/database_file.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> store_positionals{{
    {"ACTION",
     "check: connect, make the tables if they are missing, and measure an answer; copy: the records of the state folder "
     "into the server's, which must have none of this root yet"},
}};

Error cannot_use(const DatabasePlace& place, std::string_view problem) {
  return refuse(Code::store_unavailable, {{"path", place.path()}, {"problem", problem}});
}

Ended check(const DatabasePlace& place, sql::Database& database, const Arguments& arguments) {
  const StoreCheck found = check_store(place, database);
  if (!found.problem.empty()) return std::unexpected(cannot_use(place, found.problem));
  const auto took = std::int64_t{found.answer.count()};
  if (arguments.json()) {
    return print_json_done(Json::object({{"store", found.where}, {"answer_microseconds", took}}), {});
  }
  return print_done(concat(printable(found.where), ": the tables are there, an answer takes ", took, " µs\n"), {});
}

Ended copy(const Workspace& workspace, const DatabasePlace& place, sql::Database& to, const Arguments& arguments) {
  DatabaseFile own(workspace.fs(), workspace.state().path);
  std::expected<sql::Database, UnusableFile> from = own.open();
  if (!from) return std::unexpected(refuse(Code::io_failed, {{"path", own.path()}, {"problem", from.error().problem}}));
  const auto progress = [](std::uint64_t rows) {
    if (rows % 10'000 == 0) to_stderr(concat("kedge: ", rows, " rows\n"));
  };
  const sql::Answer<std::optional<CopiedRecords>> copied = copy_records(*from, to, progress);
  if (!copied) return std::unexpected(cannot_use(place, copied.error().message));
  const std::optional<CopiedRecords>& done = *copied;
  if (!done) {
    return wrong_usage("--store", concat(printable(place.path()), " has records of this root already"), "store");
  }
  if (arguments.json()) {
    return print_json_done(Json::object({{"store", place.path()}, {"changes", done->changes}, {"rows", done->rows}}), {});
  }
  return print_done(concat(counted(done->changes, "change"), " copied to ", printable(place.path()),
                           "; the records in the state folder stay as they are\n"),
                    {});
}

Ended run_store(const Arguments& arguments) {
  const std::string action = arguments.required("ACTION");
  if (action != "check" && action != "copy") {
    return unknown_word(action, "action", std::array<std::string_view, 2>{"check", "copy"}, "store");
  }
  KEDGE_TRY(std::optional<PostgresSettings> settings, store_wanted(arguments, "store"));
  if (!settings) return wrong_usage("--store", "says which server is meant", "store");
  KEDGE_TRY(const OpenedWorkspace opened, open_workspace(arguments));
  KEDGE_TRY(std::unique_ptr<DatabasePlace> place,
            shared_place(*std::move(settings), opened.workspace.root().path(), start_store_program()));
  std::expected<sql::Database, UnusableFile> database = place->open();
  if (!database) return std::unexpected(cannot_use(*place, database.error().problem));
  return action == "check" ? check(*place, *database, arguments) : copy(opened.workspace, *place, *database, arguments);
}

}  // namespace

namespace command {

extern const Command store;
const Command store{
    "store",
    "Check a server that keeps records, and copy a root's records to it",
    R"(With --store, what was shown and the history of a root are in PostgreSQL, where several servers see them. See: kedge help
fleet.)",
    store_positionals,
    workspace_options,
    &run_store,
};

}  // namespace command
}  // namespace kedge
