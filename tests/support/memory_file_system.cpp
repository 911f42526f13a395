#include "tests/support/memory_file_system.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::int64_t call_time = 1'000;  // nanoseconds
constexpr std::size_t longest_name = 255;

bool is_one_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

// As Linux says it with the rest; others do not know.
std::optional<std::string_view> known_obstacle(std::string_view obstacle) {
  for (const std::string_view known : {"", "immutable", "append-only"}) {
    if (obstacle == known) return known;
  }
  return std::nullopt;
}

}  // namespace

// KEDGE_NEED(InodeNumber file, inode_of(handle, Need::file)): declares `file`, or returns the error.
#define KEDGE_NEED(declaration, ...)                                                                         \
  auto KEDGE_TRY_NAME(needed_, __LINE__) = (__VA_ARGS__);                                                    \
  if (!KEDGE_TRY_NAME(needed_, __LINE__)) return std::unexpected(KEDGE_TRY_NAME(needed_, __LINE__).error()); \
  declaration = *KEDGE_TRY_NAME(needed_, __LINE__)

MemoryFileSystem::MemoryFileSystem(const MemoryOptions& options, MemoryDisk disk)
    : options_(options), disk_(std::move(disk)), random_(options.seed) {}

void MemoryFileSystem::crash(std::uint64_t seed) {
  open_.clear();
  waiting_.clear();
  before_calls_.clear();
  disk_.cut_power(seed);
}

void MemoryFileSystem::end_process() {
  before_calls_.clear();
  while (!open_.empty()) close(open_.begin()->first);
}

void MemoryFileSystem::before_call(std::size_t n, std::function<void()> function) {
  before_calls_.emplace(calls_ + n, std::move(function));
}

void MemoryFileSystem::begin_call() {
  ++calls_;
  disk_.advance(call_time);
  if (before_calls_.empty() || before_calls_.begin()->first > calls_) return;
  auto due = before_calls_.extract(before_calls_.begin());
  due.mapped()();
}

bool MemoryFileSystem::is_leased(InodeNumber number) const {
  return std::ranges::any_of(open_, [&](const auto& row) { return row.second.inode == number && row.second.leased; });
}

void MemoryFileSystem::when_lease_ends(InodeNumber number, std::function<void()> function) {
  if (is_leased(number)) {
    waiting_.emplace(number, std::move(function));
  } else {
    function();
  }
}

void MemoryFileSystem::lease_ended(InodeNumber number) {
  if (is_leased(number)) return;
  for (auto next = waiting_.find(number); next != waiting_.end(); next = waiting_.find(number)) {
    auto taken = waiting_.extract(next);
    taken.mapped()();
  }
}

Handle MemoryFileSystem::opened(InodeNumber inode, bool writable) {
  const int id = next_id_++;
  open_.emplace(id, Open{.inode = inode, .writable = writable});
  return Handle(*this, id);
}

Outcome<InodeNumber> MemoryFileSystem::inode_of(const Handle& handle, Need need) const {
  const auto found = open_.find(handle.id());
  if (found == open_.end()) return failed(EBADF);
  const FileKind kind = disk_.at(found->second.inode).kind;
  if (need == Need::folder && kind != FileKind::folder) return failed(ENOTDIR);
  if (need == Need::file && kind == FileKind::folder) return failed(EISDIR);
  return found->second.inode;
}

Outcome<MemoryFileSystem::Entry> MemoryFileSystem::entry(const Handle& folder, const std::string& name) const {
  KEDGE_NEED(const InodeNumber inode, inode_of(folder, Need::folder));
  if (!is_one_name(name)) return failed(EINVAL);
  if (name.size() > longest_name) return failed(ENAMETOOLONG);
  return Entry{inode, disk_.find(inode, name)};
}

Outcome<MemoryFileSystem::Entry> MemoryFileSystem::existing(const Handle& folder, const std::string& name) const {
  KEDGE_NEED(const Entry found, entry(folder, name));
  if (found.target == InodeNumber::none) return failed(ENOENT);
  return found;
}

