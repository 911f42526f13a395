#include "store/keeper.hpp"

#include "store/schema.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view what_ends = "tags, what was shown and the undo history end with this process";

sql::Answer<sql::Database> fresh_in_memory() {
  KEDGE_TRY(sql::Database database, sql::Database::in_memory());
  KEDGE_DO(make_schema(database));
  return database;
}

}  // namespace

sql::Answer<sql::Database*> Keeper::database() {
  if (!database_) ++databases_so_far_;
  while (!database_ && file_) {
    std::expected<sql::Database, UnusableFile> opened = file_->open();
    if (opened) {
      database_ = *std::move(opened);
    } else if (opened.error().unreachable || file_->is_shared()) {
      // Records that are only in memory would be told as made, and nobody else would ever see them.
      return std::unexpected(sql::Failure{sql::Failure::Kind::unreachable, opened.error().problem});
    } else if (opened.error().damaged) {
      move_away(*file_, opened.error().problem);
    } else {
      leave_alone(*file_, opened.error().problem);
    }
  }
  if (!database_) {
    KEDGE_TRY(database_, fresh_in_memory());
  }
  return &*database_;
}

sql::Answer<sql::Database*> Keeper::for_writing() {
  if (database_ && file_ && !file_->still_there()) {
    database_.reset();
    warn_once(concat("kedge's records at ", printable(file_->path()),
                     " were removed or replaced; tags, what was shown and the undo history up to then are lost"));
  }
  return database();
}

bool Keeper::begins_anew_after(const sql::Failure& failure) {
  if (!(failure.damaged() || failure.tangled() || failure.outdated()) || !file_) return false;
  database_.reset();
  if (failure.outdated()) return true;  // opening it again shows whether it can be used
  if (failure.tangled()) {
    if (opened_anew_ && !is_shared()) leave_alone(*file_, failure.message);
    opened_anew_ = true;
    return true;
  }
  move_away(*file_, failure.message);
  return true;
}

void Keeper::move_away(DatabasePlace& file, std::string_view problem) {
  if (file.is_shared()) return;  // others use it, and its server looks after it
  // Damaged again at once: the file system is not to be trusted.
  if (begun_anew_ || !file.set_aside()) return leave_alone(file, problem);
  begun_anew_ = true;
  warn_once(concat("kedge's records at ", printable(file.path()), " were damaged (", problem, ") and were moved to ",
                   printable(file.path_aside()), "; tags, what was shown and the undo history up to now are lost"));
}

void Keeper::leave_alone(const DatabasePlace& file, std::string_view problem) {
  warn_once(
      concat("kedge's records at ", printable(file.path()), " cannot be used and are left alone: ", problem, "; ", what_ends));
  file_.reset();
}

void Keeper::warn_of_unread(const sql::Failure& failure) {
  if (file_) warn_once(concat("kedge's records at ", printable(file_->path()), " cannot be read: ", failure.message));
}

void Keeper::warn_of_what_is_left_in_log() {
  if (file_) {
    warn_once(concat("what was deleted is still in the log of ", printable(file_->path()),
                     ", because another kedge is reading there; delete it again once that rests"));
  }
}

void Keeper::warn_of_unwritten(const sql::Failure& failure) {
  if (file_) {
    warn_once(concat("kedge's records at ", printable(file_->path()), " cannot be written: ", failure.message, "; ", what_ends,
                     " unless that changes"));
  }
}

Error Keeper::refusal(const sql::Failure& failure) const {
  const std::string path = file_ ? file_->path() : "the records in memory";
  if (failure.kind == sql::Failure::Kind::unknown) {
    return refuse(Code::indeterminate, concat(printable(path), ": ", failure.message, '.'), {{"path", path}});
  }
  const auto code = failure.no_space()      ? Code::no_space
                    : failure.busy()        ? Code::busy
                    : failure.unreachable() ? Code::store_unavailable
                    : is_shared()           ? Code::store_unavailable
                                            : Code::io_failed;
  return refuse(code, {{"path", path}, {"problem", failure.message}});
}

Result<void> Keeper::reach() {
  if (database_ && database_->has_just_answered()) return {};
  const auto asked = [&]() -> sql::Answer<std::optional<std::int64_t>> {
    KEDGE_TRY(sql::Database* const opened, database());
    return opened->number("SELECT bytes FROM about");
  };
  const sql::Answer<std::optional<std::int64_t>> answer = asked();
  return answer ? Result<void>() : std::unexpected(refusal(answer.error()));
}

void Keeper::warn_once(std::string warning) {
  if (told_.insert(warning).second) warnings_.push_back(std::move(warning));
}

std::vector<std::string> Keeper::take_warnings() { return std::exchange(warnings_, {}); }

}  // namespace kedge
