#include "commit/transaction.hpp"

#include <algorithm>
#include <cerrno>
#include <new>
#include <ranges>
#include <set>
#include <utility>

#include "commit/telling_name.hpp"
#include "fs/file_bytes.hpp"
#include "fs/path_parts.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t largest_read_back = 1024UL * 1024;

}  // namespace

Transaction::Transaction(Workspace& workspace, CommitOptions options, std::vector<PreparedFile>& files, Claim claim)
    : workspace_(&workspace), options_(std::move(options)), claim_(std::move(claim)), id_(workspace.next_name()) {
  for (PreparedFile& file : files) {
    if (file.receipt.changed) files_.push_back(&file);
  }
}

Result<void> Transaction::run(const std::function<void()>& when_changed) {
  bool told = false;
  const auto tell = [&] {
    if (!std::exchange(told, true)) when_changed();
  };
  if (files_.empty()) {
    done_as_ = "";
    tell();
    return {};
  }
  if (Result<void> changed = change_names(); !changed) return std::unexpected(abort(std::move(changed).error()));
  const std::function<void()> meanwhile = is_batch() ? std::function<void()>() : tell;
  const auto sync_all = [&]() -> Outcome<void> {
    try {
      return sync_folders(meanwhile);
    } catch (const std::bad_alloc&) {
      if (!told) throw;
      return failed(ENOMEM);  // the change is on record, and stays
    }
  };
  if (const Outcome<void> synced = sync_all(); !synced) {
    // One file: its name is changed, but perhaps not durably. Several: the record still says to roll them back.
    if (!is_batch()) return std::unexpected(indeterminate(describe(synced.error())));
    return std::unexpected(abort(refusal(synced.error(), files_.front()->given)));
  }
  if (is_batch()) {
    if (HostLease* const lease = workspace_->lease()) {
      if (Result<void> ours = lease->check(); !ours) return std::unexpected(abort(std::move(ours).error()));
    }
    if (const Outcome<void> put = put_record(fs(), tx(), id_, record_of(Phase::committed), options_.durability); !put) {
      return std::unexpected(abort(refusal(put.error(), files_.front()->given)));
    }
    if (const Outcome<void> synced = sync(tx()); !synced) return std::unexpected(indeterminate(describe(synced.error())));
  }
  tell();
  try {
    retire();
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the next process does it
  }
  return {};
}

Result<void> Transaction::change_names() {
  for (std::size_t i = 0; i < files_.size(); ++i) KEDGE_DO(choose_aside(*files_[i], i));
  for (PreparedFile* file : files_) {
    if (file->has_staged()) KEDGE_DO(stage(*file));
  }
  for (const PreparedFile* file : files_) {
    note_new_folders(file->place);
    if (file->kind == ChangeKind::move) note_new_folders(file->destination);
  }
  if (!files_.front()->at_once) {
    KEDGE_DO(record(Phase::prepared));
  }
  for (PreparedFile* file : files_) {
    KEDGE_DO(make_folders(file->place, file->given));
    if (file->kind == ChangeKind::move) KEDGE_DO(make_folders(file->destination, file->given));
    if (file->unnamed) {
      const Spot aside = file->aside(workspace_->state());
      KEDGE_OS_DO(fs().give_name(file->unnamed, *aside.folder, aside.name), file->given);
      file->named = true;
      // While it is open for writing, nobody can get a lease on the file.
      KEDGE_OS_DO(file->unnamed.close(), file->given);
    }
  }
  for (PreparedFile* file : files_) {
    if (HostLease* const lease = workspace_->lease()) KEDGE_DO(lease->check());
    KEDGE_DO(claim_staged(*file));
    file->named = file->was_visible = true;
    KEDGE_DO(take(*file));
  }
  return {};
}

// Whoever meets the file under its name from now on finds the new one.
Result<void> Transaction::claim_staged(const PreparedFile& file) {
  if (file.kind != ChangeKind::replace || file.in_place) return {};
  if (claim_({file.base.info.identity.device, file.files.staged_inode})) return {};
  return std::unexpected(refuse(Code::conflict, {{"path", file.given}}));
}

Result<void> Transaction::take(PreparedFile& file) {
  Result<void> taken = take_step(*workspace_, file, options_.durability, remarks_);
  if (taken || !file.needs_record) return taken;
  // There is no exchange in one operation here.
  file.at_once = false;
  if (Result<void> put = record(Phase::prepared); !put) return put;
  return take_step(*workspace_, file, options_.durability, remarks_);
}

