// A list of the files of a change, one row for each: the operation, how many lines are added and removed, and the path at the
// end, where a name cannot be mistaken for anything else. A person who is asked about a change sees this list first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "contract/receipt.hpp"

namespace kedge {

// A changed line counts as both. A line with another line ending is a changed line.
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
// "update +2 −1 a.txt", followed by separate rows for the destination and for the caller's spelling, if they differ.
std::string list_row(const ListedFile& file);

// All files of the change. What concerns a whole file (line endings, executable bit) is below it.
std::string change_list(const Receipt& planned);

}  // namespace kedge