Outcome<MemoryFileSystem::Entry> MemoryFileSystem::vacant(const Handle& folder, const std::string& name) const {
  KEDGE_NEED(const Entry found, entry(folder, name));
  if (found.target != InodeNumber::none) return failed(EEXIST);
  if (disk_.at(found.folder).links == 0) return failed(ENOENT);  // the folder itself is gone
  return found;
}

Outcome<Handle> MemoryFileSystem::open_root(const std::string& absolute_path) {
  begin_call();
  if (!absolute_path.starts_with('/')) return failed(ENOENT);
  KEDGE_NEED(const InodeNumber found, disk_.resolve(absolute_path));
  if (disk_.at(found).kind != FileKind::folder) return failed(ENOTDIR);
  return opened(found, false);
}

Outcome<Handle> MemoryFileSystem::open_folder(const Handle& folder, const std::string& path, Mounts mounts) {
  begin_call();
  KEDGE_NEED(InodeNumber at, inode_of(folder, Need::folder));
  const std::uint32_t mount = disk_.at(at).mount;
  if (path.starts_with('/')) return failed(EXDEV);
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    begin = end + 1;
    if (name.empty() || name == ".") continue;
    if (name == "..") return failed(EXDEV);
    if (disk_.at(at).kind != FileKind::folder) return failed(ENOTDIR);
    at = disk_.find(at, name);
    if (at == InodeNumber::none) return failed(ENOENT);
    if (disk_.at(at).kind == FileKind::link) return failed(ELOOP);
    if (mounts == Mounts::refuse && disk_.at(at).mount != mount) return failed(EXDEV);
  }
  if (disk_.at(at).kind != FileKind::folder) return failed(ENOTDIR);
  return opened(at, false);
}

Outcome<Handle> MemoryFileSystem::open_file(const Handle& folder, const std::string& name) {
  begin_call();
  KEDGE_NEED(const Entry found, existing(folder, name));
  const MemoryInode& inode = disk_.at(found.target);
  if (inode.kind == FileKind::link) return failed(ELOOP);
  if (inode.kind == FileKind::regular && (inode.permissions & 0400U) == 0) return failed(EACCES);
  return opened(found.target, false);
}

Outcome<Handle> MemoryFileSystem::open_for_writing(const Handle& folder, const std::string& name) {
  begin_call();
  KEDGE_NEED(const Entry found, existing(folder, name));
  const MemoryInode& inode = disk_.at(found.target);
  if (inode.kind == FileKind::link) return failed(ELOOP);
  if (inode.kind == FileKind::folder) return failed(EISDIR);
  if ((inode.permissions & 0200U) == 0) return failed(EACCES);
  if (!inode.obstacle.empty()) return failed(EPERM);
  if (is_leased(found.target)) {
    waiting_.emplace(found.target, [] {});
    return failed(EAGAIN);
  }
  return opened(found.target, true);
}

Outcome<Handle> MemoryFileSystem::make_file(const Handle& folder, const std::string& name) {
  begin_call();
  KEDGE_NEED(const Entry place, vacant(folder, name));
  const InodeNumber made = disk_.make(FileKind::regular, place.folder, 0600);
  disk_.change_name({place.folder, name, made});
  return opened(made, true);
}

Outcome<Handle> MemoryFileSystem::make_unnamed(const Handle& folder) {
  begin_call();
  if (!options_.make_unnamed) return failed(EOPNOTSUPP);
  KEDGE_NEED(const InodeNumber place, inode_of(folder, Need::folder));
  if (disk_.at(place).links == 0) return failed(ENOENT);
  return opened(disk_.make(FileKind::regular, place, 0600), true);
}

Outcome<void> MemoryFileSystem::give_name(const Handle& unnamed, const Handle& folder, const std::string& name) {
  begin_call();
  KEDGE_NEED(const InodeNumber file, inode_of(unnamed, Need::file));
  KEDGE_NEED(const Entry place, vacant(folder, name));
  if (disk_.at(file).mount != disk_.at(place.folder).mount) return failed(EXDEV);
  if (disk_.at(file).links == 0 && disk_.at(file).was_named) return failed(ENOENT);
  disk_.change_name({place.folder, name, file});
  return {};
}