// REQUIRES: its file aside is in the state folder.
bool Transaction::can_tell_by_name(const PreparedFile& file) const {
  return !is_batch() && file.kind == ChangeKind::replace && !file.in_place && file.receipt.hard_links_broken == 0 &&
         !file.files.staged_executable;
}

Result<void> Transaction::choose_aside(PreparedFile& file, std::size_t index) {
  if (file.kind == ChangeKind::move) return {};
  if (file.above.kind != FileKind::folder) {
    KEDGE_OS(file.above, fs().look_at(file.place.folder, "."), file.given);
  }
  if (fs().same_mount(workspace_->state().tx_seen, file.above) || file.in_place) {
    file.aside_name = {false, concat(id_, '-', index)};
    return {};
  }
  KEDGE_OS(file.aside_folder, fs().open_folder(file.place.folder, "", workspace_->root().mounts()), file.given);
  file.aside_name = {true, path_in(file.place.folder_path, concat(".kg", random_name(fs())))};
  return {};
}

Result<void> Transaction::stage(PreparedFile& file) {
  const Spot aside = file.aside(workspace_->state());
  if (file.aside_name.in_root || can_tell_by_name(file)) {
    Outcome<Handle> unnamed =
        file.aside_name.in_root ? fs().make_unnamed(*aside.folder) : workspace_->staged_ahead().take(fs(), workspace_->state());
    if (unnamed) {
      file.unnamed = *std::move(unnamed);
      KEDGE_DO(fill(file, file.unnamed));
      if (file.aside_name.in_root) return {};
      const std::optional<std::string> telling = telling_name(id_, workspace_->root().identity(), entry_for(file));
      if (telling) file.aside_name.path = *telling;
      file.at_once = telling.has_value();
      return {};
    }
    if (!is_unsupported(unnamed.error())) return std::unexpected(refusal(unnamed.error(), file.given));
    // It gets its name at once. Record the name first, or a crash would leave the file behind.
    if (file.aside_name.in_root && !recorded_) KEDGE_DO(record(Phase::staging));
  }
  KEDGE_OS(Handle staged, fs().make_file(*aside.folder, aside.name), file.given);
  file.named = true;
  KEDGE_DO(fill(file, staged));
  KEDGE_OS_DO(staged.close(), file.given);
  return {};
}

// Writes the new file: bytes, then metadata, then sync.
Result<void> Transaction::fill(PreparedFile& file, const Handle& staged) {
  const std::string_view bytes = file.in_place ? file.before() : file.content;
  KEDGE_OS_DO(fs().fill(staged, bytes), file.given);
  KEDGE_OS(const FileInfo fresh, fs().look(staged), file.given);
  file.files.staged_inode = fresh.identity.inode;
  if (!file.in_place) file.receipt.new_file = Sighting::of(fresh);
  const PreparedFile* const predecessor = predecessor_of(file);
  if (predecessor != nullptr && !file.in_place) {
    const OpenedFile& base = predecessor->base;
    const bool inherits = file.aside_name.in_root || workspace_->state().tx_hands_on_list;
    KEDGE_OS(const MetadataCopy copy, fs().copy_metadata(base.handle, base.info, staged, fresh, inherits), file.given);
    if (!copy.obstacle.empty()) {
      return std::unexpected(refuse(Code::cannot_replace, {{"path", file.given}, {"problem", copy.obstacle}}));
    }
    for (const std::string& lost : copy.lost) remarks_.push_back(concat(printable(file.given), ": ", lost));
  } else if (file.attributes != nullptr) {
    KEDGE_OS(const std::vector<std::string> lost, fs().give_attributes(staged, *file.attributes), file.given);
    for (const std::string& what : lost) remarks_.push_back(concat(printable(file.given), ": ", what));
  } else if (predecessor == nullptr) {
    KEDGE_OS_DO(fs().inherit(staged, file.place.folder), file.given);
  }
  if (file.executable && !file.in_place) KEDGE_OS_DO(fs().set_executable(staged, *file.executable), file.given);
  KEDGE_OS_DO(sync(staged), file.given);
  if (bytes.size() <= largest_read_back) {
    KEDGE_OS(const bool as_written, holds_bytes(fs(), staged, bytes), file.given);
    if (!as_written) {
      return std::unexpected(
          refuse(Code::io_failed, {{"path", file.given}, {"problem", "the disk gave back other bytes than were written"}}));
    }
  }
  return {};
}

