#include "store/quiet_files.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace kedge::sql {
namespace {

// For xFileControl; SQLite's own are smaller.
constexpr int code_of_keeping = 0x6B656467;
constexpr int code_of_rest = 0x6B656468;
constexpr int code_of_changes = 0x6B656469;
constexpr std::size_t most_pending = 256UL * 1024;  // bytes
constexpr std::size_t largest_write = 64UL * 1024;  // SQLite itself writes no more than a page at a time
constexpr int header_size = 24;                     // of a page in the log
constexpr int size_of_log_header = 32;
constexpr int smallest_page = 512;
constexpr sqlite3_int64 most_ahead = 128L * 1024;
constexpr std::uint8_t number_of_locks = SQLITE_SHM_NLOCK;
constexpr int lock_for_writing = 0;
constexpr int lock_for_checkpoints = 1;
constexpr int lock_for_recovery = 2;
constexpr sqlite3_int64 largest_log_in_memory = 4L * 1024 * 1024;
constexpr int first_read_mark = 3;  // the others are for writing, checkpoints and recovery
constexpr std::uint32_t most_pages_behind = 256;
constexpr std::uint32_t most_pages_to_leave = 8192;  // in a longer log, nobody keeps a checkpoint from moving all of it

// How the memory that processes share begins: what the log has, twice, so that a reader can tell when it is being written. Each
// commit changes it (sqlite.org/walformat.html).
using LogState = std::array<std::uint64_t, 12>;
// In the same memory, as numbers of four bytes: how many pages the log has, and up to where each reader needs it.
constexpr std::size_t place_of_pages = 4;
constexpr std::size_t place_of_read_marks = 25;
constexpr std::size_t number_of_read_marks = 5;

// What is ours of an open file; SQLite's own follows in the same memory.
struct OpenFile {
  sqlite3_file base;
  bool is_log;
  bool ends_transaction;  // the page that comes next in the log is the last one of its transaction
  sqlite3_int64 offset;   // where the pending bytes belong
  sqlite3_int64 end;      // of all that this transaction has written or has pending
  sqlite3_file* other;    // of the log: the database; of the database: its log; null if there is none
  std::vector<char>* pending;
  std::vector<char>* ahead;  // bytes of the log from ahead_offset on, while it is recovered or moved into the database
  sqlite3_int64 ahead_offset;
  bool writes;            // of the database: it has the lock for writing
  bool is_in_checkpoint;  // pages of the log are moved into it, by us alone
  bool moves_all;         // no reader still needs the database as it is
  bool is_recovering;     // of the database: its log is read anew
  bool keeps_locks;
  bool is_crowded;                         // the lock for writing was taken: whoever has it may wait for readers
  std::array<bool, number_of_locks> kept;  // locks for reading that SQLite has released
  const volatile std::uint64_t* shared;    // begins with the LogState; null: not mapped
  LogState left;                           // as this connection left it, or last saw it
  std::uint64_t changes_of_others;
};

OpenFile& own(sqlite3_file* file) { return *reinterpret_cast<OpenFile*>(file); }
sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<sqlite3_file*>(reinterpret_cast<OpenFile*>(file) + 1); }
const sqlite3_io_methods& methods(sqlite3_file* file) { return *real(file)->pMethods; }

// If it fails, SQLite takes the transaction back, and writes others in their place.
int write_pending(sqlite3_file* file) {
  OpenFile& open = own(file);
  if (open.pending == nullptr || open.pending->empty()) return SQLITE_OK;
  int code = SQLITE_OK;
  for (std::size_t at = 0; at < open.pending->size() && code == SQLITE_OK; at += largest_write) {
    const auto size = static_cast<int>(std::min(largest_write, open.pending->size() - at));
    code = methods(file).xWrite(real(file), open.pending->data() + at, size, open.offset + static_cast<sqlite3_int64>(at));
  }
  open.pending->clear();
  return code;
}

int release_kept(sqlite3_file* file) {
  for (int i = 0; i < number_of_locks; ++i) {
    if (!own(file).kept[static_cast<std::size_t>(i)]) continue;
    own(file).kept[static_cast<std::size_t>(i)] = false;
    if (const int code = methods(file).xShmLock(real(file), i, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED); code != SQLITE_OK) {
      return code;
    }
  }
  return SQLITE_OK;
}

