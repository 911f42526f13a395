// The row that opens a hunk: a verb, and the lines that it is about.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/patch/patch_text.hpp"

namespace kedge {

struct HunkHeader {
  // None if the row was meant as a header but is not a valid one.
  std::optional<PatchHunk> hunk = std::nullopt;
  std::vector<std::string> tolerated = {};  // deviations from the strict grammar, each as a sentence
  std::string problem = {};                 // why there is no hunk
  std::string corrected = {};               // the row to send instead, if known
};

// None if the row is not a header.
std::optional<HunkHeader> read_hunk_header(std::string_view row);

// The same header in the strict grammar.
std::string written(const PatchHunk& hunk);

// Numbers without a verb, as in `4` or `4..6`: the hunk that would replace those lines.
std::optional<PatchHunk> bare_numbers(std::string_view row);

}  // namespace kedge
