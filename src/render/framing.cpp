#include "render/framing.hpp"

#include "support/strings.hpp"

namespace kedge {
namespace {

// "LF", "CRLF", "mixed", or nothing where no line ends.
std::string_view line_ending_style(const Text& text) {
  bool lf = false;
  bool crlf = false;
  for (std::uint32_t i = 1; i <= text.line_count(); ++i) {
    const std::string_view terminator = text.terminator(LineNo{i});
    lf = lf || terminator == "\n";
    crlf = crlf || terminator == "\r\n";
  }
  if (lf && crlf) return "mixed";
  return lf ? "LF" : crlf ? "CRLF" : "";
}

}  // namespace

std::vector<std::string> framing_changes(const Text& before, const Text& after) {
  std::vector<std::string> changes;
  const std::string_view old_style = line_ending_style(before);
  const std::string_view new_style = line_ending_style(after);
  if (!old_style.empty() && !new_style.empty() && old_style != new_style) {
    changes.push_back(concat("the line endings were ", old_style, " and are now ", new_style));
  }
  if (!before.bom().empty() && after.bom().empty()) changes.emplace_back("the byte order mark is gone");
  if (before.line_count() > 0 && !before.ends_unterminated() && after.ends_unterminated()) {
    changes.emplace_back("the final newline is gone");
  }
  return changes;
}

}  // namespace kedge