LogState log_state(const OpenFile& open) {
  LogState state;
  std::copy_n(open.shared, state.size(), state.begin());
  return state;
}

// Somebody else has changed the database, or that cannot be told, if the log is not as it was left.
void look_for_changes_of_others(OpenFile& open) {
  if (open.shared != nullptr) {
    const LogState now = log_state(open);
    if (now == open.left) return;
    open.left = now;
  }
  ++open.changes_of_others;
}

// ---- a file

int close_file(sqlite3_file* file) {
  release_kept(file);
  // A transaction that was committed is written. Others must not be: the lock for it is gone.
  delete own(file).pending;
  own(file).pending = nullptr;
  delete own(file).ahead;
  own(file).ahead = nullptr;
  if (own(file).other != nullptr) own(own(file).other).other = nullptr;
  return methods(file).xClose(real(file));
}

void forget_ahead(OpenFile& log) {
  delete log.ahead;
  log.ahead = nullptr;
}

// When the log is recovered, pages are read with their headers: one after the other, with the locks that keep others from
// writing it. A transaction that has written a page twice reads them in that way as well, but writes to each.
bool is_read_for_recovery(const OpenFile& open, int size, sqlite3_int64 offset) {
  const int page = size - header_size;
  return open.is_log && open.end == 0 && page >= smallest_page && (page & (page - 1)) == 0 && offset >= size_of_log_header &&
         (offset - size_of_log_header) % size == 0;
}

// Reads from there on as much as is there, but not too much. False: it has to be read in the usual way, which also says why.
bool read_ahead(sqlite3_file* file, int size, sqlite3_int64 offset, sqlite3_int64 most) try {
  OpenFile& open = own(file);
  forget_ahead(open);
  sqlite3_int64 end = 0;
  if (methods(file).xFileSize(real(file), &end) != SQLITE_OK) return false;
  const sqlite3_int64 there = std::min(end - offset, most) / size * size;
  if (there <= 0) return false;
  open.ahead = new std::vector<char>(static_cast<std::size_t>(there));
  open.ahead_offset = offset;
  if (methods(file).xRead(real(file), open.ahead->data(), static_cast<int>(there), offset) == SQLITE_OK) return true;
  forget_ahead(open);
  return false;
} catch (const std::bad_alloc&) {
  return false;
}

// A checkpoint asks for a page here and a page there. What it asks for does not change meanwhile: whoever writes adds to the
// end, and begins anew only when all of it is in the database.
bool read_whole_log(sqlite3_file* file) {
  sqlite3_int64 end = 0;
  if (methods(file).xFileSize(real(file), &end) != SQLITE_OK || end > largest_log_in_memory) return false;
  return read_ahead(file, 1, 0, end);
}

int read_file(sqlite3_file* file, void* into, int size, sqlite3_int64 offset) {
  if (const int code = write_pending(file); code != SQLITE_OK) return code;
  OpenFile& open = own(file);
  const bool is_moved = open.is_log && open.other != nullptr && own(open.other).is_in_checkpoint;
  if (!is_moved && !is_read_for_recovery(open, size, offset)) {
    forget_ahead(open);
    return methods(file).xRead(real(file), into, size, offset);
  }
  const auto is_there = [&] {
    return open.ahead != nullptr && offset >= open.ahead_offset &&
           offset + size <= open.ahead_offset + static_cast<sqlite3_int64>(open.ahead->size());
  };
  const auto read_more = [&] { return is_moved ? read_whole_log(file) : read_ahead(file, size, offset, most_ahead); };
  if (!is_there() && (!read_more() || !is_there())) return methods(file).xRead(real(file), into, size, offset);
  std::memcpy(into, open.ahead->data() + (offset - open.ahead_offset), static_cast<std::size_t>(size));
  return SQLITE_OK;
}

// The page after this header is the last one: the header has the size of the database after the transaction.
bool is_last_header(const void* bytes, int size) {
  constexpr int place = 4;
  std::uint32_t pages = 0;
  if (size != header_size) return false;
  std::memcpy(&pages, static_cast<const char*>(bytes) + place, sizeof pages);
  return pages != 0;
}

