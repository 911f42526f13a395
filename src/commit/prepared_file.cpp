#include "commit/prepared_file.hpp"

#include <cerrno>

#include "fs/file_bytes.hpp"
#include "fs/hard_links.hpp"
#include "fs/path_parts.hpp"
#include "fs/read_file.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr int lease_attempts = 5;
constexpr std::uint32_t lease_pause = 20'000;  // microseconds

Result<void> check_limits(const FileChange& change) {
  if (change.bytes().size() <= largest_editable_file) return {};
  return std::unexpected(beyond_limit("new content", change.bytes().size(), largest_editable_file, change.path));
}

// A free name for a new file, or why there is none.
Result<Place> find_free(Workspace& workspace, std::string_view path) {
  KEDGE_TRY(Place place, workspace.root().find(path, Access::write));
  KEDGE_OS(const bool may_write, workspace.fs().may_write(place.folder, "."), path);
  if (!may_write) {
    return std::unexpected(refuse(Code::permission_denied, {{"path", path}, {"problem", "its folder is read-only"}}));
  }
  if (!place.missing_folders.empty()) return place;
  const Outcome<FileInfo> there = workspace.fs().look_at(place.folder, place.name);
  if (!there) {
    if (there.error().number == ENOENT) return place;
    return std::unexpected(refusal(there.error(), path));
  }
  const Code code = there->kind == FileKind::folder ? Code::is_directory : Code::file_exists;
  return std::unexpected(refuse(code, {{"path", path}}));
}

// Whether this process may write to a file or folder on the mount of its state folder. It writes there, so the mount is not
// read-only, and whoever owns the state folder has the rights of the owner of what belongs to them.
bool owner_may_write(const Workspace& workspace, const FileInfo& info) {
  const FileInfo& own = workspace.state().tx_seen;
  const bool is_free = info.obstacle && info.obstacle->empty();
  return is_free && info.mount != 0 && info.mount == own.mount && info.owner == own.owner && (info.permissions & 0200U) != 0;
}

Result<bool> may_write(const Workspace& workspace, const PreparedFile& file, const std::string& name, const FileInfo& info) {
  if (owner_may_write(workspace, info)) return true;
  KEDGE_OS(const bool may_write, workspace.fs().may_write(file.place.folder, name), file.given);
  return may_write;
}

Result<void> check_writable(const Workspace& workspace, const PreparedFile& file, const CommitOptions& options) {
  const auto denied = [&](std::string problem) {
    return std::unexpected(refuse(Code::permission_denied, {{"path", file.given}, {"problem", std::move(problem)}}));
  };
  const FileInfo& info = file.base.info;
  std::string obstacle(info.obstacle.value_or(""));
  if (!info.obstacle) {
    KEDGE_OS(obstacle, workspace.fs().write_obstacle(file.base.handle), file.given);
  }
  if (!obstacle.empty()) return denied(concat("the file carries the ", obstacle, " flag"));
  // Root can write everything, but a read-only file still shows what its owner wants.
  const bool is_read_only = (info.permissions & 0222U) == 0;
  KEDGE_TRY(const bool may_write, kedge::may_write(workspace, file, file.place.name, info));
  if ((is_read_only || !may_write) && !options.ignore_read_only) return denied("the file is read-only");
  return {};
}

struct Obstacle {
  std::string problem;         // why the file cannot be exchanged for another; empty if it can
  bool mount_unknown = false;  // it may be a mount itself, and the system cannot tell
};

Result<Obstacle> obstacle_to_exchange(const Workspace& workspace, const PreparedFile& file) {
  const FileInfo& here = file.base.info;
  const FileInfo& above = file.above;
  if (here.mount != above.mount) return Obstacle{"it is a mount of its own"};
  KEDGE_TRY(const bool may_write, kedge::may_write(workspace, file, ".", above));
  if (!may_write) return Obstacle{"its folder is read-only"};
  const bool sticky = (above.permissions & 01000U) != 0;
  const std::uint32_t user = sticky ? workspace.fs().user() : 0;
  if (sticky && user != 0 && user != here.owner && user != above.owner) {
    return Obstacle{"it belongs to another user, in a folder where nobody may remove other users' files"};
  }
  return Obstacle{"", here.mount == 0};
}

// Writing in place changes the file under all its names, so all of them must be writable.
Result<void> check_all_names(Workspace& workspace, const PreparedFile& file) {
  const std::uint64_t links = file.base.info.links;
  if (links < 2) return {};
  const NamesFound names = names_of(workspace.fs(), workspace.root(), file.base.info);
  if (names.unwritable) {
    const std::string rule = concat("another name of ", printable(*names.unwritable));
    return std::unexpected(refuse(Code::path_protected, {{"path", file.given}, {"rule", rule}}));
  }
  if (names.count >= links) return {};
  const std::string problem =
      concat("it would be written in place, and ", counted(links - names.count, "other name"), " of it (hard links) ",
             links - names.count == 1 ? "is" : "are", " not found inside the root");
  Error refused = refuse(Code::cannot_replace, {{"path", file.given}, {"problem", problem}});
  refused.next = "Ask the user to start kedge without --in-place if this name may get a file of its own.";
  return std::unexpected(std::move(refused));
}

