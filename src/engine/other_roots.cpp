#include "engine/other_roots.hpp"

#include <algorithm>
#include <optional>

#include "commit/displaced.hpp"
#include "commit/root_lock.hpp"
#include "fs/path_parts.hpp"
#include "store/database_file.hpp"
#include "store/sweep.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::int64_t round_time = std::int64_t{24} * 60 * 60 * 1'000'000'000;  // nanoseconds
constexpr std::size_t most_at_once = 16;
constexpr std::size_t longest_note = 256;
// In the folder that holds the state folders of all roots. It has the name of the one that was cleaned up last; when it is
// empty, the round is complete, and its time says when.
constexpr const char* note_name = ".looked-after";

struct Note {
  Handle file;
  std::string last;  // of the current round
};

// The last round was completed recently.
bool can_wait(FileSystem& fs, const FileInfo& note) {
  const std::int64_t age = fs.now() - note.modified;
  return note.size == 0 && age >= 0 && age < round_time;
}

// None if another process is doing it.
std::optional<Note> open_note(FileSystem& fs, const Handle& all) {
  Outcome<Handle> file = fs.open_for_writing(all, note_name);
  const bool is_new = !file && fs.make_file(all, note_name);
  if (is_new) file = fs.open_for_writing(all, note_name);
  if (!file) return std::nullopt;
  const Outcome<FileInfo> info = fs.look(*file);
  if (!info || info->owner != fs.user()) return std::nullopt;
  if (!is_new && can_wait(fs, *info)) return std::nullopt;
  const Outcome<bool> locked = fs.try_lock(*file);
  if (!locked || !*locked) return std::nullopt;
  const Outcome<Handle> readable = fs.open_file(all, note_name);
  if (!readable) return std::nullopt;
  const Outcome<std::string> last = fs.read(*readable, longest_note);
  return Note{*std::move(file), last.value_or("")};
}

void forget_records(FileSystem& fs, const StateFolder& state, std::int64_t oldest) {
  if (!fs.look_at(state.folder, "store.db")) return;
  std::expected<sql::Database, UnusableFile> database = DatabaseFile(fs, state.path).open();
  // Overwrites what is deleted, because nobody may come by again for a long time.
  if (!database || !database->run_all("PRAGMA secure_delete = ON")) return;
  sql::Answer<sql::Transaction> transaction = sql::Transaction::begin(*database);
  if (!transaction || !forget_older(*database, oldest) || !transaction->commit()) return;
  database->checkpoint();
}

void look_after(FileSystem& fs, const StateFolder& state, std::int64_t oldest) {
  const Result<std::optional<Handle>> lock = try_lock_root(fs, state);
  if (!lock || !*lock) return;
  forget_records(fs, state, oldest);
  std::vector<std::string> remarks;  // that root's own doctor reports what is kept
  static_cast<void>(drop_expired(fs, state, remarks));
}

}  // namespace

void look_after_other_roots(FileSystem& fs, const StateFolder& own, const StoreLimits& limits) {
  const std::string above(folder_of(own.path));
  const Outcome<Handle> all = fs.open_root(above);
  if (!all) return;
  const Outcome<FileInfo> noted = fs.look_at(*all, note_name);
  if (noted && can_wait(fs, *noted)) return;
  Outcome<std::vector<std::string>> names = fs.list(*all);
  if (!names) return;
  std::erase_if(*names, [&](const std::string& name) { return name.starts_with('.') || name == leaf_of(own.path); });
  if (names->empty()) return;
  const std::optional<Note> note = open_note(fs, *all);
  if (!note) return;
  std::erase_if(*names, [&](const std::string& name) { return name <= note->last; });
  std::ranges::sort(*names);
  const bool is_last_part = names->size() <= most_at_once;
  if (!is_last_part) names->resize(most_at_once);
  for (const std::string& name : *names) {
    if (const std::optional<StateFolder> state = StateFolder::open_beside(fs, *all, own, name)) {
      look_after(fs, *state, fs.now() - limits.age);
    }
  }
  // What is not noted is done again by the next run.
  static_cast<void>(fs.write(note->file, is_last_part ? std::string() : names->back()));
}

}  // namespace kedge