const PreparedFile* Transaction::predecessor_of(const PreparedFile& file) const {
  if (file.has_base()) return &file;
  const auto moved = std::ranges::find_if(
      files_, [&](const PreparedFile* other) { return other->change == file.change && other->has_base(); });
  return moved == files_.end() ? nullptr : *moved;
}

JournalRecord Transaction::record_of(Phase phase) const {
  JournalRecord record{phase, is_batch() ? CommitPoint::record : CommitPoint::step, workspace_->root().identity(),
                       new_folders_};
  for (const PreparedFile* file : files_) record.entries.push_back(entry_for(*file));
  return record;
}

Result<void> Transaction::record(Phase phase) {
  const std::string_view path = files_.front()->given;
  recorded_ = true;  // even if it fails, there may be something to remove
  KEDGE_OS_DO(put_record(fs(), tx(), id_, record_of(phase), options_.durability), path);
  KEDGE_OS_DO(sync(tx()), path);
  return {};
}

void Transaction::note_new_folders(const Place& place) {
  std::string path = place.folder_path;
  for (const std::string& name : place.missing_folders) {
    path = path_in(path, name);
    if (std::ranges::find(new_folders_, path) == new_folders_.end()) new_folders_.push_back(path);
  }
}

Result<void> Transaction::make_folders(Place& place, std::string_view given) {
  for (const std::string& name : place.missing_folders) {
    const Outcome<void> made = fs().make_folder(place.folder, name, FolderKind::ordinary);
    // Another file of this transaction, or somebody else, may have made it meanwhile.
    if (!made && made.error().number != EEXIST) return std::unexpected(refusal(made.error(), given));
    KEDGE_OS_DO(sync(place.folder), given);
    KEDGE_OS(place.folder, fs().open_folder(place.folder, name, workspace_->root().mounts()), given);
    place.folder_path = path_in(place.folder_path, name);
  }
  place.missing_folders.clear();
  return {};
}

Outcome<void> Transaction::sync(const Handle& handle) { return durable() ? fs().sync(handle) : Outcome<void>(); }

// Those of the targets, and those of names next to them that were removed.
Outcome<void> Transaction::sync_folders(const std::function<void()>& meanwhile) {
  std::set<std::string_view> synced;
  const auto sync_once = [&](const Handle& folder, std::string_view path) {
    if (!folder || !synced.insert(path).second) return Outcome<void>();
    const bool is_beside = meanwhile && durable() && synced.size() == 1;
    return is_beside ? fs().sync_while(folder, meanwhile) : sync(folder);
  };
  for (const PreparedFile* file : files_) {
    if (file->in_place) continue;
    Outcome<void> step = sync_once(file->place.folder, file->place.folder_path);
    if (step) step = sync_once(file->destination.folder, file->destination.folder_path);
    if (step && file->aside_name.in_root) step = sync_once(file->aside_folder, folder_of(file->aside_name.path));
    if (!step) return step;
  }
  return {};
}

// The change is done. A displaced file is removed once its bytes were checked: immediately if it is next to its target, later
// if it is out of sight, because a slow writer may still have it open. What fails here is done by the next process.
void Transaction::retire() {
  bool displaced_remain = false;
  for (const PreparedFile* file : files_) {
    const bool displaced = file->kind == ChangeKind::replace || file->kind == ChangeKind::remove;
    if (!displaced) continue;
    // A file with another name loses nothing when this one is removed.
    if (!file->aside_name.in_root && !file->in_place && file->receipt.hard_links_broken == 0) {
      displaced_remain = true;
      continue;
    }
    const Spot aside = file->aside(workspace_->state());
    Outcome<void> gone = discard(fs(), workspace_->state(), aside, file->files.before, file->receipt.path, remarks_);
    // If it reappeared without its record, nobody would know the name.
    if (gone && file->aside_name.in_root) gone = sync(*aside.folder);
    if (!gone) return;
  }
  for (const PreparedFile* file : files_) {
    std::string folder = file->place.folder_path;
    for (std::size_t i = 0; i < file->folders_to_remove && remove_new_folder(folder); ++i) folder = folder_of(folder);
  }
  const std::string& aside = files_.front()->aside_name.path;
  std::string done;
  Outcome<void> finished;
  if (displaced_remain && files_.front()->at_once) {
    done = done_name(aside, fs().now());
    finished = fs().move_over(tx(), aside, tx(), done);
  } else if (displaced_remain) {
    done = concat(id_, ".done");
    finished = fs().move_over(tx(), id_, tx(), done);
  } else {
    finished = fs().remove(tx(), id_);
  }
  if (finished) done_as_ = std::move(done);
}

