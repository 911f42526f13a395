#include "plan/misread_indentation.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {

bool misreads(const std::vector<IndentedRows>& operations) {
  return std::ranges::find(operations, Indentation::otherwise, &IndentedRows::quoted) != operations.end();
}

std::optional<Error> uneven_indentation(const LoadedFile& file, const std::vector<IndentedRows>& operations,
                                        const Misreadings& before) {
  const bool now = misreads(operations);
  if (!now && !before.has(file.inside)) return std::nullopt;
  for (const IndentedRows& one : operations) {
    const bool indents =
        std::ranges::any_of(one.rows, [](const std::string& row) { return row.starts_with(' ') || row.starts_with('\t'); });
    // Added rows without indentation may have lost it, like those that were misread.
    const bool may_have_lost_it = now && one.more_than_quoted;
    if (one.quoted != Indentation::not_quoted || !(indents || may_have_lost_it)) continue;
    Error refused = refuse(Code::no_match,
                           concat(printable(file.given),
                                  ": other text was quoted with another indentation than the file has, so that it is "
                                  "not clear how far the new rows of edit ",
                                  one.op + 1, " are to be indented. Quote whole lines with the file's own indentation."),
                           {{"path", file.given}, {"op", one.op + 1}});
    if (now) refused.misread = Misread{file.inside};
    return refused;
  }
  return std::nullopt;
}

}  // namespace kedge
