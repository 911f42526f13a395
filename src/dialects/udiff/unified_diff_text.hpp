// A unified diff as it was read: file sections, hunks, rows. It has not been compared with any file yet.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contract/request.hpp"
#include "dialects/sent_rows.hpp"
#include "dialects/udiff/diff_name.hpp"
#include "dialects/udiff/hunk_numbers.hpp"

namespace kedge {

struct DiffHunk {
  std::uint32_t row = 0;                              // of its header, from 1
  std::optional<HunkNumbers> numbers = std::nullopt;  // none: they are left out
  std::vector<PassageRow> rows = {};
  bool old_unterminated = false, new_unterminated = false;  // the last row of that side has no line break
};

// git's names for two versions of the content.
struct BlobNames {
  std::string before, after;
};

struct DiffSection {
  std::uint32_t row = 0;  // of its first header, from 1
  bool by_git = false;    // it begins with diff --git
  std::optional<std::pair<std::string, std::string>> git_names = std::nullopt;
  std::optional<DiffName> old_name = std::nullopt, new_name = std::nullopt;  // of --- and +++: both or none
  std::optional<std::string> renamed_from = std::nullopt, renamed_to = std::nullopt;
  std::optional<std::string> new_file_mode = std::nullopt, deleted_file_mode = std::nullopt, new_mode = std::nullopt;
  std::optional<BlobNames> blobs = std::nullopt;
  bool is_similar_only = false;  // a renamed file whose content changes as well
  std::vector<DiffHunk> hunks = {};
  bool is_sound = true;  // otherwise its faults were added
};

struct UnifiedDiff {
  std::vector<DiffSection> sections = {};
  bool has_marks = false;  // there was at least one row that only a unified diff has
};

inline constexpr std::size_t most_diff_sections = 256;
inline constexpr std::size_t most_diff_hunks = 1000;  // of one section

// Adds what is wrong or tolerated to the faults. If something is wrong, the result is only what could be read besides.
UnifiedDiff read_unified_diff(std::string_view input, SentFaults& faults);

}  // namespace kedge
