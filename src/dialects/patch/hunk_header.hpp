// The row that opens a hunk: a verb, and the lines that it is about.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/patch/patch_text.hpp"

namespace kedge {

struct HunkHeader {
  // None: the row was meant as a header, and cannot be taken for one.
  std::optional<PatchHunk> hunk = std::nullopt;
  std::vector<std::string> tolerated = {};  // what was not as it should be, each as a sentence
  std::string problem = {};                 // why there is no hunk
  std::string corrected = {};               // the row to send instead, if it can be told
};

// Nothing: a row that says something else, whatever it is.
std::optional<HunkHeader> read_hunk_header(std::string_view row);

// The row of the strict grammar that says the same.
std::string written(const PatchHunk& hunk);

// Numbers without a verb, as in `4` or `4..6`: the hunk that would replace those lines.
std::optional<PatchHunk> bare_numbers(std::string_view row);

}  // namespace kedge
