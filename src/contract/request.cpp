#include "contract/request.hpp"

#include "support/overloaded.hpp"
#include "support/strings.hpp"

namespace kedge {

std::string_view name_of(MatchMode mode) {
  switch (mode) {
    case MatchMode::exact: return "exact";
    case MatchMode::trailing_blanks: return "trailing_blanks";
    case MatchMode::line_trimmed: return "line_trimmed";
    case MatchMode::uniform_indentation: return "uniform_indentation";
    case MatchMode::typographic_punctuation: return "typographic_punctuation";
    case MatchMode::block_anchor: return "block_anchor";
  }
  return "";
}

namespace {

std::string place_of(const Anchor& anchor) {
  return std::visit(overloaded{[](const AtLine& at) { return concat("line ", at.line.value); },
                               [](const AtBlock& at) { return concat("block ", at.opens_at.value); },
                               [](Edge edge) { return std::string(edge == Edge::head ? "head" : "tail"); },
                               [](const AtHash& at) {
                                 return concat("hash ", at.prefix, ' ', at.occurrence.value_or(0), ' ',
                                               at.line ? at.line->value : 0);
                               },
                               [](const AtLineHash& at) { return concat("line ", at.line.value, " hash ", at.prefix); }},
                    anchor);
}

std::string place_of(const Target& target) {
  return std::visit(overloaded{[](const Match& match) { return match.text; },
                               [](const Lines& lines) {
                                 const std::string last = lines.last ? place_of(*lines.last) : std::string();
                                 return concat(place_of(lines.first), '\n', last, '\n', static_cast<int>(lines.side));
                               },
                               [](const Passage& passage) {
                                 std::string rows = concat(passage.line ? passage.line->value : 0);
                                 for (const std::string& header : passage.below) append(rows, concat("\n@", header));
                                 for (const PassageRow& row : passage.rows) {
                                   append(rows, concat('\n', static_cast<int>(row.fate), row.text));
                                 }
                                 return rows;
                               },
                               [](const auto&) { return std::string(); }},
                    target);
}

}  // namespace

Digest identity_of(const std::string& path, const Operation& operation) {
  return sha256(concat(path, '\0', operation.target.index(), '\0', place_of(operation.target), '\0', operation.body));
}

}  // namespace kedge
