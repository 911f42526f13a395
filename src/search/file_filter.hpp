// Which files are wanted, by globs over their paths relative to the root: one that fits any of them, and none of those that
// begin with `!`. Without a glob to fit, every file does.
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
