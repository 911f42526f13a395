#include "mcp/line_reader.hpp"

#include <algorithm>
#include <utility>

namespace kedge::mcp {

std::optional<Line> LineReader::next(std::string_view& piece) {
  const std::size_t end = piece.find('\n');
  const std::string_view part = piece.substr(0, end);
  const std::size_t most_of_beginning = std::min(most_bytes_of_beginning, most_bytes_);
  // The CR of a line end does not count, and it is not known yet whether this is one.
  if (!skipping_ && begun_.size() + part.size() > most_bytes_ + 1) {
    std::string beginning(begun_, 0, most_of_beginning);
    beginning.append(part.substr(0, most_of_beginning - beginning.size()));
    begun_ = std::move(beginning);
    skipping_ = true;
  }
  if (!skipping_) begun_.append(part);
  piece.remove_prefix(std::min(part.size() + 1, piece.size()));
  if (end == std::string_view::npos) return std::nullopt;

  Line line{std::exchange(begun_, {}), std::exchange(skipping_, false), std::exchange(lost_, false)};
  if (line.too_long) return line;
  if (line.text.ends_with('\r')) line.text.pop_back();
  if (line.text.size() > most_bytes_) line = {line.text.substr(0, most_of_beginning), true};
  return line;
}

void LineReader::lose_line() {
  begun_.clear();
  skipping_ = lost_ = true;
}

}  // namespace kedge::mcp
