// Reads a patch in the format of apply_patch, known as V4A:
//
//   *** Begin Patch
//   *** Update File: PATH        (`*** Add File: PATH` with + rows, `*** Delete File: PATH`)
//   *** Move to: PATH            (optional)
//   @@ LINE ABOVE                (none, one or several, outermost first; `@@` alone says nothing)
//    kept row
//   -removed row
//   +added row
//   *** End of File              (optional: the rows above it are the last of the file)
//   *** End Patch
//
// Nothing is guessed: what is tolerated around the envelope (a fence, a here-document) changes no row, what is tolerated inside
// causes a warning, and everything else is refused with the row that would have been right. A patch that was cut off is
// recognised by its missing end marker.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "contract/request.hpp"
#include "error/error.hpp"

namespace kedge {

struct V4aText {
  std::vector<FileRequest> files;  // one for each path, in the order of their first headers
  std::vector<std::string> warnings;
};

// Refused (patch_syntax, overlapping_operations, limit_exceeded), all faults together. Linear in the size of the patch.
Result<V4aText> read_v4a(std::string_view input);

}  // namespace kedge
