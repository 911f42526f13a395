#include "plan/misread_indentation.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {

std::optional<Error> uneven_indentation(const LoadedFile& file, const std::vector<IndentedRows>& operations,
                                        Misreadings& misread) {
  if (std::ranges::find(operations, Indentation::otherwise, &IndentedRows::quoted) != operations.end())
    misread.add(file.inside);
  if (!misread.has(file.inside)) return std::nullopt;
  for (const IndentedRows& one : operations) {
    const bool indents =
        std::ranges::any_of(one.rows, [](const std::string& row) { return row.starts_with(' ') || row.starts_with('\t'); });
    if (one.quoted != Indentation::not_quoted || !indents) continue;
    return refuse(Code::no_match,
                  concat(printable(file.given),
                         ": other text was quoted with another indentation than the file has, so that it is "
                         "not clear how far the new rows of edit ",
                         one.op + 1, " are to be indented. Quote whole lines with the file's own indentation."),
                  Json::object({{"path", file.given}, {"op", one.op + 1}}));
  }
  return std::nullopt;
}

}  // namespace kedge
