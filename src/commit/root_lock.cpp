#include "commit/root_lock.hpp"

#include <algorithm>
#include <cerrno>

namespace kedge {
namespace {

constexpr std::uint32_t patience = 10'000'000;  // microseconds
constexpr std::uint32_t shortest_pause = 50;
constexpr std::uint32_t longest_pause = 1000, longest_pause_of_patient = 14'000;

// Of different lengths, so that two waiting processes do not keep colliding. Whoever holds the lock for long is asked less
// often: a server that waits for a database far away would otherwise spend more on asking than its edit costs.
class Pauses {
 public:
  explicit Pauses(std::uint64_t seed) : state_(seed | 1U) {}

  std::uint32_t next(std::uint32_t waited) {
    // Asking the system for each number would take as long as asking for the lock.
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    const std::uint32_t longest = std::clamp(waited / 2, longest_pause, longest_pause_of_patient);
    return static_cast<std::uint32_t>(shortest_pause + state_ % (longest - shortest_pause));
  }

 private:
  std::uint64_t state_;
};

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

Result<Handle> lock_root(FileSystem& fs, const StateFolder& state, std::string_view root_path,
                         const std::atomic<bool>* cancelled) {
  KEDGE_OS(Handle file, open_lock(fs, state), state.path);
  std::optional<Pauses> pauses;
  for (std::uint32_t waited = 0;;) {
    if (cancelled != nullptr && *cancelled) return std::unexpected(refuse(Code::cancelled));
    KEDGE_OS(const bool locked, fs.try_lock(file), state.path);
    if (locked) return file;
    if (waited >= patience) return std::unexpected(root_is_busy(root_path));
    if (!pauses) pauses.emplace(fs.random());
    const std::uint32_t pause = pauses->next(waited);
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
