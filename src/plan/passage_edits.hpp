// What placed passages make of a text. Lines that a passage keeps are not touched, whatever they were quoted as. New rows end
// as the lines around them do; only where a passage says how lines end, and says it of its quoted rows as the file has it, its
// new rows are taken byte for byte: so a diff of a program comes out as the program meant it, and a model need not know.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "edit/change_set.hpp"
#include "edit/replace_lines.hpp"
#include "plan/placed_passages.hpp"

namespace kedge {

// One passage in terms of lines, its new rows indented as the file is. The error is a phrase that says why it is unclear how.
std::expected<std::vector<LineEdit>, std::string> line_edits_of(const Text& text, const QuotedPassage& quoted,
                                                                const PlacedPassage& placed);

// Passages that are placed, or whose edits were moved here: `edits` are those of the passage of the same index.
struct EditedPassage {
  const QuotedPassage* quoted = nullptr;
  std::vector<LineEdit> edits = {};
  std::optional<LineSpan> lines = std::nullopt;  // where its rows stand, if they do: then they may be taken byte for byte
};

// Whether a passage says how lines end, or how the file does: then it cannot be moved as lines alone.
bool is_about_bytes(const Passage& passage);

// All of them together. Refused (overlapping_operations) where two touch the same lines.
Result<ChangeSet> changes_of(const Text& text, std::span<const EditedPassage> passages);

}  // namespace kedge
