#include "fs/sightings.hpp"

#include <mutex>

namespace kedge {
namespace {

constexpr std::size_t most_noted = 1024;  // files; without a note a file is read

}  // namespace

void Sightings::note(std::string_view path, const Sighting& sighting, const Digest& version) {
  const std::lock_guard lock(mutex_);
  const auto found = noted_.find(path);
  if (found != noted_.end()) {
    found->second = {sighting, version};
    return;
  }
  if (noted_.size() >= most_noted) noted_.clear();
  noted_.emplace(std::string(path), Noted{sighting, version});
}

bool Sightings::seems_unchanged(std::string_view path, const Sighting& now, const Digest& version) const {
  const std::lock_guard lock(mutex_);
  const auto found = noted_.find(path);
  return found != noted_.end() && found->second.sighting == now && found->second.version == version;
}

}  // namespace kedge
