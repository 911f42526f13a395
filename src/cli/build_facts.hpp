// What this program was built from and how. Only main knows, so that a new commit compiles one small file.
#pragma once

#include <string_view>

namespace kedge {

struct BuildFacts {
  std::string_view commit = {};    // empty if it was not built from a git work tree
  std::string_view target = {};    // aarch64-linux
  std::string_view compiler = {};  // with its version
  std::string_view flags = {};     // of compiler and linker, separated by blanks
  std::string_view grammars = {};  // NAME VERSION, separated by bars
};

}  // namespace kedge
