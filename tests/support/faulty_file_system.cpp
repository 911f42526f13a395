#include "tests/support/faulty_file_system.hpp"

#include <cerrno>
#include <exception>
#include <new>
#include <utility>

namespace kedge {

void FaultyFileSystem::fail_at(std::size_t call, int error_number, Repeat repeat) {
  fault_ = Fault{call, OsError{error_number}, repeat};
}

std::optional<OsError> FaultyFileSystem::begin_call(std::string_view name) {
  // The process is dead: nothing that its destructors ask for happens any more.
  if (stopped_ && std::uncaught_exceptions() > 0) return OsError{EIO};
  ++calls_;
  if (stopped_ || calls_ == stop_at_) {
    if (!std::exchange(stopped_, true)) broken_call_ = name;
    throw Stopped{};
  }
  if (calls_ == lack_memory_at_) {
    broken_call_ = name;
    throw std::bad_alloc();
  }
  if (!fault_ || calls_ < fault_->call) return std::nullopt;
  if (calls_ > fault_->call && fault_->repeat == Repeat::once) return std::nullopt;
  if (calls_ == fault_->call) broken_call_ = name;
  return fault_->error;
}

template <class Call>
auto FaultyFileSystem::called(std::string_view name, const Call& call) -> decltype(call()) {
  if (const std::optional<OsError> error = begin_call(name)) return std::unexpected(*error);
  return call();
}

Outcome<Handle> FaultyFileSystem::opened(Outcome<Handle> inner) {
  if (!inner) return inner;
  const int id = inner->id();
  open_[id] = *std::move(inner);
  return Handle(*this, id);
}

const Handle& FaultyFileSystem::inner(const Handle& handle) const {
  const auto found = open_.find(handle.id());
  return found == open_.end() ? none_ : found->second;
}

Outcome<Handle> FaultyFileSystem::open_root(const std::string& absolute_path) {
  return called("open_root", [&] { return opened(inner_->open_root(absolute_path)); });
}

Outcome<Handle> FaultyFileSystem::open_folder(const Handle& folder, const std::string& path, Mounts mounts) {
  return called("open_folder", [&] { return opened(inner_->open_folder(inner(folder), path, mounts)); });
}

Outcome<Handle> FaultyFileSystem::open_file(const Handle& folder, const std::string& name) {
  return called("open_file", [&] { return opened(inner_->open_file(inner(folder), name)); });
}

Outcome<OpenedFile> FaultyFileSystem::open_found(const Handle& folder, const std::string& name, const FileInfo& found) {
  return called("open_file", [&]() -> Outcome<OpenedFile> {
    Outcome<OpenedFile> file = inner_->open_found(inner(folder), name, found);
    if (!file) return file;
    KEDGE_TRY(Handle handle, opened(std::move(file->handle)));
    return OpenedFile{std::move(handle), file->info};
  });
}

Outcome<Handle> FaultyFileSystem::open_for_writing(const Handle& folder, const std::string& name) {
  return called("open_for_writing", [&] { return opened(inner_->open_for_writing(inner(folder), name)); });
}

Outcome<Handle> FaultyFileSystem::make_file(const Handle& folder, const std::string& name) {
  return called("make_file", [&] { return opened(inner_->make_file(inner(folder), name)); });
}

Outcome<Handle> FaultyFileSystem::make_unnamed(const Handle& folder) {
  return called("make_unnamed", [&] { return opened(inner_->make_unnamed(inner(folder))); });
}

Outcome<void> FaultyFileSystem::give_name(const Handle& unnamed, const Handle& folder, const std::string& name) {
  return called("give_name", [&] { return inner_->give_name(inner(unnamed), inner(folder), name); });
}

void FaultyFileSystem::close(int id) { open_.erase(id); }

Outcome<void> FaultyFileSystem::close_checked(int id) {
  // Whatever it answers, the file is closed.
  auto closed = open_.extract(id);
  return called("close_checked", [&] { return closed.empty() ? Outcome<void>(failed(EBADF)) : closed.mapped().close(); });
}

Outcome<FileInfo> FaultyFileSystem::look(const Handle& open) {
  return called("look", [&] { return inner_->look(inner(open)); });
}

Outcome<FileInfo> FaultyFileSystem::look_at(const Handle& folder, const std::string& name) {
  return called("look_at", [&] { return inner_->look_at(inner(folder), name); });
}

Outcome<std::string> FaultyFileSystem::read_link(const Handle& folder, const std::string& name) {
  return called("read_link", [&] { return inner_->read_link(inner(folder), name); });
}

Outcome<std::string> FaultyFileSystem::read(const Handle& file, std::size_t limit) {
  return called("read", [&] { return inner_->read(inner(file), limit); });
}

Outcome<std::size_t> FaultyFileSystem::read_at(const Handle& file, std::uint64_t offset, std::span<char> buffer) {
  return called("read_at", [&] { return inner_->read_at(inner(file), offset, buffer); });
}

Outcome<std::vector<std::string>> FaultyFileSystem::list(const Handle& folder) {
  return called("list", [&] { return inner_->list(inner(folder)); });
}

Outcome<std::vector<NamedKind>> FaultyFileSystem::list_kinds(const Handle& folder) {
  return called("list_kinds", [&] { return inner_->list_kinds(inner(folder)); });
}

Outcome<bool> FaultyFileSystem::may_write(const Handle& folder, const std::string& name) {
  return called("may_write", [&] { return inner_->may_write(inner(folder), name); });
}

Outcome<std::string> FaultyFileSystem::write_obstacle(const Handle& file) {
  return called("write_obstacle", [&] { return inner_->write_obstacle(inner(file)); });
}

Outcome<std::string> FaultyFileSystem::identity_of(const Handle& folder) {
  return called("identity_of", [&] { return inner_->identity_of(inner(folder)); });
}

Outcome<void> FaultyFileSystem::fill(const Handle& empty, std::string_view bytes) {
  return called("write", [&] { return inner_->fill(inner(empty), bytes); });
}

Outcome<void> FaultyFileSystem::write(const Handle& file, std::string_view bytes) {
  return called("write", [&] { return inner_->write(inner(file), bytes); });
}

Outcome<void> FaultyFileSystem::inherit(const Handle& file, const Handle& folder) {
  return called("inherit", [&] { return inner_->inherit(inner(file), inner(folder)); });
}

Outcome<MetadataCopy> FaultyFileSystem::copy_metadata(const Handle& from, const FileInfo& old, const Handle& to,
                                                      const FileInfo& fresh, bool inherits) {
  return called("copy_metadata", [&] { return inner_->copy_metadata(inner(from), old, inner(to), fresh, inherits); });
}

Outcome<void> FaultyFileSystem::set_executable(const Handle& file, bool executable) {
  return called("set_executable", [&] { return inner_->set_executable(inner(file), executable); });
}

Outcome<FileAttributes> FaultyFileSystem::attributes_of(const Handle& file) {
  return called("attributes_of", [&] { return inner_->attributes_of(inner(file)); });
}

Outcome<std::vector<std::string>> FaultyFileSystem::give_attributes(const Handle& file, const FileAttributes& attributes) {
  return called("give_attributes", [&] { return inner_->give_attributes(inner(file), attributes); });
}

Outcome<void> FaultyFileSystem::sync(const Handle& open) {
  return called("sync", [&] { return inner_->sync(inner(open)); });
}

Outcome<void> FaultyFileSystem::exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                                         const std::string& other_name) {
  return called("exchange", [&] { return inner_->exchange(inner(folder), name, inner(other_folder), other_name); });
}

