#include "embed/callers_files.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <limits>
#include <random>
#include <thread>

#include "error/error.hpp"
#include "support/strings.hpp"

namespace kedge::embed {
namespace {

constexpr std::uint64_t device = 1;
constexpr std::size_t longest_name = 255;

bool is_one_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

std::uint32_t permissions_of(const kedge_file_info& info) {
  if (info.kind == KEDGE_FOLDER) return 0755;
  return info.executable != 0 ? 0755 : 0644;
}

// Takes at most as many bytes as there may be.
struct Taken {
  std::string bytes;
  std::size_t limit;
};
int take_bytes(void* taker, const char* bytes, std::size_t size) try {
  Taken& taken = *static_cast<Taken*>(taker);
  if (size > taken.limit - taken.bytes.size()) return EFBIG;
  taken.bytes.append(bytes, size);
  return 0;
} catch (const std::bad_alloc&) {
  return ENOMEM;
}

int take_name(void* taker, const char* name, std::uint32_t kind) try {
  if (!is_one_name(name) || (kind != KEDGE_FILE && kind != KEDGE_FOLDER)) return EINVAL;
  static_cast<std::vector<NamedKind>*>(taker)->push_back({name, kind == KEDGE_FILE ? FileKind::regular : FileKind::folder});
  return 0;
} catch (const std::bad_alloc&) {
  return ENOMEM;
}

}  // namespace

CallersFiles::CallersFiles(const kedge_files& files, const std::string& root) : files_(files) {
  top_ = make_node(FileKind::folder, 0755);
  SharedNode at = top_;
  const std::vector<std::string_view> parts = split(std::string_view(root).substr(1), '/');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    SharedNode next = make_node(FileKind::folder, 0755);
    next->is_callers = i + 1 == parts.size();
    at->names.emplace(parts[i], next);
    at = next;
  }
}

CallersFiles::SharedNode CallersFiles::make_node(FileKind kind, std::uint32_t permissions) {
  auto node = std::make_shared<Node>();
  node->kind = kind;
  node->permissions = permissions;
  node->number = next_number_++;
  node->modified = now();
  return node;
}

Handle CallersFiles::opened(SharedNode node) {
  const int id = next_id_++;
  open_.emplace(id, std::move(node));
  return Handle(*this, id);
}

Outcome<CallersFiles::SharedNode> CallersFiles::node_of(const Handle& handle) const {
  const auto found = open_.find(handle.id());
  if (found == open_.end()) return failed(EBADF);
  return found->second;
}

// ---- what the program says

Outcome<kedge_file_info> CallersFiles::look_up(const std::string& path) {
  kedge_file_info info{};
  if (const int problem = files_.look(files_.context, path.c_str(), &info); problem != 0) return failed(problem);
  if (info.kind > KEDGE_FOLDER) return failed(EIO);
  return info;
}

// The same node as before, as long as somebody knows it: a file keeps its identity when it is written to.
Outcome<CallersFiles::SharedNode> CallersFiles::callers_node(const std::string& path) {
  KEDGE_TRY(const kedge_file_info found, look_up(path));
  if (found.kind == KEDGE_NOTHING) return SharedNode();
  const FileKind kind = found.kind == KEDGE_FILE ? FileKind::regular : FileKind::folder;
  SharedNode node = callers_[path].lock();
  if (!node || node->kind != kind) {
    node = make_node(kind, permissions_of(found));
    enter_callers(node, path);
  }
  node->permissions = permissions_of(found);
  return node;
}

void CallersFiles::enter_callers(const SharedNode& node, const std::string& path) {
  node->is_callers = true;
  node->path = path;
  node->bytes.clear();
  callers_[path] = node;
}

void CallersFiles::leave_callers(const SharedNode& node, std::string bytes) {
  callers_.erase(node->path);
  node->is_callers = false;
  node->path.clear();
  node->bytes = std::move(bytes);
}

Outcome<FileInfo> CallersFiles::info(Node& node) {
  FileInfo told{.kind = node.kind, .identity = {device, node.number}, .size = node.bytes.size()};
  told.permissions = node.permissions;
  told.modified = node.modified;
  if (node.is_callers) {
    KEDGE_TRY(const kedge_file_info found, look_up(node.path));
    if (found.kind == KEDGE_NOTHING) return failed(ENOENT);
    told.size = found.size;
    told.modified = found.stamp;
    told.permissions = permissions_of(found);
  }
  return told;
}

Outcome<std::string> CallersFiles::bytes_of(const Node& node, std::size_t limit) {
  if (node.kind != FileKind::regular) return failed(EISDIR);
  if (!node.is_callers) return node.bytes.size() > limit ? Outcome<std::string>(failed(EFBIG)) : node.bytes;
  Taken taken{.bytes = {}, .limit = limit};
  if (const int problem = files_.read(files_.context, node.path.c_str(), &take_bytes, &taken); problem != 0) {
    return failed(problem);
  }
  return std::move(taken.bytes);
}

