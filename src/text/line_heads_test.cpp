#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"
#include "text/line_hash.hpp"
#include "text/text.hpp"

namespace kedge {
namespace {

std::string hex(std::uint64_t head) {
  std::array<std::uint8_t, 8> out{};
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<std::uint8_t>(head >> (56U - 8U * i));
  return to_hex(out);
}

void expect_heads_of_each_line_alone(const Text& text) {
  const Text::LineHeads contents = text.line_heads(HashedPart::content);
  const Text::LineHeads contexts = text.line_heads(HashedPart::context);
  ASSERT_EQ(contents->size(), text.line_count());
  ASSERT_EQ(contexts->size(), text.line_count());
  for (LineNo line{1}; text.has(line); line = line + 1) {
    ASSERT_EQ(hex((*contents)[line.value - 1]), hash_of(text.content(line)).hex(16)) << line.value << " of\n" << text.bytes();
    ASSERT_EQ(hex((*contexts)[line.value - 1]), context_hash(text, line).hex(16)) << line.value << " of\n" << text.bytes();
  }
}

std::string some_lines(RepeatableRandom& random, std::uint32_t most) {
  std::string bytes;
  for (std::uint64_t left = random.below(most + 1); left > 0; --left) {
    append(bytes, concat(random.below(3) == 0 ? "" : concat("row ", random.below(50)), random.below(5) == 0 ? "\r\n" : "\n"));
  }
  if (random.below(4) == 0) append(bytes, random.below(2) == 0 ? "unterminated" : "\xEF\xBB\xBF");
  return bytes;
}

TEST(LineHeads, AreThoseOfEachLineAloneInATextThatIsLongerThanABatch) {
  RepeatableRandom random(7);
  std::string bytes;
  for (int i = 0; i < 3000; ++i) append(bytes, some_lines(random, 1));
  expect_heads_of_each_line_alone(Text(bytes));
  expect_heads_of_each_line_alone(Text(""));
}

// Chains of edits anywhere, with several replacements, of texts whose hashes were known or not.
TEST(LineHeads, AfterEditsAreThoseOfEachLineAlone) {
  RepeatableRandom random(11);
  for (int chain = 0; chain < (is_long_form() ? 3000 : 150); ++chain) {
    Text text(concat(random.below(4) == 0 ? "\xEF\xBB\xBF" : "", some_lines(random, 12)));
    for (int edit = 0; edit < 12; ++edit) {
      if (random.below(3) > 0) expect_heads_of_each_line_alone(text);
      std::vector<std::size_t> borders;
      for (std::uint64_t i = 2 * (1 + random.below(2)); i > 0; --i) borders.push_back(random.below(text.size() + 1));
      std::ranges::sort(borders);
      std::vector<std::string> fresh;
      std::vector<Replacement> replacements;
      for (std::size_t i = 0; i < borders.size(); i += 2) fresh.push_back(some_lines(random, 2));
      for (std::size_t i = 0; i < borders.size(); i += 2) {
        replacements.push_back({{{borders[i]}, {borders[i + 1]}}, fresh[i / 2]});
      }
      text = text.with(replacements);
    }
    expect_heads_of_each_line_alone(text);
  }
}

TEST(LineHeads, AreComputedOnceUnlessThereAreVeryManyLines) {
  const Text text("a\n\nb\n");
  for (const HashedPart part : {HashedPart::content, HashedPart::context}) {
    EXPECT_EQ(text.line_heads(part), text.line_heads(part)) << "the same list";
  }
  const Text large(std::string(60'000, '\n'));
  EXPECT_NE(large.line_heads(HashedPart::content), large.line_heads(HashedPart::content));
}

}  // namespace
}  // namespace kedge
