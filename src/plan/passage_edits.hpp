// What placed passages make of a text. Lines that a passage keeps are not touched, however they were quoted. New rows get the
// terminators of the lines around them. They are taken byte for byte only if the passage says how lines end and its quoted rows
// agree with the file. So a diff made by a program is applied as the program meant it, and a model need not know about
// terminators.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "edit/change_set.hpp"
#include "edit/replace_lines.hpp"
#include "plan/placed_passages.hpp"

namespace kedge {

// One passage as line edits, its new rows indented as the file is. The error is a phrase that says why the indentation is
// unclear.
std::expected<std::vector<LineEdit>, std::string> line_edits_of(const Text& text, const QuotedPassage& quoted,
                                                                const PlacedPassage& placed);

// A passage that was placed, or whose edits were moved here. `edits` are those of the passage with the same index.
struct EditedPassage {
  const QuotedPassage* quoted = nullptr;
  std::vector<LineEdit> edits = {};
  std::optional<LineSpan> lines = std::nullopt;  // where its rows are, if placed: then they may be taken byte for byte
};

// Whether a passage says how lines end, or how the file ends: then it cannot be moved as lines alone.
bool is_about_bytes(const Passage& passage);

// All passages together. Refused (overlapping_operations) if two touch the same lines.
Result<ChangeSet> changes_of(const Text& text, std::span<const EditedPassage> passages);

}  // namespace kedge