// Puts a node that is in memory into the program's tree.
Outcome<void> CallersFiles::put_callers(const std::string& path, const Node& node, const std::string* expected) {
  const bool executable = (node.permissions & 0100U) != 0;
  const int problem = files_.replace(files_.context, path.c_str(), node.bytes.data(), node.bytes.size(),
                                     expected != nullptr ? expected->data() : nullptr,
                                     expected != nullptr ? expected->size() : 0, executable ? 1 : 0);
  // Somebody else was there first.
  if (problem == EAGAIN && expected != nullptr) return failed(ESTALE);
  if (problem != 0) return failed(problem);
  Taken there{.bytes = {}, .limit = node.bytes.size()};
  const int unread = files_.read(files_.context, path.c_str(), &take_bytes, &there);
  if (unread == EFBIG) return failed(EIO);  // more bytes than were written
  if (unread != 0) return failed(unread);
  return there.bytes == node.bytes ? Outcome<void>() : failed(EIO);
}

Outcome<void> CallersFiles::take_callers(const std::string& path, const std::string& expected) {
  if (const int problem = files_.remove(files_.context, path.c_str(), expected.data(), expected.size()); problem != 0) {
    return failed(problem);
  }
  KEDGE_TRY(const kedge_file_info left, look_up(path));
  return left.kind == KEDGE_NOTHING ? Outcome<void>() : failed(EIO);
}

// ---- names

Outcome<CallersFiles::Entry> CallersFiles::entry(const Handle& folder, const std::string& name) {
  KEDGE_TRY(SharedNode above, node_of(folder));
  if (above->kind != FileKind::folder) return failed(ENOTDIR);
  if (!is_one_name(name)) return failed(EINVAL);
  if (name.size() > longest_name) return failed(ENAMETOOLONG);
  Entry found{.folder = std::move(above), .name = name, .node = nullptr};
  if (found.folder->is_callers) {
    KEDGE_TRY(found.node, callers_node(found.callers_path()));
  } else if (const auto there = found.folder->names.find(name); there != found.folder->names.end()) {
    found.node = there->second;
  }
  return found;
}

Outcome<CallersFiles::Entry> CallersFiles::existing(const Handle& folder, const std::string& name) {
  KEDGE_TRY(Entry found, entry(folder, name));
  if (!found.node) return failed(ENOENT);
  return found;
}

Outcome<CallersFiles::Entry> CallersFiles::vacant(const Handle& folder, const std::string& name) {
  KEDGE_TRY(Entry found, entry(folder, name));
  if (found.node) return failed(EEXIST);
  return found;
}

Outcome<CallersFiles::SharedNode> CallersFiles::resolve(const std::string& absolute_path) {
  SharedNode at = top_;
  for (const std::string_view part : split(absolute_path, '/')) {
    if (part.empty()) continue;
    if (at->kind != FileKind::folder) return failed(ENOTDIR);
    if (at->is_callers) {
      KEDGE_TRY(at, callers_node(at->path.empty() ? std::string(part) : concat(at->path, '/', part)));
      if (!at) return failed(ENOENT);
      continue;
    }
    const auto next = at->names.find(std::string(part));
    if (next == at->names.end()) return failed(ENOENT);
    at = next->second;
  }
  return at;
}

Outcome<Handle> CallersFiles::open_root(const std::string& absolute_path) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(SharedNode found, resolve(absolute_path));
  if (found->kind != FileKind::folder) return failed(ENOTDIR);
  return opened(std::move(found));
}

Outcome<Handle> CallersFiles::open_folder(const Handle& folder, const std::string& path, Mounts /*mounts*/) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(SharedNode at, node_of(folder));
  if (path.starts_with('/')) return failed(EXDEV);
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") return failed(EXDEV);
    if (at->kind != FileKind::folder) return failed(ENOTDIR);
    if (at->is_callers) {
      KEDGE_TRY(at, callers_node(at->path.empty() ? std::string(part) : concat(at->path, '/', part)));
    } else {
      const auto next = at->names.find(std::string(part));
      at = next == at->names.end() ? nullptr : next->second;
    }
    if (!at) return failed(ENOENT);
  }
  if (at->kind != FileKind::folder) return failed(ENOTDIR);
  return opened(std::move(at));
}

Outcome<Handle> CallersFiles::open_file(const Handle& folder, const std::string& name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(Entry found, existing(folder, name));
  return opened(std::move(found.node));
}

Outcome<Handle> CallersFiles::open_for_writing(const Handle& folder, const std::string& name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(Entry found, existing(folder, name));
  if (found.node->kind == FileKind::folder) return failed(EISDIR);
  return opened(std::move(found.node));
}

