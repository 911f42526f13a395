// How files of the program's own are changed (callers_files.hpp).
#include <cerrno>
#include <limits>

#include "embed/callers_files.hpp"
#include "error/error.hpp"

namespace kedge::embed {
namespace {

Outcome<void> outcome(int problem) { return problem == 0 ? Outcome<void>() : failed(problem); }

}  // namespace

Outcome<void> CallersFiles::write(const Handle& file, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(file));
  if (node->kind != FileKind::regular) return failed(EISDIR);
  if (!node->is_callers) {
    node->bytes = bytes;
    node->modified = now();
    return {};
  }
  KEDGE_TRY(const std::string expected, bytes_of(*node, std::numeric_limits<std::size_t>::max()));
  Node changed = *node;
  changed.bytes = bytes;
  return put_callers(node->path, changed, &expected);
}

Outcome<void> CallersFiles::inherit(const Handle& file, const Handle& /*folder*/) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(file));
  node->permissions = 0644;
  return {};
}

Outcome<MetadataCopy> CallersFiles::copy_metadata(const Handle& from, const FileInfo& /*old*/, const Handle& to,
                                                  const FileInfo& /*fresh*/, bool /*inherits*/) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode source, node_of(from));
  KEDGE_TRY(const SharedNode target, node_of(to));
  target->permissions = source->permissions;
  return MetadataCopy{};
}

Outcome<void> CallersFiles::set_executable(const Handle& file, bool executable) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(file));
  if (node->is_callers) return failed(EOPNOTSUPP);
  node->permissions = with_execution(node->permissions, executable);
  return {};
}

Outcome<FileAttributes> CallersFiles::attributes_of(const Handle& file) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(file));
  return FileAttributes{.permissions = node->permissions};
}

Outcome<std::vector<std::string>> CallersFiles::give_attributes(const Handle& file, const FileAttributes& attributes) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const SharedNode node, node_of(file));
  node->permissions = attributes.permissions;
  return std::vector<std::string>();
}

// What the program has taken is as durable as the program makes it, and the rest is in memory.
Outcome<void> CallersFiles::sync(const Handle& /*open*/) { return {}; }

Outcome<void> CallersFiles::exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                                     const std::string& other_name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(Entry first, existing(folder, name));
  KEDGE_TRY(Entry second, existing(other_folder, other_name));
  if (first.node == second.node) return {};
  if (!first.folder->is_callers) std::swap(first, second);  // if one of them is the program's, the first is
  if (second.folder->is_callers) return failed(EOPNOTSUPP);
  if (!first.folder->is_callers) {
    std::swap(first.folder->names[first.name], second.folder->names[second.name]);
    return {};
  }
  if (first.node->kind != FileKind::regular || second.node->kind != FileKind::regular) return failed(EOPNOTSUPP);
  const std::string path = first.callers_path();
  KEDGE_TRY(std::string displaced, bytes_of(*first.node, std::numeric_limits<std::size_t>::max()));
  if (const Outcome<void> put = put_callers(path, *second.node, &displaced); !put) return put;
  leave_callers(first.node, std::move(displaced));
  enter_callers(second.node, path);
  second.folder->names[second.name] = first.node;
  return {};
}

Outcome<void> CallersFiles::move_new(const Handle& from, const std::string& name, const Handle& to,
                                     const std::string& new_name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const Entry source, existing(from, name));
  KEDGE_TRY(const Entry target, vacant(to, new_name));
  if (!source.folder->is_callers && !target.folder->is_callers) {
    target.folder->names.emplace(new_name, source.node);
    source.folder->names.erase(name);
    return {};
  }
  if (source.node->kind != FileKind::regular) return failed(EOPNOTSUPP);
  KEDGE_TRY(std::string bytes, bytes_of(*source.node, std::numeric_limits<std::size_t>::max()));
  if (target.folder->is_callers) {
    Node arriving = *source.node;
    arriving.bytes = bytes;
    if (const Outcome<void> put = put_callers(target.callers_path(), arriving, nullptr); !put) {
      return put.error().number == EAGAIN ? failed(EEXIST) : put;
    }
  }
  if (source.folder->is_callers) {
    if (const Outcome<void> taken = take_callers(source.callers_path(), bytes); !taken) return taken;
    leave_callers(source.node, std::move(bytes));
  } else {
    source.folder->names.erase(name);
  }
  if (target.folder->is_callers) {
    enter_callers(source.node, target.callers_path());
  } else {
    target.folder->names.emplace(new_name, source.node);
  }
  return {};
}

Outcome<void> CallersFiles::move_over(const Handle& from, const std::string& name, const Handle& to,
                                      const std::string& new_name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const Entry source, existing(from, name));
  KEDGE_TRY(const Entry target, entry(to, new_name));
  if (source.folder->is_callers || target.folder->is_callers) return failed(EOPNOTSUPP);
  target.folder->names[new_name] = source.node;
  source.folder->names.erase(name);
  return {};
}

Outcome<void> CallersFiles::link(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const Entry source, existing(from, name));
  KEDGE_TRY(const Entry target, vacant(to, new_name));
  if (source.folder->is_callers || target.folder->is_callers) return failed(EOPNOTSUPP);
  target.folder->names.emplace(new_name, source.node);
  return {};
}

Outcome<void> CallersFiles::remove(const Handle& folder, const std::string& name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const Entry found, existing(folder, name));
  if (found.node->kind == FileKind::folder) return failed(EISDIR);
  if (!found.folder->is_callers) {
    found.folder->names.erase(name);
    return {};
  }
  KEDGE_TRY(std::string bytes, bytes_of(*found.node, std::numeric_limits<std::size_t>::max()));
  if (const Outcome<void> taken = take_callers(found.callers_path(), bytes); !taken) return taken;
  leave_callers(found.node, std::move(bytes));
  return {};
}

Outcome<void> CallersFiles::make_folder(const Handle& folder, const std::string& name, FolderKind kind) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const Entry place, vacant(folder, name));
  if (place.folder->is_callers) return outcome(files_.make_folder(files_.context, place.callers_path().c_str()));
  place.folder->names.emplace(name, make_node(FileKind::folder, kind == FolderKind::own ? 0700 : 0755));
  return {};
}

Outcome<void> CallersFiles::remove_folder(const Handle& folder, const std::string& name) {
  const std::lock_guard lock(mutex_);
  KEDGE_TRY(const Entry found, existing(folder, name));
  if (found.node->kind != FileKind::folder) return failed(ENOTDIR);
  if (found.folder->is_callers) return outcome(files_.remove_folder(files_.context, found.callers_path().c_str()));
  if (!found.node->names.empty()) return failed(ENOTEMPTY);
  found.folder->names.erase(name);
  return {};
}

}  // namespace kedge::embed
