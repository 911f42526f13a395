#include "commit/root_lock.hpp"

#include <cerrno>

namespace kedge {
namespace {

constexpr std::uint32_t patience = 10'000'000;  // microseconds

Outcome<Handle> open_lock(FileSystem& fs, const StateFolder& state) {
  Outcome<Handle> file = fs.open_for_writing(state.folder, "lock");
  if (!file && file.error().number == ENOENT) {
    file = fs.make_file(state.folder, "lock");
    if (!file && file.error().number == EEXIST) file = fs.open_for_writing(state.folder, "lock");
  }
  return file;
}

}  // namespace

Error root_is_busy(std::string_view root_path) {
  return refuse(Code::busy, {{"path", root_path}, {"problem", "others have been changing files here for 10 s"}});
}

Result<Handle> lock_root(FileSystem& fs, const StateFolder& state, const Root& root, const std::atomic<bool>* cancelled) {
  KEDGE_OS(Handle file, open_lock(fs, state), state.path);
  const auto is_wanted = [&] { return cancelled == nullptr || !*cancelled; };
  if (!is_wanted()) return std::unexpected(refuse(Code::cancelled));
  KEDGE_OS(bool locked, fs.try_lock(file), state.path);
  if (locked) return file;
  // A host is not always woken when another one gives the lock back.
  const bool others_wake = root.shared_name().empty();
  KEDGE_OS(locked, others_wake ? fs.lock_within(file, patience, is_wanted) : fs.poll_lock(file, patience, is_wanted),
           state.path);
  // Also if it has the lock by then: nothing has been changed yet.
  if (!is_wanted()) return std::unexpected(refuse(Code::cancelled));
  if (!locked) return std::unexpected(root_is_busy(root.path()));
  return file;
}

Result<std::optional<Handle>> try_lock_root(FileSystem& fs, const StateFolder& state) {
  KEDGE_OS(Handle file, open_lock(fs, state), state.path);
  KEDGE_OS(const bool locked, fs.try_lock(file), state.path);
  if (!locked) return std::nullopt;
  return file;
}

}  // namespace kedge