Outcome<Handle> CallersFiles::make_file(const Handle& folder, const std::string& name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const Entry place, vacant(folder, name));
  // Every new file of the program's is complete when it gets its name.
  if (place.folder->is_callers) return failed(EOPNOTSUPP);
  SharedNode made = make_node(FileKind::regular, 0600);
  place.folder->names.emplace(name, made);
  return opened(std::move(made));
}

Outcome<Handle> CallersFiles::make_unnamed(const Handle& folder) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY([[maybe_unused]] const SharedNode place, node_of(folder));
  return opened(make_node(FileKind::regular, 0600));
}

Outcome<void> CallersFiles::give_name(const Handle& unnamed, const Handle& folder, const std::string& name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode file, node_of(unnamed));
  KEDGE_TRY(const Entry place, vacant(folder, name));
  if (file->is_callers) return failed(EOPNOTSUPP);
  if (!place.folder->is_callers) {
    place.folder->names.emplace(name, file);
    return {};
  }
  if (const Outcome<void> put = put_callers(place.callers_path(), *file, nullptr); !put) {
    return put.error().number == EAGAIN ? failed(EEXIST) : put;
  }
  enter_callers(file, place.callers_path());
  return {};
}

void CallersFiles::close(int id) {
  const std::lock_guard lock(mutex_);
  if (const auto held = lock_of_.find(id); held != lock_of_.end()) {
    locked_.erase(held->second);
    lock_of_.erase(held);
  }
  open_.erase(id);
}

Outcome<void> CallersFiles::close_checked(int id) {
  close(id);
  return {};
}

// ---- looking

Outcome<FileInfo> CallersFiles::look(const Handle& open) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(open));
  return info(*node);
}

Outcome<FileInfo> CallersFiles::look_at(const Handle& folder, const std::string& name) {
  if (name == ".") return look(folder);
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const Entry found, existing(folder, name));
  return info(*found.node);
}

Outcome<std::string> CallersFiles::read_link(const Handle& /*folder*/, const std::string& /*name*/) { return failed(EINVAL); }

Outcome<std::string> CallersFiles::read(const Handle& file, std::size_t limit) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(file));
  return bytes_of(*node, limit);
}

Outcome<std::size_t> CallersFiles::read_at(const Handle& file, std::uint64_t offset, std::span<char> buffer) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(file));
  KEDGE_TRY(const std::string bytes, bytes_of(*node, std::numeric_limits<std::size_t>::max()));
  return std::string_view(bytes).substr(std::min<std::size_t>(offset, bytes.size())).copy(buffer.data(), buffer.size());
}

Outcome<std::vector<std::string>> CallersFiles::list(const Handle& folder) {
  KEDGE_TRY(const std::vector<NamedKind> found, list_kinds(folder));
  std::vector<std::string> names;
  names.reserve(found.size());
  for (const NamedKind& each : found) names.push_back(each.name);
  return names;
}

Outcome<std::vector<NamedKind>> CallersFiles::list_kinds(const Handle& folder) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(folder));
  if (node->kind != FileKind::folder) return failed(ENOTDIR);
  std::vector<NamedKind> found;
  if (node->is_callers) {
    if (const int problem = files_.list(files_.context, node->path.c_str(), &take_name, &found); problem != 0) {
      return failed(problem);
    }
  }
  for (const auto& [name, each] : node->names) found.push_back({name, each->kind});
  return found;
}

Outcome<bool> CallersFiles::may_write(const Handle& folder, const std::string& name) {
  if (name == ".") return true;
  const std::lock_guard lock(mutex_);
  KEDGE_TRY([[maybe_unused]] const Entry found, existing(folder, name));
  return true;
}

Outcome<std::string> CallersFiles::write_obstacle(const Handle& /*file*/) { return std::string(); }
bool CallersFiles::same_mount(const FileInfo& /*folder*/, const FileInfo& /*other*/) { return true; }

Outcome<std::string> CallersFiles::identity_of(const Handle& folder) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(folder));
  return concat("callers-", node->number);
}

// ---- others

// All that could hold it are in this process.
Outcome<bool> CallersFiles::try_lock(const Handle& file) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(file));
  if (const auto held = lock_of_.find(file.id()); held != lock_of_.end()) return true;
  if (!locked_.insert(node.get()).second) return false;
  lock_of_.emplace(file.id(), node.get());
  return true;
}

void CallersFiles::pause(std::uint32_t microseconds) { std::this_thread::sleep_for(std::chrono::microseconds(microseconds)); }

std::int64_t CallersFiles::now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::uint64_t CallersFiles::random() {
  std::random_device source;
  return (std::uint64_t{source()} << 32U) | source();
}

}  // namespace kedge::embed
