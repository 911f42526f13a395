#include "contract/request.hpp"

namespace kedge {

std::string_view name_of(MatchMode mode) {
  switch (mode) {
    case MatchMode::exact: return "exact";
    case MatchMode::line_trimmed: return "line_trimmed";
    case MatchMode::block_anchor: return "block_anchor";
  }
  return "";
}

}  // namespace kedge