// Restores everything. The record is removed last, and only once the rollback is durable.
Error Transaction::abort(Error reason) {
  if (reason.code == Code::indeterminate) return indeterminate(problem_of(reason));
  bool touched = false;
  for (PreparedFile* file : files_ | std::views::reverse) {
    touched = touched || file->was_visible;
    if (!file->taken) continue;
    if (const Result<void> back = take_step_back(*workspace_, *file, options_.durability, remarks_); !back) {
      return indeterminate(problem_of(back.error()));
    }
  }
  // Without a record, recovery has only the name of the file aside: that stays until what was taken back is durable.
  if (touched && files_.front()->at_once) {
    if (const Outcome<void> synced = sync_folders(); !synced) return indeterminate(describe(synced.error()));
  }
  const bool clean = clean_up();
  const bool named_in_root =
      std::ranges::any_of(files_, [](const PreparedFile* file) { return file->named && file->aside_name.in_root; });
  if (touched || (recorded_ && named_in_root)) {
    // A power cut could bring back the change, so the result is indeterminate.
    const Outcome<void> synced = sync_folders();
    if (!synced) return touched ? indeterminate(describe(synced.error())) : reason;
  }
  if (recorded_ && clean) {
    const Outcome<void> gone = fs().remove(tx(), id_);
    // If it reappeared after a power cut, it would roll back a later change that looks the same.
    if (gone) best_effort(sync(tx()));
  }
  return reason;
}

// Removes what was staged or made for a commit that is rolled back. False: the next process does the rest, by the record.
bool Transaction::clean_up() {
  for (const PreparedFile* file : files_) {
    if (file->kind == ChangeKind::move || !file->named) continue;
    const Spot aside = file->aside(workspace_->state());
    const Outcome<void> gone = file->was_visible
                                   ? discard(fs(), workspace_->state(), aside, aside_bytes(*file), file->receipt.path, remarks_)
                                   : fs().remove(*aside.folder, aside.name);
    if (!gone && gone.error().number != ENOENT) return false;
  }
  for (const std::string& path : new_folders_ | std::views::reverse) {
    if (!remove_new_folder(path)) return false;
  }
  return true;
}

std::optional<Digest> Transaction::aside_bytes(const PreparedFile& file) {
  return file.in_place ? file.files.before : file.files.after;
}

Outcome<void> Transaction::remove_new_folder(const std::string& path) {
  const Outcome<Handle> above = workspace_->root().folder_at(std::string(folder_of(path)));
  if (!above) return above.error().number == ENOENT ? Outcome<void>() : std::unexpected(above.error());
  const std::string name = std::string(leaf_of(path));
  const Outcome<void> removed = fs().remove_folder(*above, name);
  if (removed) return sync(*above);
  return is_in_use(removed.error()) ? Outcome<void>() : removed;
}

// What is on disk now, by path.
Error Transaction::indeterminate(std::string_view problem) {
  Json on_disk = Json::object();
  std::vector<std::string> observed;
  const auto look = [&](const std::string& path, const Spot& spot) {
    const Outcome<Found> found = find_file(fs(), spot);
    const std::string content = !found          ? concat("unreadable: ", describe(found.error()))
                                : found->digest ? to_hex(*found->digest)
                                : found->exists ? "no regular file"
                                                : "missing";
    on_disk.set(path, content);
    observed.push_back(concat(printable(path), ' ', content));
  };
  for (const PreparedFile* file : files_) {
    look(file->receipt.path, file->target());
    if (file->kind == ChangeKind::move) look(file->receipt.destination, file->destination_spot());
  }
  return refuse(Code::indeterminate, {{"path", files_.front()->given},
                                      {"problem", problem},
                                      {"observed", join(observed, ", ")},
                                      {"on_disk", std::move(on_disk)}});
}

}  // namespace kedge
