#include "commit/recovery.hpp"

#include <algorithm>
#include <cerrno>
#include <ranges>
#include <set>

#include "commit/aside.hpp"
#include "commit/displaced.hpp"
#include "commit/journal.hpp"
#include "commit/telling_name.hpp"
#include "fs/path_parts.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// The files in tx/, by their names.
struct TxNames {
  std::vector<std::string> pending, done, unreadable, unfinished, files;
  std::vector<std::string> telling;  // of changes without a record that are not done
};

TxNames sorted_by_kind(const std::vector<std::string>& names) {
  TxNames sorted;
  for (const std::string& name : names) {
    const std::size_t dot = name.find('.');
    const std::string_view ending = dot == std::string::npos ? std::string_view() : std::string_view(name).substr(dot);
    if (is_telling(name)) {
      (name.ends_with(".done") ? sorted.done : sorted.telling).push_back(name);
    } else if (ending == ".new") {
      sorted.unfinished.push_back(name);
    } else if (ending == ".done") {
      sorted.done.push_back(name);
    } else if (ending == ".bad") {
      sorted.unreadable.push_back(name);
    } else if (name.find('-') != std::string::npos) {
      sorted.files.push_back(name);
    } else {
      sorted.pending.push_back(name);
    }
  }
  // What a record is about is done by the record.
  std::erase_if(sorted.telling, [&](const std::string& name) {
    const std::string id = name.substr(0, name.find('-'));
    return std::ranges::find(sorted.pending, id) != sorted.pending.end() ||
           std::ranges::find(sorted.done, concat(id, ".done")) != sorted.done.end();
  });
  return sorted;
}

class Recovery {
 public:
  Recovery(FileSystem& fs, const Root& root, const StateFolder& state) : fs_(&fs), root_(&root), state_(&state) {}

  Result<Recovered> run() {
    KEDGE_OS(const std::vector<std::string> listed, fs_->list(state_->tx), state_->path);
    if (listed.empty()) return std::move(told_);
    const TxNames names = sorted_by_kind(listed);
    // What is seen may not be durable yet, and must not vanish after it was acted upon.
    if (!names.pending.empty()) KEDGE_OS_DO(fs_->sync(state_->tx), state_->path);
    if (!names.telling.empty()) KEDGE_OS_DO(fs_->sync(state_->tx), state_->path);
    // A half-written record means nothing: its change had not begun.
    for (const std::string& name : names.unfinished) KEDGE_OS_DO(fs_->remove(state_->tx, name), state_->path);
    for (const std::string& name : names.unreadable) KEDGE_DO(block(name));
    for (const std::string& id : names.pending) KEDGE_DO(recover(id));
    for (const std::string& name : names.telling) KEDGE_DO(recover_told(name));
    for (const std::string& name : names.done) told_.displaced.push_back({name});
    std::ranges::sort(told_.displaced, {}, &Displaced::name);  // their names begin with a date
    KEDGE_DO(look_after_displaced(*fs_, *state_, told_.displaced, told_.remarks));
    KEDGE_DO(remove_orphans(names));
    return std::move(told_);
  }

 private:
  struct Opened {
    Handle folder;
    Spot spot() const { return {&folder, name}; }
    std::string name;
  };

  // The folder of a path in a record; nothing if it is not there any more.
  Result<std::optional<Opened>> open(std::string_view path) {
    Outcome<Handle> folder = root_->folder_at(std::string(folder_of(path)));
    if (folder) return Opened{*std::move(folder), std::string(leaf_of(path))};
    const int problem = folder.error().number;
    if (problem == ENOENT || problem == ENOTDIR || problem == ELOOP || problem == EXDEV) return std::nullopt;
    return std::unexpected(refusal(folder.error(), path));
  }

  Result<Opened> open_aside(const JournalEntry& entry) {
    if (entry.aside.in_root) {
      KEDGE_TRY(std::optional<Opened> opened, open(entry.aside.path));
      if (opened) return *std::move(opened);
    }
    KEDGE_OS(Handle folder, fs_->open_folder(state_->tx, "", Mounts::cross), state_->path);
    return Opened{std::move(folder), std::string(leaf_of(entry.aside.path))};
  }

