#include "commit/step.hpp"

#include <cerrno>

#include "fs/file_bytes.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

Error conflict(const PreparedFile& file) { return refuse(Code::conflict, {{"path", file.given}}); }

// The target could be anything now; the caller checks.
Error unknown_state(const PreparedFile& file, OsError error) {
  return refuse(Code::indeterminate, {{"path", file.given}, {"problem", describe(error)}, {"observed", "not looked at yet"}});
}

Guard guard_of(Atomic atomic, const PreparedFile& file) {
  if (atomic == Atomic::no) return Guard::recheck;
  return file.leased ? Guard::lease : Guard::exchange;
}

// Whether the bytes are still those that were read: because of the lease, which blocks writers, or by reading them again.
Outcome<bool> base_is_untouched(FileSystem& fs, const PreparedFile& file) {
  if (file.leased) return fs.lease_holds(file.base.handle);
  return holds_bytes(fs, file.base.handle, file.before());
}

// Just before the step: the name still refers to the file that was read.
Result<void> check_before(FileSystem& fs, const PreparedFile& file) {
  const Outcome<FileInfo> there = fs.look_at(file.place.folder, file.place.name);
  if (!there) {
    if (there.error().number == ENOENT) return std::unexpected(conflict(file));
    return std::unexpected(refusal(there.error(), file.given));
  }
  // It says the same of the open file, if it is that one.
  const FileInfo& base = file.base.info;
  const bool same = there->identity == base.identity && there->size == base.size && there->modified == base.modified;
  if (!same) return std::unexpected(conflict(file));
  KEDGE_OS(const bool untouched, base_is_untouched(fs, file), file.given);
  if (!untouched) return std::unexpected(conflict(file));
  return {};
}

// Just after the step: the displaced file is the one that was read, and nobody has written to it meanwhile.
Outcome<bool> displaced_is_base(FileSystem& fs, const PreparedFile& file, const Spot& displaced) {
  const Outcome<FileInfo> there = fs.look_at(*displaced.folder, displaced.name);
  if (!there) return there.error().number == ENOENT ? Outcome<bool>(false) : std::unexpected(there.error());
  if (there->identity == file.base.info.identity) return base_is_untouched(fs, file);
  const Outcome<Found> found = find_file(fs, displaced);  // an overlay gives a file that it copies a new inode
  if (!found) return std::unexpected(found.error());
  return found->digest == file.files.before;
}

// Puts the files back in their old places, whatever was displaced: another program's file gets its name back. Our own new
// file, which was visible for a moment, is removed by the cleanup.
Outcome<void> exchange_back(FileSystem& fs, PreparedFile& file, const Spot& aside, Durability durability) {
  const bool durable = durability == Durability::full;
  Outcome<Atomic> back = swap(fs, file.target(), aside, durable);
  if (!back) return std::unexpected(back.error());
  const Outcome<Found> out = find_file(fs, aside);
  if (!out) return std::unexpected(out.error());
  if (which(*out, file.files) == Which::foreign) {
    // Somebody replaced the file again in between: theirs is the newest.
    back = swap(fs, file.target(), aside, durable);
    if (!back) return std::unexpected(back.error());
  }
  file.taken = false;
  return {};
}

Result<void> replace(Workspace& workspace, PreparedFile& file, Durability durability) {
  FileSystem& fs = workspace.fs();
  const Spot aside = file.aside(workspace.state());
  KEDGE_DO(check_before(fs, file));
  const Outcome<Atomic> swapped =
      file.at_once ? swap_at_once(fs, file.target(), aside) : swap(fs, file.target(), aside, durability == Durability::full);
  if (!swapped) {
    file.needs_record = file.at_once && is_unsupported(swapped.error());
    if (file.needs_record) return std::unexpected(refusal(swapped.error(), file.given));
    if (const Outcome<void> mended = mend_swap(fs, aside); !mended) {
      return std::unexpected(unknown_state(file, mended.error()));
    }
    const Outcome<Found> target = find_file(fs, file.target());
    if (!target) return std::unexpected(unknown_state(file, target.error()));
    if (which(*target, file.files) == Which::staged) {
      file.taken = true;
      if (const Outcome<void> back = exchange_back(fs, file, aside, durability); !back) {
        return std::unexpected(unknown_state(file, back.error()));
      }
    }
    if (swapped.error().number == ENOENT || swapped.error().number == ESTALE) return std::unexpected(conflict(file));
    return std::unexpected(refusal(swapped.error(), file.given));
  }
  file.taken = true;
  file.receipt.guard = guard_of(*swapped, file);

  const Outcome<bool> fine = displaced_is_base(fs, file, aside);
  if (fine && *fine) return {};
  if (const Outcome<void> back = exchange_back(fs, file, aside, durability); !back) {
    return std::unexpected(unknown_state(file, back.error()));
  }
  if (!fine) return std::unexpected(refusal(fine.error(), file.given));
  return std::unexpected(conflict(file));
}

