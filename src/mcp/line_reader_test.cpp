#include "mcp/line_reader.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

std::string too_long(std::string_view beginning) { return concat("(too long) ", beginning); }

std::vector<std::string> lines_of(LineReader& reader, std::string_view piece) {
  std::vector<std::string> lines;
  while (!piece.empty()) {
    if (std::optional<Line> line = reader.next(piece)) {
      lines.push_back(line->too_long ? too_long(line->text) : std::move(line->text));
    }
  }
  return lines;
}

std::vector<std::string> lines_of(std::string_view text, std::size_t most = 100) {
  LineReader reader(most);
  return lines_of(reader, text);
}

using LinesRead = std::vector<std::string>;

TEST(LineReader, ALineEndsWithANewlineOfEitherKind) {
  EXPECT_EQ(lines_of("a\nb\r\n\n\r\nc\rd\n"), (LinesRead{"a", "b", "", "", "c\rd"}));
}

TEST(LineReader, AnUnfinishedLineIsNone) { EXPECT_EQ(lines_of("a\nb"), LinesRead{"a"}); }

TEST(LineReader, ALineThatIsTooLongIsSkippedToItsEnd) {
  EXPECT_EQ(lines_of("1234\n12345\n1234\r\n12345\r\n123456\r\n1234567890\nab\n", 4),
            (LinesRead{"1234", too_long("1234"), "1234", too_long("1234"), too_long("1234"), too_long("1234"), "ab"}));
}

TEST(LineReader, OfALineThatIsTooLongOnlyTheBeginningIsKept) {
  LineReader reader(1000);
  const std::string piece(997, 'x');
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(lines_of(reader, piece).empty());
  EXPECT_EQ(lines_of(reader, "\nnext\n"), (LinesRead{too_long(std::string(1000, 'x')), "next"}));
}

// The naive twin: all of the text, split at once.
LinesRead split_lines(std::string_view text, std::size_t most) {
  LinesRead lines;
  std::vector<std::string_view> parts = split(text, '\n');
  parts.pop_back();
  for (std::string_view part : parts) {
    if (part.ends_with('\r')) part.remove_suffix(1);
    lines.push_back(part.size() > most ? too_long(part.substr(0, most)) : std::string(part));
  }
  return lines;
}

TEST(LineReader, ThePiecesDoNotMatter) {
  RepeatableRandom random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::size_t length = random.below(40); length > 0; --length) text.push_back("ab\r\n"[random.below(4)]);
    const std::size_t most = random.below(6);
    LineReader reader(most);
    LinesRead lines;
    for (std::string_view left = text; !left.empty();) {
      const std::size_t size = 1 + random.below(left.size());
      for (std::string& line : lines_of(reader, left.substr(0, size))) lines.push_back(std::move(line));
      left.remove_prefix(size);
    }
    ASSERT_EQ(lines, split_lines(text, most)) << printable(text) << " with at most " << most;
  }
}

}  // namespace
}  // namespace kedge::mcp