void MemoryFileSystem::close(int id) {
  const auto found = open_.find(id);
  if (found == open_.end()) return;
  const Open closed = found->second;
  open_.erase(found);
  if (closed.leased) lease_ended(closed.inode);
}

Outcome<void> MemoryFileSystem::close_checked(int id) {
  begin_call();
  close(id);
  return {};
}

FileInfo MemoryFileSystem::info(InodeNumber number) const {
  const MemoryInode& inode = disk_.at(number);
  return {.kind = inode.kind,
          .identity = {disk_.device(number), static_cast<std::uint64_t>(number)},
          .mount = options_.tells_mounts ? disk_.device(number) : 0,
          .size = inode.bytes.size(),
          .permissions = inode.permissions,
          .owner = 1000,
          .group = 1000,
          .links = inode.links,
          .modified = inode.modified,
          .obstacle = options_.tells_mounts ? known_obstacle(inode.obstacle) : std::nullopt};
}

Outcome<FileInfo> MemoryFileSystem::look(const Handle& open) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(open, Need::any));
  return info(inode);
}

Outcome<FileInfo> MemoryFileSystem::look_at(const Handle& folder, const std::string& name) {
  if (name == ".") return look(folder);
  begin_call();
  KEDGE_NEED(const Entry found, existing(folder, name));
  return info(found.target);
}

Outcome<std::string> MemoryFileSystem::read_link(const Handle& folder, const std::string& name) {
  begin_call();
  KEDGE_NEED(const Entry found, existing(folder, name));
  if (disk_.at(found.target).kind != FileKind::link) return failed(EINVAL);
  return disk_.at(found.target).bytes;
}

Outcome<std::string> MemoryFileSystem::read(const Handle& file, std::size_t limit) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(file, Need::file));
  if (disk_.at(inode).bytes.size() > limit) return failed(EFBIG);
  return disk_.at(inode).bytes;
}

Outcome<std::size_t> MemoryFileSystem::read_at(const Handle& file, std::uint64_t offset, std::span<char> buffer) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(file, Need::file));
  const std::string_view bytes = disk_.at(inode).bytes;
  return bytes.substr(std::min<std::size_t>(offset, bytes.size())).copy(buffer.data(), buffer.size());
}

Outcome<std::vector<std::string>> MemoryFileSystem::list(const Handle& folder) {
  const Outcome<std::vector<NamedKind>> found = list_kinds(folder);
  if (!found) return std::unexpected(found.error());
  std::vector<std::string> names;
  for (const NamedKind& entry : *found) names.push_back(entry.name);
  return names;
}

Outcome<std::vector<NamedKind>> MemoryFileSystem::list_kinds(const Handle& folder) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(folder, Need::folder));
  std::vector<NamedKind> found;
  for (const auto& [name, target] : disk_.at(inode).names) found.push_back({name, disk_.at(target).kind});
  // In no order, but in the same no order whenever it is asked for.
  std::ranges::sort(found, {},
                    [](const NamedKind& entry) { return RepeatableRandom(std::hash<std::string>{}(entry.name)).next(); });
  return found;
}

Outcome<bool> MemoryFileSystem::may_write(const Handle& folder, const std::string& name) {
  begin_call();
  if (name == ".") {
    KEDGE_NEED(const InodeNumber itself, inode_of(folder, Need::folder));
    return (disk_.at(itself).permissions & 0200U) != 0;
  }
  KEDGE_NEED(const Entry found, existing(folder, name));
  return (disk_.at(found.target).permissions & 0200U) != 0;
}

Outcome<std::string> MemoryFileSystem::write_obstacle(const Handle& file) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(file, Need::any));
  return disk_.at(inode).obstacle;
}

bool MemoryFileSystem::same_mount(const FileInfo& folder, const FileInfo& other) {
  return options_.park && folder.identity.device == other.identity.device;
}

Outcome<std::string> MemoryFileSystem::identity_of(const Handle& folder) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(folder, Need::any));
  return concat("memory-", disk_.at(inode).mount, "-", static_cast<std::uint32_t>(inode));
}

