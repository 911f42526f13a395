#include "commit/displaced.hpp"

#include <algorithm>
#include <ranges>

#include "commit/aside.hpp"
#include "commit/journal.hpp"
#include "commit/telling_name.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view record_ending = ".done";
constexpr std::size_t largest_record = 16UL * 1024 * 1024;
constexpr std::size_t most_waiting = 4096;
constexpr std::uint32_t pause_between_looks = 20'000;  // microseconds
constexpr std::size_t most_at_once = 4;
// In a quick series of changes so many are left for later: ext4 looks at every inode that was freed in the last minutes each
// time a file is made.
constexpr std::size_t most_left_for_later = 2048;
constexpr std::uint64_t most_bytes_left_for_later = 128UL * 1024 * 1024;
constexpr std::int64_t quick = 200'000'000;  // nanoseconds between two changes

Result<std::vector<std::string>> records_in(FileSystem& fs, const StateFolder& state) {
  KEDGE_OS(std::vector<std::string> names, fs.list(state.tx), state.path);
  std::erase_if(names, [](const std::string& name) { return !name.ends_with(record_ending); });
  return names;
}

// When the change was done.
Result<std::int64_t> time_of(FileSystem& fs, const StateFolder& state, const std::string& name) {
  if (const std::optional<ToldByName> told = told_by(name)) return told->done.value_or(0);
  KEDGE_OS(const FileInfo info, fs.look_at(state.tx, name), state.path);
  return info.modified;
}

// A time in the future means nothing: such a file counts as expired.
bool is_fresh(FileSystem& fs, std::int64_t time) {
  const std::int64_t now = fs.now();
  return time <= now && time > now - grace_for_writers;
}

Result<void> drop(FileSystem& fs, const StateFolder& state, const std::string& name, std::vector<std::string>& remarks) {
  if (is_telling(name)) {
    const std::optional<ToldByName> told = told_by(name);
    const std::string_view path = told ? std::string_view(told->entry.path) : std::string_view("a displaced file");
    KEDGE_OS_DO(discard(fs, state, {&state.tx, name}, told ? told->entry.before : std::nullopt, path, remarks), path);
    return {};
  }
  KEDGE_TRY(const std::string bytes, read_record(fs, state, name));
  if (const auto record = decode(bytes)) {
    for (const JournalEntry& entry : record->entries) {
      if (entry.aside.in_root || entry.aside.path.empty()) continue;
      KEDGE_OS_DO(discard(fs, state, {&state.tx, entry.aside.path}, entry.before, entry.path, remarks), entry.path);
    }
  }
  KEDGE_OS_DO(fs.remove(state.tx, name), state.path);
  return {};
}

bool are_few(const std::deque<Displaced>& files) {
  std::uint64_t bytes = 0;
  for (const Displaced& file : files) bytes += file.bytes;
  return files.size() <= most_left_for_later && bytes <= most_bytes_left_for_later;
}

// A few at a time, so that quick edits do not pay for all of them each time.
Result<void> drop_oldest(FileSystem& fs, const StateFolder& state, std::deque<Displaced>& files,
                         std::vector<std::string>& remarks) {
  for (std::size_t i = 0; i < most_at_once && !files.empty(); ++i) {
    const std::string& name = files.front().name;
    const Result<std::int64_t> time = time_of(fs, state, name);
    if (!time && time.error().code != Code::not_found) return std::unexpected(time.error());
    if (time) {
      // A caller that changes this many files waits, so that they do not pile up.
      while (files.size() > most_waiting && is_fresh(fs, *time)) fs.pause(pause_between_looks);
      if (is_fresh(fs, *time)) return {};
      KEDGE_DO(drop(fs, state, name, remarks));
    }
    files.pop_front();
  }
  return {};
}

}  // namespace

Result<std::string> read_record(FileSystem& fs, const StateFolder& state, const std::string& name) {
  KEDGE_OS(const Handle file, fs.open_file(state.tx, name), state.path);
  KEDGE_OS(std::string bytes, fs.read(file, largest_record), state.path);
  return bytes;
}

Result<void> look_after_displaced(FileSystem& fs, const StateFolder& state, std::deque<Displaced>& files,
                                  std::vector<std::string>& remarks) {
  if (files.empty()) return {};
  const Result<std::int64_t> newest = time_of(fs, state, files.back().name);
  const std::int64_t since = newest ? fs.now() - *newest : quick;
  if (since >= 0 && since < quick && are_few(files)) return {};
  return drop_oldest(fs, state, files, remarks);
}

Result<void> make_room_for_displaced(FileSystem& fs, const StateFolder& state, std::deque<Displaced>& files,
                                     std::vector<std::string>& remarks) {
  return are_few(files) ? Result<void>() : drop_oldest(fs, state, files, remarks);
}

Result<DisplacedLeft> drop_expired(FileSystem& fs, const StateFolder& state, std::vector<std::string>& remarks,
                                   std::size_t most) {
  KEDGE_TRY(const std::vector<std::string> names, records_in(fs, state));
  DisplacedLeft left = DisplacedLeft::none;
  for (const std::string& name : names) {
    KEDGE_TRY(const std::int64_t time, time_of(fs, state, name));
    if (is_fresh(fs, time)) {
      left = DisplacedLeft::fresh;
      continue;
    }
    if (most == 0) return DisplacedLeft::expired;
    KEDGE_DO(drop(fs, state, name, remarks));
    --most;
  }
  return left;
}

Result<void> drop_displaced(FileSystem& fs, const StateFolder& state, std::span<const std::string> paths,
                            std::vector<std::string>& remarks) {
  KEDGE_TRY(const std::vector<std::string> names, records_in(fs, state));
  for (const std::string& name : names) {
    std::vector<std::string> named;
    if (const std::optional<ToldByName> told = told_by(name)) {
      named = {told->entry.path};
    } else if (!is_telling(name)) {
      KEDGE_TRY(const std::string bytes, read_record(fs, state, name));
      named = paths_named_in(bytes);
    }
    const bool is_meant = paths.empty() || std::ranges::any_of(named, [&](const std::string& path) {
                            return std::ranges::find(paths, path) != paths.end();
                          });
    if (is_meant) KEDGE_DO(drop(fs, state, name, remarks));
  }
  return {};
}

}  // namespace kedge
