#include "tests/support/foreign_party.hpp"

#include <utility>

namespace kedge {

ForeignParty::Place ForeignParty::place(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder_path = path.substr(0, slash);
  Outcome<InodeNumber> folder = fs_->disk().resolve(folder_path);
  if (!folder) {
    make_folder(folder_path);
    folder = fs_->disk().resolve(folder_path);
  }
  const std::string name = path.substr(slash + 1);
  return {*folder, name, fs_->disk().find(*folder, name)};
}

void ForeignParty::make_folder(const std::string& path) {
  MemoryDisk& disk = fs_->disk();
  const Place made = place(path);
  if (made.target != InodeNumber::none) return;
  disk.change_name({made.folder, made.name, disk.make(FileKind::folder, made.folder, 0755)});
}

void ForeignParty::make_mount(const std::string& path) {
  make_folder(path);
  fs_->disk().make_mount(*fs_->disk().resolve(path));
}

void ForeignParty::make_file(const std::string& path, std::string bytes, std::uint32_t permissions) {
  MemoryDisk& disk = fs_->disk();
  const Place made = place(path);
  const InodeNumber file = disk.make(FileKind::regular, made.folder, permissions);
  disk.set_bytes(file, std::move(bytes));
  disk.change_name({made.folder, made.name, file});
}

void ForeignParty::make_link(const std::string& path, std::string target) {
  MemoryDisk& disk = fs_->disk();
  const Place made = place(path);
  const InodeNumber link = disk.make(FileKind::link, made.folder, 0777);
  disk.set_bytes(link, std::move(target));
  disk.change_name({made.folder, made.name, link});
}

void ForeignParty::set_permissions(const std::string& path, std::uint32_t permissions) {
  if (const auto file = fs_->disk().resolve(path)) fs_->disk().set_permissions(*file, permissions);
}

void ForeignParty::set_obstacle(const std::string& path, std::string obstacle) {
  if (const auto file = fs_->disk().resolve(path)) fs_->disk().set_obstacle(*file, std::move(obstacle));
}

void ForeignParty::append(const std::string& path, std::string bytes) {
  const auto file = fs_->disk().resolve(path);
  if (!file) return;
  fs_->when_lease_ends(*file, [fs = fs_, number = *file, added = std::move(bytes)] {
    fs->disk().set_bytes(number, fs->disk().at(number).bytes + added);
    fs->disk().sync(number);
  });
}

void ForeignParty::rewrite(const std::string& path, std::string bytes) {
  const auto file = fs_->disk().resolve(path);
  if (!file) return;
  fs_->when_lease_ends(*file, [fs = fs_, number = *file, all = std::move(bytes)] {
    fs->disk().set_bytes(number, all);
    fs->disk().sync(number);
  });
}

void ForeignParty::rewrite_mapped(const std::string& path, std::string bytes) {
  const auto file = fs_->disk().resolve(path);
  if (!file) return;
  fs_->disk().set_bytes(*file, std::move(bytes));
  fs_->disk().sync(*file);
}

void ForeignParty::replace(const std::string& path, std::string bytes) { make_file(path, std::move(bytes)); }

void ForeignParty::remove(const std::string& path) {
  if (!fs_->disk().resolve(path)) return;
  const Place gone = place(path);
  fs_->disk().change_name({gone.folder, gone.name, InodeNumber::none});
}

std::optional<std::string> ForeignParty::read(const std::string& path) const {
  const auto file = fs_->disk().resolve(path);
  return file ? std::optional(fs_->disk().at(*file).bytes) : std::nullopt;
}

std::map<std::string, std::string> ForeignParty::tree(const std::string& folder) const {
  std::map<std::string, std::string> found;
  if (const auto top = fs_->disk().resolve(folder)) add_below(found, *top, "");
  return found;
}

void ForeignParty::add_below(std::map<std::string, std::string>& tree, InodeNumber folder, const std::string& prefix) const {
  for (const auto& [name, target] : fs_->disk().at(folder).names) {
    const MemoryInode& inode = fs_->disk().at(target);
    switch (inode.kind) {
      case FileKind::folder:
        tree[prefix + name + '/'] = "";
        add_below(tree, target, prefix + name + '/');
        break;
      case FileKind::link: tree[prefix + name] = "-> " + inode.bytes; break;
      case FileKind::regular:
      case FileKind::pipe:
      case FileKind::socket:
      case FileKind::device: tree[prefix + name] = inode.bytes; break;
    }
  }
}

}  // namespace kedge
