#include "commit/root_lock.hpp"

#include <algorithm>
#include <cerrno>

namespace kedge {
namespace {

constexpr std::uint32_t patience = 10'000'000;  // microseconds
constexpr std::uint32_t shortest_pause = 50;
constexpr std::uint32_t longest_pause = 1000, longest_pause_of_patient = 10'000;

Outcome<Handle> open_lock(FileSystem& fs, const StateFolder& state) {
  Outcome<Handle> file = fs.open_for_writing(state.folder, "lock");
  if (!file && file.error().number == ENOENT) {
    file = fs.make_file(state.folder, "lock");
    if (!file && file.error().number == EEXIST) file = fs.open_for_writing(state.folder, "lock");
  }
  return file;
}

}  // namespace

Result<Handle> lock_root(FileSystem& fs, const StateFolder& state, std::string_view root_path,
                         const std::atomic<bool>* cancelled) {
  KEDGE_OS(Handle file, open_lock(fs, state), state.path);
  for (std::uint32_t waited = 0;;) {
    if (cancelled != nullptr && *cancelled) return std::unexpected(refuse(Code::cancelled));
    KEDGE_OS(const bool locked, fs.try_lock(file), state.path);
    if (locked) return file;
    if (waited >= patience) {
      return std::unexpected(
          refuse(Code::busy, {{"path", root_path}, {"problem", "another process has been changing files here for 10 s"}}));
    }
    // Of different lengths, so that two waiting processes do not keep colliding. Whoever holds it for long is asked less often.
    const std::uint32_t longest = std::clamp(waited / 4, longest_pause, longest_pause_of_patient);
    const auto pause = static_cast<std::uint32_t>(shortest_pause + fs.random() % (longest - shortest_pause));
    fs.pause(pause);
    waited += pause;
  }
}

Result<std::optional<Handle>> try_lock_root(FileSystem& fs, const StateFolder& state) {
  KEDGE_OS(Handle file, open_lock(fs, state), state.path);
  KEDGE_OS(const bool locked, fs.try_lock(file), state.path);
  if (!locked) return std::nullopt;
  return file;
}

}  // namespace kedge