Outcome<void> MemoryFileSystem::write(const Handle& file, std::string_view bytes) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(file, Need::file));
  if (!open_.at(file.id()).writable) return failed(EBADF);
  disk_.set_bytes(inode, std::string(bytes));
  return {};
}

Outcome<void> MemoryFileSystem::inherit(const Handle& file, const Handle& /*folder*/) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(file, Need::any));
  disk_.set_permissions(inode, 0644);
  return {};
}

Outcome<MetadataCopy> MemoryFileSystem::copy_metadata(const Handle& from, const FileInfo& /*old*/, const Handle& to,
                                                      const FileInfo& /*fresh*/, bool /*inherits*/) {
  begin_call();
  KEDGE_NEED(const InodeNumber source, inode_of(from, Need::any));
  KEDGE_NEED(const InodeNumber target, inode_of(to, Need::any));
  disk_.set_permissions(target, disk_.at(source).permissions);
  return MetadataCopy{};
}

Outcome<void> MemoryFileSystem::set_executable(const Handle& file, bool executable) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(file, Need::file));
  disk_.set_permissions(inode, with_execution(disk_.at(inode).permissions, executable));
  return {};
}

Outcome<FileAttributes> MemoryFileSystem::attributes_of(const Handle& file) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(file, Need::file));
  return FileAttributes{.permissions = disk_.at(inode).permissions};
}

Outcome<std::vector<std::string>> MemoryFileSystem::give_attributes(const Handle& file, const FileAttributes& attributes) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(file, Need::file));
  disk_.set_permissions(inode, attributes.permissions);
  return std::vector<std::string>();
}

Outcome<void> MemoryFileSystem::sync(const Handle& open) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(open, Need::any));
  disk_.sync(inode);
  if (disk_.at(inode).kind == FileKind::folder) collect();
  return {};
}

void MemoryFileSystem::collect() {
  std::vector<InodeNumber> in_use;
  in_use.reserve(open_.size() + waiting_.size());
  for (const auto& [id, open] : open_) in_use.push_back(open.inode);
  for (const auto& [inode, function] : waiting_) in_use.push_back(inode);
  disk_.collect(in_use);
}

Outcome<void> MemoryFileSystem::exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                                         const std::string& other_name) {
  begin_call();
  if (!options_.exchange) return failed(EOPNOTSUPP);
  KEDGE_NEED(const Entry first, existing(folder, name));
  KEDGE_NEED(const Entry second, existing(other_folder, other_name));
  if (disk_.at(first.folder).mount != disk_.at(second.folder).mount) return failed(EXDEV);
  for (const Entry& entry : {first, second}) {
    if (!disk_.at(entry.target).obstacle.empty()) return failed(EPERM);
    if (disk_.at(entry.target).mount != disk_.at(entry.folder).mount) return failed(EBUSY);
  }
  if (first.target == second.target) return {};
  disk_.change_names({first.folder, name, second.target}, {second.folder, other_name, first.target});
  return {};
}

Outcome<void> MemoryFileSystem::move_new(const Handle& from, const std::string& name, const Handle& to,
                                         const std::string& new_name) {
  begin_call();
  if (!options_.move_new) return failed(EOPNOTSUPP);
  return move(from, name, to, new_name, false);
}

Outcome<void> MemoryFileSystem::move_over(const Handle& from, const std::string& name, const Handle& to,
                                          const std::string& new_name) {
  begin_call();
  return move(from, name, to, new_name, true);
}