// A move that failed may have got halfway where the kernel does not do it in one step.
Result<void> check_not_moved(FileSystem& fs, const PreparedFile& file, const Spot& to, OsError error) {
  const Outcome<FileInfo> there = fs.look_at(*to.folder, to.name);
  const std::uint64_t inode = file.has_base() ? file.files.base_inode : file.files.staged_inode;
  const bool moved = there ? there->identity.inode == inode : there.error().number != ENOENT;
  if (moved) return std::unexpected(unknown_state(file, error));
  return {};
}

Result<void> create(Workspace& workspace, PreparedFile& file, Durability durability) {
  FileSystem& fs = workspace.fs();
  const Spot aside = file.aside(workspace.state());
  const Outcome<Atomic> moved = move_to_free_name(fs, aside, file.target(), durability == Durability::full);
  if (!moved) {
    KEDGE_DO(check_not_moved(fs, file, file.target(), moved.error()));
    return std::unexpected(refusal(moved.error(), file.given));
  }
  file.taken = true;
  file.receipt.guard = guard_of(*moved, file);
  return {};
}

Result<void> remove(Workspace& workspace, PreparedFile& file, Durability durability, std::vector<std::string>& remarks) {
  FileSystem& fs = workspace.fs();
  const Spot aside = file.aside(workspace.state());
  KEDGE_DO(check_before(fs, file));
  const Outcome<Atomic> moved = move_aside(fs, file.target(), aside);
  if (!moved) {
    if (moved.error().number == ENOENT) return std::unexpected(conflict(file));
    return std::unexpected(refusal(moved.error(), file.given));
  }
  file.taken = true;
  file.receipt.guard = guard_of(*moved, file);
  const Outcome<bool> fine = displaced_is_base(fs, file, aside);
  if (fine && *fine) return {};
  const Outcome<Atomic> back = move_to_free_name(fs, aside, file.target(), durability == Durability::full);
  if (!back && back.error().number == EEXIST) {
    // There is already a new file of that name; the one that we displaced is older.
    if (const Outcome<void> kept = keep(fs, workspace.state(), aside, file.receipt.path, remarks); !kept) {
      return std::unexpected(unknown_state(file, kept.error()));
    }
  } else if (!back) {
    return std::unexpected(unknown_state(file, back.error()));
  }
  file.taken = false;
  if (!fine) return std::unexpected(refusal(fine.error(), file.given));
  return std::unexpected(conflict(file));
}

Result<void> move(Workspace& workspace, PreparedFile& file, Durability durability) {
  FileSystem& fs = workspace.fs();
  KEDGE_DO(check_before(fs, file));
  const bool durable = durability == Durability::full;
  const Outcome<Atomic> moved = move_to_free_name(fs, file.target(), file.destination_spot(), durable);
  if (!moved) {
    KEDGE_DO(check_not_moved(fs, file, file.destination_spot(), moved.error()));
    if (moved.error().number == ENOENT) return std::unexpected(conflict(file));
    return std::unexpected(refusal(moved.error(), moved.error().number == EEXIST ? file.receipt.destination : file.given));
  }
  file.taken = true;
  file.receipt.guard = guard_of(*moved, file);
  const Outcome<bool> fine = displaced_is_base(fs, file, file.destination_spot());
  if (fine && *fine) return {};
  const Outcome<Atomic> back = move_to_free_name(fs, file.destination_spot(), file.target(), durable);
  if (!back) return std::unexpected(unknown_state(file, back.error()));
  file.taken = false;
  if (!fine) return std::unexpected(refusal(fine.error(), file.given));
  return std::unexpected(conflict(file));
}

