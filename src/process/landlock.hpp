// Restricts this process to some files and connections with Landlock, whichever version the kernel has.
#pragma once

#include <expected>
#include <string>
#include <vector>

namespace kedge {

struct ReachableFiles {
  std::vector<int> writable = {};          // open folders: everything in them may be read, made, changed, moved and removed
  std::vector<int> connectable = {};       // open folders whose sockets may be connected to, if the kernel can restrict that
  std::vector<std::string> readable = {};  // files, and folders with everything in them; missing ones are skipped
  std::vector<std::string> listed = {};    // folders whose names, and those of the folders in them, may be listed
};

// From now on nothing else can be opened, nothing executed, no TCP port bound or connected to, and no outside process signalled
// or reached through an abstract socket, as far as the kernel's version supports it. Returns the version, or why it failed.
// Open files stay open. REQUIRES: this is the only thread.
std::expected<int, std::string> confine_to(const ReachableFiles& files);

}  // namespace kedge