Outcome<void> MemoryFileSystem::move(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name,
                                     bool overwrite) {
  KEDGE_NEED(const Entry source, existing(from, name));
  KEDGE_NEED(const Entry target, overwrite ? entry(to, new_name) : vacant(to, new_name));
  if (disk_.at(target.folder).links == 0) return failed(ENOENT);
  if (disk_.at(source.folder).mount != disk_.at(target.folder).mount) return failed(EXDEV);
  if (!disk_.at(source.target).obstacle.empty()) return failed(EPERM);
  if (disk_.at(source.target).mount != disk_.at(source.folder).mount) return failed(EBUSY);
  if (source.target == target.target) return {};  // two names of one file: POSIX leaves both
  if (target.target != InodeNumber::none) {
    if (!disk_.at(target.target).obstacle.empty()) return failed(EPERM);
    const bool is_folder = disk_.at(source.target).kind == FileKind::folder;
    const bool onto_folder = disk_.at(target.target).kind == FileKind::folder;
    if (onto_folder && !is_folder) return failed(EISDIR);
    if (is_folder && !onto_folder) return failed(ENOTDIR);
    if (onto_folder && !disk_.at(target.target).names.empty()) return failed(ENOTEMPTY);
  }
  disk_.change_names({source.folder, name, InodeNumber::none}, {target.folder, new_name, source.target});
  return {};
}

Outcome<void> MemoryFileSystem::link(const Handle& from, const std::string& name, const Handle& to,
                                     const std::string& new_name) {
  begin_call();
  KEDGE_NEED(const Entry source, existing(from, name));
  KEDGE_NEED(const Entry target, vacant(to, new_name));
  if (disk_.at(source.target).kind == FileKind::folder || !disk_.at(source.target).obstacle.empty()) return failed(EPERM);
  if (disk_.at(source.folder).mount != disk_.at(target.folder).mount) return failed(EXDEV);
  disk_.change_name({target.folder, new_name, source.target});
  return {};
}

Outcome<void> MemoryFileSystem::remove(const Handle& folder, const std::string& name) {
  begin_call();
  KEDGE_NEED(const Entry found, existing(folder, name));
  if (disk_.at(found.target).kind == FileKind::folder) return failed(EISDIR);
  if (!disk_.at(found.target).obstacle.empty()) return failed(EPERM);
  disk_.change_name({found.folder, name, InodeNumber::none});
  return {};
}

Outcome<void> MemoryFileSystem::make_folder(const Handle& folder, const std::string& name, FolderKind kind) {
  begin_call();
  KEDGE_NEED(const Entry place, vacant(folder, name));
  const std::uint32_t permissions = kind == FolderKind::own ? 0700 : 0755;
  disk_.change_name({place.folder, name, disk_.make(FileKind::folder, place.folder, permissions)});
  return {};
}

Outcome<void> MemoryFileSystem::remove_folder(const Handle& folder, const std::string& name) {
  begin_call();
  KEDGE_NEED(const Entry found, existing(folder, name));
  const MemoryInode& inode = disk_.at(found.target);
  if (inode.kind != FileKind::folder) return failed(ENOTDIR);
  if (inode.mount != disk_.at(found.folder).mount) return failed(EBUSY);
  if (!inode.names.empty()) return failed(ENOTEMPTY);
  disk_.change_name({found.folder, name, InodeNumber::none});
  return {};
}

Lease MemoryFileSystem::lease(const Handle& file, const FileInfo& /*folder*/) {
  begin_call();
  const Outcome<InodeNumber> inode = inode_of(file, Need::file);
  if (!options_.leases || !inode) return Lease::unavailable;
  const bool is_written =
      std::ranges::any_of(open_, [&](const auto& row) { return row.second.inode == *inode && row.second.writable; });
  if (is_written) return Lease::refused;
  open_.at(file.id()).leased = true;
  return Lease::held;
}

bool MemoryFileSystem::lease_holds(const Handle& file) {
  begin_call();
  const auto found = open_.find(file.id());
  return found != open_.end() && found->second.leased && !waiting_.contains(found->second.inode);
}

void MemoryFileSystem::end_lease(const Handle& file) {
  begin_call();
  const auto found = open_.find(file.id());
  if (found == open_.end() || !std::exchange(found->second.leased, false)) return;
  lease_ended(found->second.inode);
}

Outcome<bool> MemoryFileSystem::try_lock(const Handle& file) {
  begin_call();
  KEDGE_NEED(const InodeNumber inode, inode_of(file, Need::any));
  const bool is_taken = std::ranges::any_of(
      open_, [&](const auto& row) { return row.first != file.id() && row.second.inode == inode && row.second.locked; });
  if (!is_taken) open_.at(file.id()).locked = true;
  return !is_taken;
}

}  // namespace kedge
