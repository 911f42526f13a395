#include "store/database_file.hpp"

#include <cerrno>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr const char* file_name = "store.db";
constexpr const char* aside_name = "store.db.damaged";
constexpr const char* lock_name = "store.lock";

constexpr std::uint32_t moment_to_wait = 5'000;  // microseconds
constexpr int most_waits = 1'000;

// Changing to a log needs the file alone, and SQLite does not always wait for that by itself: it is asked not to wait at all.
sql::Answer<void> begin_log(FileSystem& fs, sql::Database& database) {
  for (int waits = 0;; ++waits) {
    sql::Answer<void> begun = database.begin_log();
    if (begun || !begun.error().busy() || waits == most_waits) return begun;
    fs.pause(moment_to_wait);
  }
}

}  // namespace

std::string DatabaseFile::path() const { return concat(folder_path_, '/', file_name); }
std::string DatabaseFile::path_aside() const { return concat(folder_path_, '/', aside_name); }

Outcome<void> DatabaseFile::find_or_make() {
  Outcome<Handle> folder = fs_->open_root(folder_path_);
  if (!folder) return std::unexpected(folder.error());
  folder_ = *std::move(folder);
  if (const Outcome<FileInfo> there = fs_->look_at(folder_, file_name); there || there.error().number != ENOENT) {
    return there ? Outcome<void>() : std::unexpected(there.error());
  }
  const Outcome<Handle> made = fs_->make_file(folder_, file_name);
  if (!made && made.error().number != EEXIST) return std::unexpected(made.error());
  return {};
}

std::expected<void, UnusableFile> DatabaseFile::judge() {
  const Outcome<FileInfo> info = fs_->look_at(folder_, file_name);
  if (!info) return std::unexpected(UnusableFile{describe(info.error())});
  if (info->kind != FileKind::regular) return std::unexpected(UnusableFile{concat("it is a ", name_of(info->kind))});
  if (info->owner != fs_->user()) return std::unexpected(UnusableFile{"it belongs to another user"});
  const Outcome<bool> writable = fs_->may_write(folder_, file_name);
  // Root can write everything, but a read-only file still shows what its owner wants.
  const bool is_read_only = (info->permissions & 0222U) == 0;
  if (is_read_only || (writable && !*writable)) return std::unexpected(UnusableFile{"it is read-only"});
  identity_ = info->identity;
  return {};
}

std::expected<sql::Database, UnusableFile> DatabaseFile::open() {
  if (const Outcome<void> there = find_or_make(); !there) return std::unexpected(UnusableFile{describe(there.error())});
  if (const auto judged = judge(); !judged) return std::unexpected(judged.error());
  return with_tables(
      sql::Database::in_file(path()), [this](sql::Database& database) { return begin_log(*fs_, database); },
      [this]() -> std::optional<std::string> {
        const Outcome<void> synced = fs_->sync(folder_);
        return synced ? std::nullopt : std::optional(describe(synced.error()));
      });
}

bool DatabaseFile::still_there() {
  const Outcome<FileInfo> info = fs_->look_at(folder_, file_name);
  return info && info->identity == identity_;
}

bool DatabaseFile::set_aside() {
  // If two processes find the damage, one must not move away the new file of the other.
  Outcome<Handle> lock = fs_->make_file(folder_, lock_name);
  if (!lock) lock = fs_->open_for_writing(folder_, lock_name);
  if (!lock) return false;
  for (int waits = 0;; ++waits) {
    const Outcome<bool> locked = fs_->try_lock(*lock);
    if (!locked || waits == most_waits) return false;
    if (*locked) break;
    fs_->pause(moment_to_wait);
  }
  if (!still_there()) return true;
  // The log first: once the name is free, a log of that name is another process's.
  for (const std::string_view companion : {"-wal", "-shm"}) best_effort(fs_->remove(folder_, concat(file_name, companion)));
  return fs_->move_over(folder_, file_name, folder_, aside_name).has_value();
}

}  // namespace kedge
