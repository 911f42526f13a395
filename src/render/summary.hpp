// The numbers of an edit, and up to where the caller's knowledge of the file is still valid.
#pragma once

#include <optional>
#include <string>

#include "edit/change_set.hpp"

namespace kedge {

struct Summary {
  std::uint32_t lines_before = 0;
  std::uint32_t lines_after = 0;
  std::optional<LineNo> first_changed_line = std::nullopt;  // nullopt if no byte changed
  std::uint32_t anchors_valid_through = 0;                  // lines up to this one are unchanged; 0: none
  std::optional<LineNo> must_refresh_from_line = std::nullopt;

  std::int64_t net_lines() const { return std::int64_t{lines_after} - lines_before; }
};

Summary summary_of(const Text& before, const Text& after, const ChangeSet& changes);

// "12 lines, now 14 (+2); unchanged through line 4".
std::string to_text(const Summary& summary);

}  // namespace kedge
