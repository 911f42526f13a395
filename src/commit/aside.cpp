#include "commit/aside.hpp"

#include <cerrno>
#include <limits>

#include "commit/journal.hpp"
#include "fs/file_bytes.hpp"
#include "fs/path_parts.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// For bytes that are only kept, not edited.
constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max() / 4;

Outcome<Handle> kept_folder(FileSystem& fs, const StateFolder& state) {
  if (const Outcome<void> made = fs.make_folder(state.folder, "kept", FolderKind::own);
      !made && made.error().number != EEXIST) {
    return std::unexpected(made.error());
  }
  // Even if it existed: the process that made it may have died before it was durable.
  if (const Outcome<void> synced = fs.sync(state.folder); !synced) return std::unexpected(synced.error());
  return fs.open_folder(state.folder, "kept", Mounts::cross);
}

// Where it cannot be moved because it is on another mount.
Outcome<void> move_by_copy(FileSystem& fs, const Spot& spot, const Handle& folder, const std::string& name) {
  const Outcome<Handle> from = fs.open_file(*spot.folder, spot.name);
  if (!from) return std::unexpected(from.error());
  const Outcome<std::string> bytes = fs.read(*from, any_size);
  if (!bytes) return std::unexpected(bytes.error());
  const Outcome<Handle> to = fs.make_file(folder, name);
  if (!to) return std::unexpected(to.error());
  Outcome<void> step = fs.fill(*to, *bytes);
  if (step) step = fs.sync(*to);
  if (step) step = fs.sync(folder);
  if (step) step = fs.remove(*spot.folder, spot.name);
  return step;
}

}  // namespace

Outcome<Found> find_file(FileSystem& fs, const Spot& spot) {
  Found found;
  const Outcome<FileInfo> info = fs.look_at(*spot.folder, spot.name);
  if (!info) {
    if (info.error().number == ENOENT) return found;
    return std::unexpected(info.error());
  }
  found.exists = true;
  found.info = *info;
  if (info->kind != FileKind::regular) return found;
  const Outcome<Handle> file = fs.open_file(*spot.folder, spot.name);
  if (!file) return std::unexpected(file.error());
  const Outcome<Digest> digest = digest_of(fs, *file);
  if (!digest) return std::unexpected(digest.error());
  found.digest = *digest;
  return found;
}

Which which(const Found& found, const TwoFiles& files) {
  if (!found.exists) return Which::missing;
  if (!found.digest) return Which::foreign;  // no regular file
  const std::uint64_t inode = found.info.identity.inode;
  if (inode == files.base_inode) return Which::base;
  if (inode == files.staged_inode) return Which::staged;
  if (found.digest == files.before && files.staged_executable) {
    return found.info.executable() == *files.staged_executable ? Which::staged : Which::base;
  }
  if (found.digest == files.before) return Which::base;
  if (found.digest == files.after) return Which::staged;
  return Which::foreign;
}

Outcome<void> keep(FileSystem& fs, const StateFolder& state, const Spot& spot, std::string_view path,
                   std::vector<std::string>& remarks) {
  const Outcome<Handle> folder = kept_folder(fs, state);
  if (!folder) return std::unexpected(folder.error());
  const std::string name = concat(leaf_of(path).substr(0, 100), '.', random_name(fs));
  Outcome<void> moved = fs.move_over(*spot.folder, spot.name, *folder, name);
  if (!moved && moved.error().number == EXDEV) moved = move_by_copy(fs, spot, *folder, name);
  if (!moved) return moved;
  remarks.push_back(concat(printable(path), ": bytes that another program wrote while the file was being changed are kept in ",
                           printable(concat(state.path, "/kept/", name))));
  return fs.sync(*folder);
}

Outcome<void> discard(FileSystem& fs, const StateFolder& state, const Spot& spot, const std::optional<Digest>& bytes,
                      std::string_view path, std::vector<std::string>& remarks) {
  const Outcome<Found> found = find_file(fs, spot);
  if (!found) return std::unexpected(found.error());
  if (!found->exists) return {};
  const bool expected = found->digest && found->digest == bytes;
  const bool has_another_name = found->digest && found->info.links > 1;  // where its bytes stay
  if (expected || has_another_name) return fs.remove(*spot.folder, spot.name);
  return keep(fs, state, spot, path, remarks);
}

bool is_in_use(OsError error) { return error.number == ENOENT || error.number == ENOTEMPTY || error.number == ENOTDIR; }

}  // namespace kedge