Result<void> choose_way(Workspace& workspace, PreparedFile& file, const FileChange& change, const CommitOptions& options) {
  KEDGE_TRY(Obstacle obstacle, obstacle_to_exchange(workspace, file));
  const bool replaced = change.kind == ChangeKind::replace;
  const std::uint64_t other_names = replaced || change.moves_to_new_file() ? file.base.info.links - 1 : 0;
  if (replaced && options.in_place && (!obstacle.problem.empty() || obstacle.mount_unknown || other_names > 0)) {
    file.in_place = true;
    return check_all_names(workspace, file);
  }
  if (obstacle.problem.empty() && other_names > 0 && options.hard_links == HardLinks::refuse) {
    obstacle.problem = concat("it has ", counted(other_names, "other name"), " (hard links)");
  }
  if (!obstacle.problem.empty()) {
    return std::unexpected(refuse(Code::cannot_replace, {{"path", file.given}, {"problem", obstacle.problem}}));
  }
  file.receipt.hard_links_broken = other_names;
  return {};
}

Result<void> take_lease(FileSystem& fs, PreparedFile& file) {
  // A file can be a mount of its own, of another file system than its folder's.
  const bool is_beside = file.above.identity.device == file.base.info.identity.device;
  const FileInfo above = is_beside ? file.above : FileInfo();
  for (int attempt = 1;; ++attempt) {
    switch (fs.lease(file.base.handle, above)) {
      case Lease::held: file.leased = true; return {};
      case Lease::unavailable: return {};
      case Lease::refused: break;
    }
    if (attempt == lease_attempts) {
      return std::unexpected(
          refuse(Code::busy, {{"path", file.given}, {"problem", "another program has the file open for writing"}}));
    }
    fs.pause(lease_pause);
  }
}

// Whether the file has these bytes. Nobody can write while they are compared if there is a lease, and whether it was broken is
// asked before and after the step.
Result<bool> holds(FileSystem& fs, PreparedFile& file, std::string_view bytes) {
  if (!file.leased) return holds_steady(fs, file.base, file.given, bytes);
  if (file.base.info.size != bytes.size()) return false;
  KEDGE_OS(const bool holds, holds_bytes(fs, file.base.handle, bytes), file.given);
  return holds;
}

Result<void> judge(Workspace& workspace, PreparedFile& file, const FileChange& change, const CommitOptions& options) {
  KEDGE_DO(check_writable(workspace, file, options));
  return choose_way(workspace, file, change, options);
}

Result<void> open(FileSystem& fs, PreparedFile& file, const FileInfo& found) {
  KEDGE_TRY(file.base, open_found_regular(fs, file.place.folder, file.place.name, file.given, found));
  KEDGE_OS(file.above, fs.look_at(file.place.folder, "."), file.given);
  return {};
}

// From now on nobody can write to it, and so it is looked at once more.
Result<void> lease(FileSystem& fs, PreparedFile& file) {
  KEDGE_DO(take_lease(fs, file));
  KEDGE_OS(const FileInfo info, fs.look(file.base.handle), file.given);
  if (!is_the_one_found(file.base, info)) return std::unexpected(refuse(Code::conflict, {{"path", file.given}}));
  file.base.info = info;
  return {};
}

// The file that was allowed to be written when the change was planned, opened without being looked for. False: something about
// it has to be asked again, or refused.
bool open_vetted(const Workspace& workspace, PreparedFile& file, const FileChange& change, const CommitOptions& options) {
  if (!change.vetted || options.in_place) return false;
  const Root& root = workspace.root();
  Result<Place> place = root.find_vetted(change.path, *change.vetted);
  if (!place) return false;
  file.place = *std::move(place);
  const FileInfo found{.kind = FileKind::regular, .identity = change.vetted->file};
  const bool is_that_file =
      open(workspace.fs(), file, found) && file.base.info.identity == found.identity && lease(workspace.fs(), file).has_value();
  if (is_that_file && file.base.info.links == 1 && !root.is_on_other_mount(file.base.info)) return true;
  file.base = {};
  file.leased = false;
  return false;
}

Result<void> find_and_open(Workspace& workspace, PreparedFile& file, const FileChange& change, const CommitOptions& options) {
  KEDGE_TRY(file.place, workspace.root().find(change.path, Access::write, change.vetted));
  if (!file.place.missing_folders.empty() || !file.place.there) {
    return std::unexpected(refusal(OsError{ENOENT}, change.path));
  }
  if (file.place.behind_link && file.kind != ChangeKind::replace) {
    // Deleting or moving a link does not mean its target.
    const std::string problem =
        concat("it is a link; name the file itself, ", printable(file.place.path()), ", if that is meant");
    return std::unexpected(refuse(Code::path_invalid, {{"path", change.path}, {"problem", problem}}));
  }
  KEDGE_DO(open(workspace.fs(), file, *file.place.there));
  KEDGE_DO(judge(workspace, file, change, options));  // which may take long, and others need not wait for it
  return lease(workspace.fs(), file);
}

