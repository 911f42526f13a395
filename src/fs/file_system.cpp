#include "fs/file_system.hpp"

namespace kedge {

Handle& Handle::operator=(Handle&& other) noexcept {
  if (this != &other) {
    if (owner_ != nullptr) owner_->close(id_);
    owner_ = std::exchange(other.owner_, nullptr);
    id_ = std::exchange(other.id_, -1);
  }
  return *this;
}

Handle::~Handle() {
  if (owner_ != nullptr) owner_->close(id_);
}

Outcome<void> Handle::close() {
  FileSystem* const owner = std::exchange(owner_, nullptr);
  return owner == nullptr ? Outcome<void>() : owner->close_checked(std::exchange(id_, -1));
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
