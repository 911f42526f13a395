// A row for a message: without its indentation, and cut to a readable length.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {

inline std::string excerpt(std::string_view row) {
  constexpr std::size_t longest = 80;
  row.remove_prefix(std::min(row.find_first_not_of(" \t"), row.size()));
  std::size_t kept = 0;
  while (kept < row.size() && kept < longest) kept += next_code_point(row.substr(kept)).length;
  return concat(printable(row.substr(0, kept)), kept < row.size() ? "…" : "");
}

}  // namespace kedge
