#include "store/callers_records.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>

#include "store/database_store.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr const char* records_name = "kedge-records";
constexpr const char* damaged_name = "kedge-records.damaged";
constexpr std::size_t copied_at_once = 1UL << 20;

// ---- their bytes as files of SQLite

struct CallersFile {
  sqlite3_file base;
  RecordFiles* files;
  std::string* name;
  bool goes_when_closed;
};

CallersFile& callers(sqlite3_file* file) { return *reinterpret_cast<CallersFile*>(file); }
RecordFiles& files_of(sqlite3_vfs* system) { return *static_cast<RecordFiles*>(system->pAppData); }
sqlite3_vfs* usual() { return sqlite3_vfs_find(nullptr); }

int code_of_write(int problem) {
  if (problem == 0) return SQLITE_OK;
  return problem == ENOSPC || problem == EDQUOT ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

int close_callers(sqlite3_file* file) {
  CallersFile& own = callers(file);
  if (own.goes_when_closed) own.files->remove(*own.name);
  delete own.name;
  own.name = nullptr;
  return SQLITE_OK;
}

int read_callers(sqlite3_file* file, void* into, int size, sqlite3_int64 offset) {
  const std::span<char> wanted(static_cast<char*>(into), static_cast<std::size_t>(size));
  const std::expected<std::size_t, int> got =
      callers(file).files->read(*callers(file).name, static_cast<std::uint64_t>(offset), wanted);
  if (!got || *got > wanted.size()) return SQLITE_IOERR_READ;
  if (*got == wanted.size()) return SQLITE_OK;
  std::ranges::fill(wanted.subspan(*got), '\0');
  return SQLITE_IOERR_SHORT_READ;
}

int write_callers(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  return code_of_write(callers(file).files->write(*callers(file).name, static_cast<std::uint64_t>(offset),
                                                  {static_cast<const char*>(bytes), static_cast<std::size_t>(size)}));
}

int truncate_callers(sqlite3_file* file, sqlite3_int64 size) {
  const int problem = callers(file).files->truncate(*callers(file).name, static_cast<std::uint64_t>(size));
  return problem == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

int sync_callers(sqlite3_file* file, int /*flags*/) {
  return callers(file).files->sync(*callers(file).name) == 0 ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

int size_of_callers(sqlite3_file* file, sqlite3_int64* size) {
  const std::expected<std::uint64_t, int> found = callers(file).files->size(*callers(file).name);
  if (!found && found.error() != ENOENT) return SQLITE_IOERR_FSTAT;
  *size = static_cast<sqlite3_int64>(found.value_or(0));
  return SQLITE_OK;
}

// Nobody else uses them.
int lock_callers(sqlite3_file* /*file*/, int /*level*/) { return SQLITE_OK; }
int is_callers_reserved(sqlite3_file* /*file*/, int* reserved) {
  *reserved = 0;
  return SQLITE_OK;
}
int control_callers(sqlite3_file* /*file*/, int /*code*/, void* /*value*/) { return SQLITE_NOTFOUND; }
int sector_of_callers(sqlite3_file* /*file*/) { return 0; }
int traits_of_callers(sqlite3_file* /*file*/) { return 0; }

constexpr sqlite3_io_methods callers_methods{
    .iVersion = 1,
    .xClose = &close_callers,
    .xRead = &read_callers,
    .xWrite = &write_callers,
    .xTruncate = &truncate_callers,
    .xSync = &sync_callers,
    .xFileSize = &size_of_callers,
    .xLock = &lock_callers,
    .xUnlock = &lock_callers,
    .xCheckReservedLock = &is_callers_reserved,
    .xFileControl = &control_callers,
    .xSectorSize = &sector_of_callers,
    .xDeviceCharacteristics = &traits_of_callers,
    .xShmMap = nullptr,
    .xShmLock = nullptr,
    .xShmBarrier = nullptr,
    .xShmUnmap = nullptr,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open_callers(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* given_flags) {
  CallersFile& own = callers(file);
  own.base.pMethods = nullptr;
  if (name == nullptr) return SQLITE_CANTOPEN;  // a temporary file, which is kept in memory
  own.name = new (std::nothrow) std::string(name);
  if (own.name == nullptr) return SQLITE_NOMEM;
  own.files = &files_of(system);
  own.goes_when_closed = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
  own.base.pMethods = &callers_methods;
  if (given_flags != nullptr) *given_flags = flags;
  return SQLITE_OK;
}

int delete_callers(sqlite3_vfs* system, const char* name, int /*sync*/) {
  const int problem = files_of(system).remove(name);
  return problem == 0 || problem == ENOENT ? SQLITE_OK : SQLITE_IOERR_DELETE;
}

int access_callers(sqlite3_vfs* system, const char* name, int /*flags*/, int* exists) {
  const std::expected<std::uint64_t, int> size = files_of(system).size(name);
  *exists = size ? 1 : 0;
  return size || size.error() == ENOENT ? SQLITE_OK : SQLITE_IOERR_ACCESS;
}

int full_name_of_callers(sqlite3_vfs* /*system*/, const char* name, int size, char* into) {
  if (std::strlen(name) >= static_cast<std::size_t>(size)) return SQLITE_CANTOPEN;
  std::strcpy(into, name);
  return SQLITE_OK;
}

int random_for_callers(sqlite3_vfs* /*system*/, int size, char* into) { return usual()->xRandomness(usual(), size, into); }
int sleep_for_callers(sqlite3_vfs* /*system*/, int microseconds) { return usual()->xSleep(usual(), microseconds); }
int time_for_callers(sqlite3_vfs* /*system*/, double* time) { return usual()->xCurrentTime(usual(), time); }

// Known to SQLite by a name of its own as long as it lives.
class CallersSystem {
 public:
  explicit CallersSystem(RecordFiles& files) : name_(concat("kedge-callers-", ++number_of_systems)) {
    system_.iVersion = 1;
    system_.szOsFile = static_cast<int>(sizeof(CallersFile));
    system_.mxPathname = longest_name;
    system_.zName = name_.c_str();
    system_.pAppData = &files;
    system_.xOpen = &open_callers;
    system_.xDelete = &delete_callers;
    system_.xAccess = &access_callers;
    system_.xFullPathname = &full_name_of_callers;
    system_.xRandomness = &random_for_callers;
    system_.xSleep = &sleep_for_callers;
    system_.xCurrentTime = &time_for_callers;
    sqlite3_vfs_register(&system_, 0);
  }
  ~CallersSystem() { sqlite3_vfs_unregister(&system_); }
  CallersSystem(const CallersSystem&) = delete;
  CallersSystem& operator=(const CallersSystem&) = delete;

  const char* name() const { return name_.c_str(); }

 private:
  static constexpr int longest_name = 255;
  static inline std::atomic<std::uint64_t> number_of_systems = 0;

  std::string name_;
  sqlite3_vfs system_{};
};

class CallersPlace final : public DatabasePlace {
 public:
  explicit CallersPlace(std::unique_ptr<RecordFiles> files) : files_(std::move(files)), system_(*files_) {}

  std::string path() const override { return records_name; }
  std::string path_aside() const override { return damaged_name; }
  bool still_there() override { return true; }

  std::expected<sql::Database, UnusableFile> open() override {
    if (const std::expected<std::uint64_t, int> there = files_->size(records_name); !there && there.error() != ENOENT) {
      return std::unexpected(UnusableFile{describe(OsError{there.error()})});
    }
    sql::Answer<sql::Database> database = sql::Database::in_files_of(system_.name(), records_name);
    return with_tables(
        std::move(database), [](sql::Database& opened) { return opened.begin_log(); },
        []() -> std::optional<std::string> { return std::nullopt; });
  }

  bool set_aside() override {
    const std::expected<std::uint64_t, int> size = files_->size(records_name);
    if (!size) return false;
    if (const int problem = files_->truncate(damaged_name, 0); problem != 0 && problem != ENOENT) return false;
    std::string piece(copied_at_once, '\0');
    for (std::uint64_t at = 0; at < *size;) {
      const std::expected<std::size_t, int> got = files_->read(records_name, at, piece);
      if (!got || *got == 0 || *got > piece.size()) break;  // as much as can be read
      if (files_->write(damaged_name, at, std::string_view(piece).substr(0, *got)) != 0) return false;
      at += *got;
    }
    for (const std::string_view companion : {"-wal", "-journal"}) files_->remove(concat(records_name, companion));
    return files_->remove(records_name) == 0;
  }

 private:
  std::unique_ptr<RecordFiles> files_;
  CallersSystem system_;
};

}  // namespace

std::unique_ptr<Store> open_store(std::unique_ptr<RecordFiles> files, StoreLimits limits) {
  return std::make_unique<DatabaseStore>(Keeper(std::make_unique<CallersPlace>(std::move(files))), ByteKeeping::when_needed,
                                         limits);
}

}  // namespace kedge