Outcome<void> FaultyFileSystem::move_new(const Handle& from, const std::string& name, const Handle& to,
                                         const std::string& new_name) {
  return called("move_new", [&] { return inner_->move_new(inner(from), name, inner(to), new_name); });
}

Outcome<void> FaultyFileSystem::move_over(const Handle& from, const std::string& name, const Handle& to,
                                          const std::string& new_name) {
  return called("move_over", [&] { return inner_->move_over(inner(from), name, inner(to), new_name); });
}

Outcome<void> FaultyFileSystem::link(const Handle& from, const std::string& name, const Handle& to,
                                     const std::string& new_name) {
  return called("link", [&] { return inner_->link(inner(from), name, inner(to), new_name); });
}

Outcome<void> FaultyFileSystem::remove(const Handle& folder, const std::string& name) {
  return called("remove", [&] { return inner_->remove(inner(folder), name); });
}

Outcome<void> FaultyFileSystem::make_folder(const Handle& folder, const std::string& name, FolderKind kind) {
  return called("make_folder", [&] { return inner_->make_folder(inner(folder), name, kind); });
}

Outcome<void> FaultyFileSystem::remove_folder(const Handle& folder, const std::string& name) {
  return called("remove_folder", [&] { return inner_->remove_folder(inner(folder), name); });
}

Lease FaultyFileSystem::lease(const Handle& file, const FileInfo& folder) {
  return begin_call("lease") ? Lease::unavailable : inner_->lease(inner(file), folder);
}

bool FaultyFileSystem::lease_holds(const Handle& file) {
  return !begin_call("lease_holds") && inner_->lease_holds(inner(file));
}

void FaultyFileSystem::end_lease(const Handle& file) { inner_->end_lease(inner(file)); }

Outcome<bool> FaultyFileSystem::try_lock(const Handle& file) {
  return called("try_lock", [&] { return inner_->try_lock(inner(file)); });
}

}  // namespace kedge