// A checkpoint writes pages in their order, and those that are beside each other are written together. Only one that moves the
// whole log, with the lock for writing: it truncates or syncs the database before it tells others that the pages are there. One
// that has to leave a rest tells them right after the last page.
int write_moved_page(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  OpenFile& open = own(file);
  if (open.pending == nullptr) open.pending = new (std::nothrow) std::vector<char>();
  const auto joins = [&] { return open.offset + static_cast<sqlite3_int64>(open.pending->size()) == offset; };
  if (open.pending != nullptr && !open.pending->empty() && (!joins() || open.pending->size() >= most_pending)) {
    if (const int code = write_pending(file); code != SQLITE_OK) return code;
  }
  if (open.pending == nullptr) return methods(file).xWrite(real(file), bytes, size, offset);
  try {
    if (open.pending->empty()) open.offset = offset;
    open.pending->insert(open.pending->end(), static_cast<const char*>(bytes), static_cast<const char*>(bytes) + size);
    return SQLITE_OK;
  } catch (const std::bad_alloc&) {
    if (const int code = write_pending(file); code != SQLITE_OK) return code;
    return methods(file).xWrite(real(file), bytes, size, offset);
  }
}

int write_file(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  OpenFile& open = own(file);
  forget_ahead(open);
  if (open.is_in_checkpoint && open.writes && open.moves_all) return write_moved_page(file, bytes, size, offset);
  if (!open.is_log || open.pending == nullptr) return methods(file).xWrite(real(file), bytes, size, offset);
  std::vector<char>& pending = *open.pending;
  // What was written before is changed at once: no page follows after which it would be.
  if (offset < open.end) {
    if (const int code = write_pending(file); code != SQLITE_OK) return code;
    return methods(file).xWrite(real(file), bytes, size, offset);
  }
  open.end = offset + size;
  const auto joins = [&] { return open.offset + static_cast<sqlite3_int64>(pending.size()) == offset; };
  if (!pending.empty() && (!joins() || pending.size() >= most_pending)) {
    if (const int code = write_pending(file); code != SQLITE_OK) return code;
  }
  if (pending.empty()) open.offset = offset;
  try {
    pending.insert(pending.end(), static_cast<const char*>(bytes), static_cast<const char*>(bytes) + size);
  } catch (const std::bad_alloc&) {
    if (const int code = write_pending(file); code != SQLITE_OK) return code;
    open.ends_transaction = is_last_header(bytes, size);
    return methods(file).xWrite(real(file), bytes, size, offset);
  }
  // Other processes are told of a transaction when its last page is written, and that must not be found to fail later.
  const bool is_end = open.ends_transaction;
  open.ends_transaction = is_last_header(bytes, size);
  return is_end ? write_pending(file) : SQLITE_OK;
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  if (const int code = write_pending(file); code != SQLITE_OK) return code;
  forget_ahead(own(file));
  return methods(file).xTruncate(real(file), size);
}

int sync_file(sqlite3_file* file, int flags) {
  if (const int code = write_pending(file); code != SQLITE_OK) return code;
  return methods(file).xSync(real(file), flags);
}

int size_of_file(sqlite3_file* file, sqlite3_int64* size) {
  if (const int code = write_pending(file); code != SQLITE_OK) return code;
  return methods(file).xFileSize(real(file), size);
}

int lock_file(sqlite3_file* file, int level) { return methods(file).xLock(real(file), level); }
int unlock_file(sqlite3_file* file, int level) { return methods(file).xUnlock(real(file), level); }
int is_reserved(sqlite3_file* file, int* reserved) { return methods(file).xCheckReservedLock(real(file), reserved); }

int control_file(sqlite3_file* file, int code, void* value) {
  if (code == code_of_rest) return release_kept(file);
  if (code == code_of_keeping) {
    own(file).keeps_locks = true;
    return SQLITE_OK;
  }
  if (code == code_of_changes) {
    look_for_changes_of_others(own(file));
    *static_cast<std::uint64_t*>(value) = own(file).changes_of_others;
    return SQLITE_OK;
  }
  return methods(file).xFileControl(real(file), code, value);
}

int sector_size(sqlite3_file* file) { return methods(file).xSectorSize(real(file)); }
int characteristics(sqlite3_file* file) { return methods(file).xDeviceCharacteristics(real(file)); }

// ---- memory that processes share

int map_shared(sqlite3_file* file, int page, int size, int extend, void volatile** memory) {
  const int code = methods(file).xShmMap(real(file), page, size, extend, memory);
  if (page == 0) own(file).shared = code == SQLITE_OK ? static_cast<const volatile std::uint64_t*>(*memory) : nullptr;
  return code;
}

