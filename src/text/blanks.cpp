#include "text/blanks.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {
std::string_view without_trailing_blanks(std::string_view row) { return row.substr(0, row.find_last_not_of(row_blanks) + 1); }

std::string_view trimmed(std::string_view row) {
  row = without_trailing_blanks(row);
  return row.substr(std::min(row.find_first_not_of(row_blanks), row.size()));
}

std::string_view indentation_of(std::string_view row) { return row.substr(0, row.find_first_not_of(" \t")); }

std::string described_indentation(std::string_view indentation) {
  if (indentation.empty()) return "none";
  std::string described;
  while (!indentation.empty()) {
    const char kind = indentation.front();
    const std::size_t run = std::min(indentation.find_first_not_of(kind), indentation.size());
    if (!described.empty()) described.append(" and ");
    described.append(counted(run, kind == '\t' ? "tab" : "space"));
    indentation.remove_prefix(run);
  }
  return described;
}

}  // namespace kedge
