// Reads SEARCH/REPLACE blocks out of a text:
//
//   src/area.py
//   ```python
//   <<<<<<< SEARCH
//   def area(w, h):
//   =======
//   def area(w: float, h: float) -> float:
//   >>>>>>> REPLACE
//   ```
//
// The file name is on the row above the fence or the marker; a block without one is about the file of the block before it. Text
// outside blocks is not read. A row of three dots on both sides stands for lines that stay. An empty SEARCH creates a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "contract/request.hpp"
#include "error/error.hpp"

namespace kedge {

struct BlockText {
  std::vector<FileRequest> files;  // one for each name, in the order of their first blocks
  std::vector<std::string> warnings = {};
  // A block whose REPLACE has rows of dots that its SEARCH does not have: its row and its file.
  struct LooseDots {
    std::uint32_t row;
    std::string path;
  };
  std::optional<LooseDots> loose_dots = std::nullopt;
};

// Refused (patch_syntax, overlapping_operations, limit_exceeded), all faults together.
Result<BlockText> read_blocks(std::string_view input);

}  // namespace kedge