  // Even if it can be read after all, by this version or because the disk recovered: nobody knows what was done since.
  Result<void> block(const std::string& name) {
    KEDGE_TRY(const std::string bytes, read_record(*fs_, *state_, name));
    const bool cut_short = is_cut_short(bytes);
    if (cut_short) told_.blocked_paths.push_back({"", place_of(name)});
    for (const std::string& path : paths_named_in(bytes)) told_.blocked_paths.push_back({path, place_of(name)});
    remark(concat("the journal record ", place_of(name), " cannot be read; ",
                  cut_short ? "it may have named any file, so none is written until it is gone"
                            : "the files that it names are not written until it is gone"));
    return {};
  }

  std::string place_of(const std::string& record) const { return printable(concat(state_->path, "/tx/", record)); }

  void remark(std::string text) { told_.remarks.push_back(std::move(text)); }

  Result<void> recover(const std::string& id) {
    KEDGE_TRY(const std::string bytes, read_record(*fs_, *state_, id));
    const auto record = decode(bytes);
    if (!record) {
      const std::string name = concat(id, ".bad");
      KEDGE_OS_DO(fs_->move_over(state_->tx, id, state_->tx, name), state_->path);
      remark(concat("a journal record was set aside because ", record.error()));
      return block(name);
    }
    if (record->root_identity != root_->identity()) {
      remark(concat("the journal record ", id, " belongs to another folder and was left alone"));
      for (const JournalEntry& entry : record->entries) told_.blocked_paths.push_back({entry.path, place_of(id)});
      return {};
    }
    const bool forwards = record->phase == Phase::committed || record->commit_point == CommitPoint::step;
    KEDGE_DO(sync_folders_of(*record));
    bool changed = false;
    for (const JournalEntry& entry : record->entries | std::views::reverse) {
      KEDGE_TRY(const bool done, settle(entry, *record, forwards));
      changed = changed || done;
    }
    ++(forwards && changed ? told_.finished : told_.rolled_back);
    const bool new_folders_stay = forwards && changed;
    if (!new_folders_stay) {
      for (const std::string& path : record->new_folders | std::views::reverse) KEDGE_DO(remove_folder(path));
    }
    // Removed only after everything it names is durable, and durably, so that no later recovery finds it.
    KEDGE_DO(sync_folders_of(*record));
    KEDGE_OS_DO(fs_->remove(state_->tx, id), state_->path);
    KEDGE_OS_DO(fs_->sync(state_->tx), state_->path);
    return {};
  }

  // A single exchange that has no record but the name of the file aside.
  Result<void> recover_told(const std::string& name) {
    const std::optional<ToldByName> told = told_by(name);
    if (!told) {
      KEDGE_OS_DO(keep(*fs_, *state_, {&state_->tx, name}, "a file of a change that this version cannot read", told_.remarks),
                  state_->path);
      return {};
    }
    if (told->root != root_in_name(root_->identity())) {
      remark(concat("the displaced file ", name, " belongs to another folder and was left alone"));
      told_.blocked_paths.push_back({told->entry.path, place_of(name)});
      return {};
    }
    const JournalRecord record{.phase = Phase::prepared,
                               .commit_point = CommitPoint::step,
                               .root_identity = root_->identity(),
                               .entries = {told->entry}};
    KEDGE_DO(sync_folders_of(record));
    KEDGE_TRY(const bool done, settle(told->entry, record, true));
    ++(done ? told_.finished : told_.rolled_back);
    // Another program's file may have been put back.
    KEDGE_DO(sync_folders_of(record));
    KEDGE_OS_DO(fs_->sync(state_->tx), state_->path);
    return {};
  }

  Result<void> sync_folders_of(const JournalRecord& record) {
    for (const JournalEntry& entry : record.entries) {
      KEDGE_DO(sync_folder_of(entry.path));
      if (!entry.destination.empty()) KEDGE_DO(sync_folder_of(entry.destination));
      if (entry.aside.in_root) KEDGE_DO(sync_folder_of(entry.aside.path));
    }
    for (const std::string& folder : record.new_folders) KEDGE_DO(sync_folder_of(folder));
    return {};
  }

  Result<void> sync_folder_of(const std::string& path) {
    KEDGE_TRY(const std::optional<Opened> opened, open(path));
    if (opened) KEDGE_OS_DO(fs_->sync(opened->folder), path);
    return {};
  }

  Result<void> remove_folder(const std::string& path) {
    KEDGE_TRY(const std::optional<Opened> opened, open(path));
    if (!opened) return {};
    const Outcome<void> removed = fs_->remove_folder(opened->folder, opened->name);
    if (removed || is_in_use(removed.error())) return {};
    return std::unexpected(refusal(removed.error(), path));
  }