// A transaction begins or ends. What is still pending then was taken back, and must not be written without the lock.
void begin_anew(OpenFile& log) {
  if (log.pending != nullptr) log.pending->clear();
  log.ends_transaction = false;
  log.end = 0;
}

// A reader writes down up to where it needs the log, with a lock for that, if nobody has noted the same. One that finds the
// place taken is content with a note that is a little older: then a checkpoint beside it moves a little less.
bool has_recent_read_mark(const OpenFile& open) {
  if (open.shared == nullptr) return false;
  const volatile auto* const numbers = reinterpret_cast<const volatile std::uint32_t*>(open.shared);
  const std::uint32_t pages = numbers[place_of_pages];
  if (pages > most_pages_to_leave) return false;
  // The first is that of readers that do not need the log.
  for (std::size_t i = 1; i < number_of_read_marks; ++i) {
    const std::uint32_t mark = numbers[place_of_read_marks + i];
    if (mark <= pages && pages - mark <= most_pages_behind) return true;
  }
  return false;
}

int lock_shared(sqlite3_file* file, int first, int count, int flags) {
  OpenFile& open = own(file);
  const bool would_note_mark = count == 1 && first > first_read_mark && flags == (SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE);
  if (would_note_mark && !open.is_in_checkpoint && !open.is_recovering && has_recent_read_mark(open)) return SQLITE_BUSY;
  if (first == lock_for_writing && (flags & SQLITE_SHM_EXCLUSIVE) != 0 && open.other != nullptr) begin_anew(own(open.other));
  if ((flags & SQLITE_SHM_EXCLUSIVE) != 0 && open.other != nullptr) forget_ahead(own(open.other));  // others may write it now
  const bool is_one_reader = count == 1 && (flags & SQLITE_SHM_SHARED) != 0;
  const bool is_read_mark = first >= first_read_mark;
  if (is_one_reader && is_read_mark && open.keeps_locks && !open.is_crowded && (flags & SQLITE_SHM_UNLOCK) != 0) {
    open.kept[static_cast<std::size_t>(first)] = true;
    return SQLITE_OK;
  }
  if (is_one_reader && open.kept[static_cast<std::size_t>(first)]) {
    open.kept[static_cast<std::size_t>(first)] = false;
    return SQLITE_OK;
  }
  // A lock for writing on the same place needs it to be free, of ourselves, too. That for changing records is another place.
  const bool excludes_readers = (flags & SQLITE_SHM_EXCLUSIVE) != 0 && (flags & SQLITE_SHM_LOCK) != 0 && first > 0;
  const bool reads_elsewhere = is_one_reader && (flags & SQLITE_SHM_LOCK) != 0;
  if (excludes_readers || reads_elsewhere) {
    if (const int code = release_kept(file); code != SQLITE_OK) return code;
  }
  const bool is_for_writing = first == lock_for_writing && (flags & SQLITE_SHM_EXCLUSIVE) != 0;
  // While it is held, nobody else writes.
  if (is_for_writing && (flags & SQLITE_SHM_UNLOCK) != 0 && open.shared != nullptr) open.left = log_state(open);
  const bool is_for_checkpoint = first == lock_for_checkpoints && count == 1 && (flags & SQLITE_SHM_EXCLUSIVE) != 0;
  if (is_for_checkpoint && (flags & SQLITE_SHM_UNLOCK) != 0) {
    if (open.pending != nullptr) open.pending->clear();  // of a checkpoint that failed, and has told nobody
    open.is_in_checkpoint = false;
  }
  const int code = methods(file).xShmLock(real(file), first, count, flags);
  if (is_for_checkpoint && (flags & SQLITE_SHM_LOCK) != 0) open.is_in_checkpoint = open.moves_all = code == SQLITE_OK;
  if (is_for_writing) open.writes = (flags & SQLITE_SHM_LOCK) != 0 && code == SQLITE_OK;
  if (is_for_writing && (flags & SQLITE_SHM_LOCK) != 0) open.is_crowded = code == SQLITE_BUSY;
  const bool is_for_recovery =
      first <= lock_for_recovery && lock_for_recovery < first + count && (flags & SQLITE_SHM_EXCLUSIVE) != 0;
  if (is_for_recovery) open.is_recovering = (flags & SQLITE_SHM_LOCK) != 0 && code == SQLITE_OK;
  if (is_read_mark && excludes_readers && code != SQLITE_OK) open.moves_all = false;
  if (is_for_writing && (flags & SQLITE_SHM_LOCK) != 0 && code == SQLITE_OK) look_for_changes_of_others(open);
  return code;
}

