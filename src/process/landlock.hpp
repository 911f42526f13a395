// Which files the kernel still lets this process reach, and whom it may talk to: Landlock, in whatever version is there.
#pragma once

#include <expected>
#include <string>
#include <vector>

namespace kedge {

struct ReachableFiles {
  std::vector<int> writable = {};     // open folders: everything in them may be read, made, changed, moved and removed
  std::vector<int> connectable = {};  // open folders whose sockets may be connected to, where the kernel can tell them apart
  std::vector<std::string> readable = {};  // files, and folders with everything in them; what is missing is left out
  std::vector<std::string> listed = {};    // folders whose names, and those of the folders in them, may be listed
};

// From here on nothing else can be opened, nothing executed, no TCP port bound or connected to, and nobody outside signalled or
// met at an abstract socket, as far as the kernel's version knows of it. Returns the version, or why it is not so. What is open
// already stays open. REQUIRES: this is the only thread.
std::expected<int, std::string> confine_to(const ReachableFiles& files);

}  // namespace kedge