  // Whether the change of this file is in effect afterwards.
  Result<bool> settle(const JournalEntry& entry, const JournalRecord& record, bool forwards) {
    const TwoFiles files{entry.base_inode, entry.staged_inode, entry.before, entry.after, entry.staged_executable};
    KEDGE_TRY(const std::optional<Opened> target, open(entry.path));
    if (entry.kind == ChangeKind::move) return settle_move(entry, target, forwards);
    KEDGE_TRY(const Opened aside, open_aside(entry));
    if (record.phase == Phase::staging) {
      // Never visible under a user's name: whatever is in it is ours.
      KEDGE_OS(const Found staged, find_file(*fs_, aside.spot()), entry.path);
      if (staged.exists) KEDGE_OS_DO(fs_->remove(aside.folder, aside.name), entry.path);
      return false;
    }
    if (!target) {
      KEDGE_OS_DO(discard_any(aside.spot(), entry), entry.path);
      return false;
    }
    if (entry.in_place) return settle_in_place(entry, *target, aside, forwards);
    if (entry.kind == ChangeKind::create) return settle_create(entry, files, *target, aside, forwards);
    if (entry.kind == ChangeKind::replace) return settle_replace(entry, files, *target, aside, forwards);
    return settle_remove(entry, files, *target, aside, forwards);
  }

  // Removes it if it has one of the two contents that kedge knows.
  Outcome<void> discard_any(const Spot& spot, const JournalEntry& entry) {
    const Outcome<Found> found = find_file(*fs_, spot);
    if (!found) return std::unexpected(found.error());
    const bool old = entry.before && found->digest == entry.before;
    return discard(*fs_, *state_, spot, old ? entry.before : entry.after, entry.path, told_.remarks);
  }

  Result<bool> settle_replace(const JournalEntry& entry, const TwoFiles& files, const Opened& target, const Opened& aside,
                              bool forwards) {
    KEDGE_OS_DO(mend_swap(*fs_, aside.spot()), entry.path);
    KEDGE_OS(const Found there, find_file(*fs_, target.spot()), entry.path);
    KEDGE_OS(const Found out, find_file(*fs_, aside.spot()), entry.path);
    const bool ours_is_visible = which(there, files) == Which::staged;
    if (out.exists && there.exists && out.info.identity == there.info.identity) {
      // A second name of the user's file, left by an exchange in single steps.
      KEDGE_OS_DO(fs_->remove(aside.folder, aside.name), entry.path);
      return false;
    }
    switch (which(out, files)) {
      case Which::missing: return ours_is_visible;
      case Which::staged:  // it never replaced the old one, or was rolled back
        KEDGE_OS_DO(discard(*fs_, *state_, aside.spot(), entry.after, entry.path, told_.remarks), entry.path);
        return false;
      case Which::base:
        if (forwards) {
          KEDGE_OS_DO(discard(*fs_, *state_, aside.spot(), entry.before, entry.path, told_.remarks), entry.path);
          return true;
        }
        break;
      case Which::foreign: break;  // displaced at the moment of the exchange, before success was reported
    }
    if (!ours_is_visible) {
      // Somebody has written the file since. Their version stays, and the file that we displaced is kept.
      KEDGE_OS_DO(keep(*fs_, *state_, aside.spot(), entry.path, told_.remarks), entry.path);
      return false;
    }
    KEDGE_OS([[maybe_unused]] const Atomic back, swap(*fs_, target.spot(), aside.spot(), true), entry.path);
    KEDGE_OS_DO(discard(*fs_, *state_, aside.spot(), entry.after, entry.path, told_.remarks), entry.path);
    return false;
  }

  Result<bool> settle_create(const JournalEntry& entry, const TwoFiles& files, const Opened& target, const Opened& aside,
                             bool forwards) {
    KEDGE_OS(const Found there, find_file(*fs_, target.spot()), entry.path);
    const bool visible = which(there, files) == Which::staged;
    if (visible && !forwards && there.digest == entry.after) {
      KEDGE_OS([[maybe_unused]] const Atomic moved, move_aside(*fs_, target.spot(), aside.spot()), entry.path);
    }
    KEDGE_OS_DO(discard(*fs_, *state_, aside.spot(), entry.after, entry.path, told_.remarks), entry.path);
    return visible && forwards;
  }