void shared_barrier(sqlite3_file* file) { methods(file).xShmBarrier(real(file)); }

int unmap_shared(sqlite3_file* file, int also_remove) {
  if (const int code = release_kept(file); code != SQLITE_OK) return code;
  own(file).shared = nullptr;
  return methods(file).xShmUnmap(real(file), also_remove);
}

int fetch(sqlite3_file* file, sqlite3_int64 offset, int size, void** page) {
  return methods(file).xFetch(real(file), offset, size, page);
}
int unfetch(sqlite3_file* file, sqlite3_int64 offset, void* page) { return methods(file).xUnfetch(real(file), offset, page); }

constexpr sqlite3_io_methods quiet_methods{
    .iVersion = 3,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = unmap_shared,
    .xFetch = fetch,
    .xUnfetch = unfetch,
};

// A log that may have to be made is opened by SQLite in such a way that its first sync also syncs the folder, whether it was
// there before or not. One that has pages needs no more than itself: SQLite syncs a new log, and with it the folder, when only
// the header is written.
bool open_log_with_pages(sqlite3_vfs* system, const char* name, sqlite3_file* log, int flags, int* flags_out) {
  int opened_as = 0;
  const int code = system->xOpen(system, name, log, flags & ~SQLITE_OPEN_CREATE, &opened_as);
  sqlite3_int64 size = 0;
  if (code == SQLITE_OK && (opened_as & SQLITE_OPEN_READWRITE) != 0 && log->pMethods->xFileSize(log, &size) == SQLITE_OK &&
      size > size_of_log_header) {
    if (flags_out != nullptr) *flags_out = opened_as;
    return true;
  }
  if (log->pMethods != nullptr) log->pMethods->xClose(log);
  return false;
}

int open_file(sqlite3_vfs* files, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  auto* const system = static_cast<sqlite3_vfs*>(files->pAppData);
  OpenFile& open = *new (file) OpenFile{};
  open.is_log = (flags & SQLITE_OPEN_WAL) != 0;
  if (open.is_log) open.pending = new (std::nothrow) std::vector<char>();  // without it, each write is made at once
  const bool is_open =
      open.is_log && (flags & SQLITE_OPEN_CREATE) != 0 && open_log_with_pages(system, name, real(file), flags, flags_out);
  const int code = is_open ? SQLITE_OK : system->xOpen(system, name, real(file), flags, flags_out);
  // SQLite closes what has methods, even if it was not opened.
  if (real(file)->pMethods != nullptr) {
    open.base.pMethods = &quiet_methods;
    if (open.is_log) {
      open.other = sqlite3_database_file_object(name);
      own(open.other).other = file;
    }
  } else {
    delete open.pending;
    open.pending = nullptr;
  }
  return code;
}

}  // namespace

const char* quiet_files() {
  static sqlite3_vfs files = [] {
    sqlite3_vfs made{};
    // Nobody asks how much memory SQLite has, and counting it takes a mutex for every allocation. It can only be said first.
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (sqlite3_vfs* const system = sqlite3_vfs_find(nullptr)) {
      made = *system;
      made.zName = "kedge";
      made.pNext = nullptr;
      made.pAppData = system;
      made.szOsFile = static_cast<int>(sizeof(OpenFile)) + system->szOsFile;
      made.xOpen = open_file;
    }
    return made;
  }();
  static const bool is_registered = files.zName != nullptr && sqlite3_vfs_register(&files, 0) == SQLITE_OK;
  return is_registered ? files.zName : nullptr;
}

void keep_read_lock(sqlite3* connection) { sqlite3_file_control(connection, "main", code_of_keeping, nullptr); }
void rest(sqlite3* connection) { sqlite3_file_control(connection, "main", code_of_rest, nullptr); }

std::optional<std::uint64_t> changes_of_others(sqlite3* connection) {
  std::uint64_t count = 0;
  if (sqlite3_file_control(connection, "main", code_of_changes, &count) != SQLITE_OK) return std::nullopt;
  return count;
}

}  // namespace kedge::sql