Result<void> open_base(Workspace& workspace, PreparedFile& file, const FileChange& change, const CommitOptions& options) {
  FileSystem& fs = workspace.fs();
  if (open_vetted(workspace, file, change, options)) {
    KEDGE_DO(judge(workspace, file, change, options));
  } else {
    KEDGE_DO(find_and_open(workspace, file, change, options));
  }
  file.files.base_inode = file.base.info.identity.inode;
  if (change.base && change.expected) {
    KEDGE_TRY(const bool as_expected, holds(fs, file, change.base->bytes()));
    if (as_expected) {
      file.known = change.base;
      file.files.before = change.expected;
      return {};
    }
  }
  KEDGE_TRY(file.read, read_steady(fs, file.base, change.path, largest_editable_file));
  file.files.before = sha256(file.read);
  if (!change.expected || *change.expected != *file.files.before) {
    const std::string expected = change.expected ? to_hex(*change.expected) : "given";
    return std::unexpected(refuse(Code::file_version_mismatch,
                                  {{"path", change.path}, {"actual", to_hex(*file.files.before)}, {"expected", expected}}));
  }
  return {};
}

// Whether a new executable bit makes this a replacement although the bytes stay.
Result<void> compare_execution(PreparedFile& file) {
  if (file.kind != ChangeKind::replace || !file.executable || *file.executable == file.base.info.executable()) return {};
  if (file.in_place) {
    // Crash recovery would restore its bytes but not the executable bit.
    const std::string problem = "it can only be rewritten in place, and so the permission to run it cannot change";
    return std::unexpected(refuse(Code::cannot_replace, {{"path", file.given}, {"problem", problem}}));
  }
  if (file.files.before == file.files.after) file.files.staged_executable = file.executable;
  return {};
}

// One part of a change: `kind` for the file at `path`.
Result<PreparedFile> prepare_one(Workspace& workspace, const FileChange& change, ChangeKind kind, std::string_view path,
                                 const CommitOptions& options) {
  PreparedFile file{.kind = kind, .given = path, .content = change.bytes(), .executable = change.executable, .place = {}};
  if (kind == ChangeKind::create && change.attributes) file.attributes = &*change.attributes;
  if (kind == ChangeKind::remove || kind == ChangeKind::move) file.folders_to_remove = change.folders_to_remove;
  if (file.has_staged()) file.files.after = change.result ? *change.result : sha256(change.bytes());
  if (file.has_base()) {
    KEDGE_DO(open_base(workspace, file, change, options));
    KEDGE_DO(compare_execution(file));
  } else {
    KEDGE_TRY(file.place, find_free(workspace, path));
  }
  if (kind == ChangeKind::move) {
    KEDGE_TRY(file.destination, find_free(workspace, change.destination));
    file.files.after = file.files.before;
  }

  FileReceipt& receipt = file.receipt;
  receipt.kind = kind;
  receipt.path = file.place.path();
  if (kind == ChangeKind::move) receipt.destination = file.destination.path();
  receipt.version_before = file.files.before;
  if (kind != ChangeKind::remove) receipt.version_after = file.files.after;
  receipt.was_executable = file.has_base() && file.base.info.executable();
  receipt.folders_made = (kind == ChangeKind::move ? file.destination : file.place).missing_folders.size();
  if (kind == ChangeKind::remove) {
    KEDGE_OS(receipt.attributes, workspace.fs().attributes_of(file.base.handle), path);
  }
  receipt.changed =
      kind != ChangeKind::replace || file.files.before != file.files.after || file.files.staged_executable.has_value();
  return file;
}

}  // namespace

Result<std::vector<PreparedFile>> prepare(Workspace& workspace, const FileChange& change, std::size_t number,
                                          const CommitOptions& options) {
  KEDGE_DO(check_limits(change));
  std::vector<PreparedFile> files;
  if (change.moves_to_new_file()) {
    // The old file first: if it has changed, that is the refusal to give.
    KEDGE_TRY(PreparedFile old, prepare_one(workspace, change, ChangeKind::remove, change.path, options));
    KEDGE_TRY(PreparedFile fresh, prepare_one(workspace, change, ChangeKind::create, change.destination, options));
    // And the new one before the old one is removed, so that the file always has at least one name.
    files.push_back(std::move(fresh));
    files.push_back(std::move(old));
  } else {
    KEDGE_TRY(PreparedFile file, prepare_one(workspace, change, change.kind, change.path, options));
    files.push_back(std::move(file));
  }
  for (PreparedFile& file : files) file.change = number;
  return files;
}

Spot PreparedFile::aside(const StateFolder& state) const {
  return {aside_name.in_root ? &aside_folder : &state.tx, std::string(leaf_of(aside_name.path))};
}

JournalEntry entry_for(const PreparedFile& file) {
  return {.kind = file.kind,
          .in_place = file.in_place,
          .path = file.receipt.path,
          .destination = file.receipt.destination,
          .aside = file.aside_name,
          .before = file.files.before,
          .after = file.files.after,
          .base_inode = file.files.base_inode,
          .staged_inode = file.files.staged_inode,
          .staged_executable = file.files.staged_executable};
}

}  // namespace kedge
