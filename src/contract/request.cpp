#include "contract/request.hpp"

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

}  // namespace kedge
