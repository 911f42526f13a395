// Selects files by globs over their paths relative to the root. A file must match one of them, and none of those that
// begin with `!`. If all begin with `!`, every other file is selected.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "error/error.hpp"
#include "support/glob.hpp"

namespace kedge {

class FileFilter {
 public:
  // schema_invalid, naming the glob and what is wrong with it.
  static Result<FileFilter> parse(std::span<const std::string> globs);

  bool wants(std::string_view path) const;

 private:
  std::vector<Glob> wanted_;
  std::vector<Glob> unwanted_;
};

}  // namespace kedge
