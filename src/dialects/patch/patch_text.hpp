// A patch as it was sent, read into sections and hunks. Nothing is guessed: a few forms outside the strict grammar are
// tolerated, most of them with a warning, and everything else is refused with the row that would have been right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/replace_lines.hpp"
#include "error/error.hpp"
#include "text/units.hpp"

namespace kedge {

struct PatchHunk {
  enum class Verb : std::uint8_t {
    replace,
    remove,
    insert_before,
    insert_after,
    insert_head,
    insert_tail,
    remove_file,
    move_file
  };
  Verb verb = Verb::replace;
  bool block = false;  // the construct that begins on `first`
  LineNo first = {}, last = {};
  std::string destination = {};  // move_file
  Rows body = {};
  std::vector<std::uint32_t> bare = {};  // rows of the body, from 0, that came without +
  std::uint32_t row = 0;                 // of the patch, from 1
};

bool takes_body(PatchHunk::Verb verb);

struct PatchSection {
  std::string path;
  // The header's path before the words of another patch format were removed: a file of that name is meant if there is one.
  std::optional<std::string> literal_path = std::nullopt;
  std::optional<std::string> tag = std::nullopt;
  std::uint32_t row = 0;
  std::vector<PatchHunk> hunks = {};
};

struct PatchText {
  std::vector<PatchSection> sections;  // one for each path and tag, in the order of their first headers
  std::vector<std::string> warnings;
};

// Refused (patch_syntax, invalid_range_order), all faults together. Linear in the size of the patch.
Result<PatchText> read_patch(std::string_view input);

}  // namespace kedge
