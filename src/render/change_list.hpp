// The files of a change as a list, one row for each: what becomes of it, how many rows come and go, and its path at the end of
// the row, where no name can be taken for anything else. Whoever is asked about a change is shown the whole list first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "contract/receipt.hpp"

namespace kedge {

// Rows that are new or gone, where a changed one is both. A row with another line ending is another row.
struct RowCounts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;

  friend bool operator==(const RowCounts&, const RowCounts&) = default;
};
RowCounts row_counts(const FileOutcome& file);

struct ListedFile {
  std::string_view op;  // create, update, delete, move
  RowCounts rows;
  std::string_view path;              // inside the root
  std::string_view destination = {};  // of a move
  std::string_view named = {};        // as the caller spelled it
};
// "update +2 −1 a.txt", and on rows of their own below where it is moved and how the caller has called it.
std::string list_row(const ListedFile& file);

// Of all that the change would write. What can be said only of a whole file (line endings, permission to run it) is below it.
std::string change_list(const Receipt& planned);

}  // namespace kedge
