#include "plan/located.hpp"

#include <algorithm>

#include "plan/passage_edits.hpp"

namespace kedge {

Result<ChangeSet> changes_of(const Text& text, std::span<const Located> located) {
  std::vector<Substitution> inside_lines;
  std::vector<LineEdit> by_line;
  std::vector<Edit> edits;
  for (const Located& one : located) {
    std::optional<std::vector<Edit>> by_byte;
    if (one.passage != nullptr && !one.quoted.empty() && one.mode == MatchMode::exact) {
      by_byte = byte_edits_of(text, *one.passage, one.quoted.front());
    }
    if (by_byte) std::ranges::move(*by_byte, std::back_inserter(edits));
    if (!by_byte) std::ranges::copy(one.edits, std::back_inserter(by_line));
    std::ranges::copy(one.substitutions, std::back_inserter(inside_lines));
  }
  KEDGE_TRY(const ChangeSet substituted, substitute(text, std::move(inside_lines)));
  KEDGE_TRY(const ChangeSet replaced, replace_lines(text, std::move(by_line)));
  std::ranges::copy(substituted.edits(), std::back_inserter(edits));
  std::ranges::copy(replaced.edits(), std::back_inserter(edits));
  KEDGE_TRY(ChangeSet changes, ChangeSet::make(text, std::move(edits)));
  const auto says_end = [](const Located& one) { return one.passage != nullptr && one.passage->passage.terminated_after; };
  const auto speaker = std::ranges::find_if(located, says_end);
  if (speaker != located.end()) changes = with_said_end(text, std::move(changes), *speaker->passage);
  return changes.trimmed(text);
}

}  // namespace kedge