Outcome<void> rewrite(FileSystem& fs, const Spot& target, std::string_view bytes, Durability durability) {
  const Outcome<Handle> file = fs.open_for_writing(*target.folder, target.name);
  if (!file) return std::unexpected(file.error());
  Outcome<void> step = fs.write(*file, bytes);
  if (step && durability == Durability::full) step = fs.sync(*file);
  return step;
}

Result<void> rewrite_in_place(Workspace& workspace, PreparedFile& file, Durability durability) {
  FileSystem& fs = workspace.fs();
  KEDGE_DO(check_before(fs, file));
  // A lease blocks all writers, even its holder.
  if (file.leased) fs.end_lease(file.base.handle);
  file.leased = false;
  file.receipt.guard = Guard::recheck;
  file.taken = true;
  const Outcome<void> written = rewrite(fs, file.target(), file.content, durability);
  if (written) return {};
  if (const Outcome<void> back = rewrite(fs, file.target(), file.before(), durability); !back) {
    return std::unexpected(unknown_state(file, back.error()));
  }
  file.taken = false;
  return std::unexpected(refusal(written.error(), file.given));
}

Outcome<void> uncreate(FileSystem& fs, const PreparedFile& file, const Spot& aside) {
  const Outcome<Found> there = find_file(fs, file.target());
  if (!there) return std::unexpected(there.error());
  // If somebody wrote to the new file, or replaced it, it is theirs now.
  if (which(*there, file.files) != Which::staged || there->digest != file.files.after) return {};
  const Outcome<Atomic> moved = move_aside(fs, file.target(), aside);
  return moved ? Outcome<void>() : std::unexpected(moved.error());
}

Outcome<void> unremove(Workspace& workspace, const PreparedFile& file, const Spot& aside, bool durable,
                       std::vector<std::string>& remarks) {
  const Outcome<Atomic> moved = move_to_free_name(workspace.fs(), aside, file.target(), durable);
  if (moved) return {};
  if (moved.error().number != EEXIST) return std::unexpected(moved.error());
  return keep(workspace.fs(), workspace.state(), aside, file.receipt.path, remarks);
}

Outcome<void> unmove(FileSystem& fs, const PreparedFile& file, bool durable, std::vector<std::string>& remarks) {
  const Outcome<Atomic> moved = move_to_free_name(fs, file.destination_spot(), file.target(), durable);
  if (moved) return {};
  if (moved.error().number != EEXIST) return std::unexpected(moved.error());
  remarks.push_back(concat(printable(file.receipt.path), ": somebody made a new file of this name; the old one is ",
                           printable(file.receipt.destination)));
  return {};
}

Outcome<void> undo(Workspace& workspace, PreparedFile& file, Durability durability, std::vector<std::string>& remarks) {
  FileSystem& fs = workspace.fs();
  const Spot aside = file.aside(workspace.state());
  const bool durable = durability == Durability::full;
  if (file.in_place) return rewrite(fs, file.target(), file.before(), durability);
  switch (file.kind) {
    case ChangeKind::create: return uncreate(fs, file, aside);
    case ChangeKind::replace: return exchange_back(fs, file, aside, durability);
    case ChangeKind::remove: return unremove(workspace, file, aside, durable, remarks);
    case ChangeKind::move: return unmove(fs, file, durable, remarks);
  }
  return {};
}

}  // namespace

Result<void> take_step(Workspace& workspace, PreparedFile& file, Durability durability, std::vector<std::string>& remarks) {
  if (file.in_place) return rewrite_in_place(workspace, file, durability);
  switch (file.kind) {
    case ChangeKind::create: return create(workspace, file, durability);
    case ChangeKind::replace: return replace(workspace, file, durability);
    case ChangeKind::remove: return remove(workspace, file, durability, remarks);
    case ChangeKind::move: return move(workspace, file, durability);
  }
  return {};
}

Result<void> take_step_back(Workspace& workspace, PreparedFile& file, Durability durability,
                            std::vector<std::string>& remarks) {
  if (const Outcome<void> back = undo(workspace, file, durability, remarks); !back) {
    return std::unexpected(unknown_state(file, back.error()));
  }
  file.taken = false;
  return {};
}

}  // namespace kedge