  Result<bool> settle_remove(const JournalEntry& entry, const TwoFiles& files, const Opened& target, const Opened& aside,
                             bool forwards) {
    KEDGE_OS(const Found there, find_file(*fs_, target.spot()), entry.path);
    KEDGE_OS(const Found out, find_file(*fs_, aside.spot()), entry.path);
    if (!out.exists) return !there.exists;
    if (forwards && which(out, files) == Which::base) {
      KEDGE_OS_DO(discard(*fs_, *state_, aside.spot(), entry.before, entry.path, told_.remarks), entry.path);
      return true;
    }
    const Outcome<Atomic> back = move_to_free_name(*fs_, aside.spot(), target.spot(), true);
    if (!back && back.error().number == EEXIST) {
      if (there.info.identity == out.info.identity) {
        KEDGE_OS_DO(fs_->remove(aside.folder, aside.name), entry.path);  // moved back already, but for the old name
      } else {
        KEDGE_OS_DO(keep(*fs_, *state_, aside.spot(), entry.path, told_.remarks), entry.path);
      }
    } else if (!back) {
      return std::unexpected(refusal(back.error(), entry.path));
    }
    return false;
  }

  Result<bool> settle_move(const JournalEntry& entry, const std::optional<Opened>& target, bool forwards) {
    KEDGE_TRY(const std::optional<Opened> destination, open(entry.destination));
    if (!destination) return false;
    const TwoFiles files{entry.base_inode, 0, entry.before, std::nullopt};
    KEDGE_OS(const Found moved, find_file(*fs_, destination->spot()), entry.destination);
    if (which(moved, files) != Which::base || !target) return false;
    KEDGE_OS(const Found there, find_file(*fs_, target->spot()), entry.path);
    if (there.exists && there.info.identity == moved.info.identity) {
      // Two names for one file: a move in two steps was interrupted between them.
      KEDGE_OS_DO(fs_->remove(destination->folder, destination->name), entry.destination);
      return false;
    }
    if (forwards) return true;
    const Outcome<Atomic> back = move_to_free_name(*fs_, destination->spot(), target->spot(), true);
    if (back) return false;
    if (back.error().number != EEXIST) return std::unexpected(refusal(back.error(), entry.path));
    remark(concat(printable(entry.path), ": somebody made a new file of this name; the old one is ",
                  printable(entry.destination)));
    return true;
  }

  Result<bool> settle_in_place(const JournalEntry& entry, const Opened& target, const Opened& aside, bool forwards) {
    KEDGE_OS(const Found there, find_file(*fs_, target.spot()), entry.path);
    KEDGE_OS(const Found copy, find_file(*fs_, aside.spot()), entry.path);
    const bool whole = there.digest && (there.digest == entry.before || (forwards && there.digest == entry.after));
    if (there.digest) {  // otherwise somebody has removed it
      const bool write_back = !whole && copy.digest && copy.digest == entry.before;
      KEDGE_OS(const Handle file,
               write_back ? fs_->open_for_writing(target.folder, target.name) : fs_->open_file(target.folder, target.name),
               entry.path);
      if (write_back) {
        KEDGE_OS(const Handle from, fs_->open_file(aside.folder, aside.name), entry.path);
        KEDGE_OS(const std::string old, fs_->read(from, copy.info.size), entry.path);
        KEDGE_OS_DO(fs_->write(file, old), entry.path);
      }
      // Even if it was found complete: it may not be durable yet, and the copy is about to be removed.
      KEDGE_OS_DO(fs_->sync(file), entry.path);
    }
    KEDGE_OS_DO(discard(*fs_, *state_, aside.spot(), entry.before, entry.path, told_.remarks), entry.path);
    return whole && there.digest == entry.after;
  }

  // A file in tx/ that no record names was staged and never used.
  Result<void> remove_orphans(const TxNames& names) {
    if (names.files.empty()) return {};
    std::set<std::string_view> records(names.pending.begin(), names.pending.end());
    for (const std::string_view name : names.done) records.insert(name.substr(0, name.find_first_of(".-")));
    for (const std::string_view name : names.unreadable) records.insert(name.substr(0, name.find('.')));
    for (const std::string& name : names.files) {
      const std::string_view id = std::string_view(name).substr(0, name.find('-'));
      if (records.contains(id)) continue;
      // Tests of file system features make such files without the lock, and remove them.
      const Outcome<void> gone = fs_->remove(state_->tx, name);
      if (!gone && gone.error().number != ENOENT) return std::unexpected(refusal(gone.error(), state_->path));
    }
    return {};
  }

  FileSystem* fs_;
  const Root* root_;
  const StateFolder* state_;
  Recovered told_;
};

}  // namespace

Result<Recovered> recover_changes(FileSystem& fs, const Root& root, const StateFolder& state) {
  return Recovery(fs, root, state).run();
}

}  // namespace kedge
