#include "fs/file_system.hpp"

#include <algorithm>

namespace kedge {
namespace {

constexpr std::uint32_t shortest_pause = 50;  // microseconds
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

}  // namespace

Handle& Handle::operator=(Handle&& other) noexcept {
  if (this != &other) {
    if (owner_ != nullptr && !is_lent_) owner_->close(id_);
    owner_ = std::exchange(other.owner_, nullptr);
    id_ = std::exchange(other.id_, -1);
    is_lent_ = other.is_lent_;
  }
  return *this;
}

Handle::~Handle() {
  if (owner_ != nullptr && !is_lent_) owner_->close(id_);
}

Handle Handle::lent() const {
  Handle same;
  same.owner_ = owner_;
  same.id_ = id_;
  same.is_lent_ = true;
  return same;
}

Outcome<void> Handle::close() {
  FileSystem* const owner = std::exchange(owner_, nullptr);
  const int id = std::exchange(id_, -1);
  return owner == nullptr || is_lent_ ? Outcome<void>() : owner->close_checked(id);
}

Outcome<OpenedFile> FileSystem::open_and_look(const Handle& folder, const std::string& name,
                                              std::optional<std::uint64_t> /*ordinary*/) {
  KEDGE_TRY(Handle file, open_file(folder, name));
  KEDGE_TRY(const FileInfo info, look(file));
  return OpenedFile{std::move(file), info};
}

Outcome<bool> FileSystem::lock_within(const Handle& file, std::uint32_t microseconds, const std::function<bool()>& is_wanted) {
  return poll_lock(file, microseconds, is_wanted);
}

Outcome<bool> FileSystem::poll_lock(const Handle& file, std::uint32_t microseconds, const std::function<bool()>& is_wanted) {
  Pauses pauses(random());
  for (std::uint32_t waited = 0; waited < microseconds && is_wanted();) {
    const std::uint32_t length = pauses.next(waited);
    pause(length);
    waited += length;
    KEDGE_TRY(const bool locked, try_lock(file));
    if (locked) return true;
  }
  return false;
}

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::regular: return "regular file";
    case FileKind::folder: return "folder";
    case FileKind::link: return "link";
    case FileKind::pipe: return "pipe";
    case FileKind::socket: return "socket";
    case FileKind::device: return "device";
  }
  return "file";
}

}  // namespace kedge
