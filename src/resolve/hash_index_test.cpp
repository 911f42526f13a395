#include "resolve/hash_index.hpp"

#include <gtest/gtest.h>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

std::vector<LineNo> lines(std::initializer_list<std::uint32_t> numbers) {
  std::vector<LineNo> out;
  for (const std::uint32_t number : numbers) out.push_back(LineNo{number});
  return out;
}

TEST(HashIndexTest, FindsEveryLineThatHasTheContent) {
  const HashIndex index(Text("abc\n\nabc\nx\n"));
  EXPECT_EQ(index.find("ba7816"), lines({1, 3}));
  EXPECT_EQ(index.find("BA7816BF"), lines({1, 3}));
  EXPECT_EQ(index.find(hash_of("abc").hex(64)), lines({1, 3}));
  EXPECT_EQ(index.find("e3b0c4"), lines({2}));
}

TEST(HashIndexTest, FindsNothingForWhatIsNoHashOfALine) {
  const HashIndex index(Text("abc\n"));
  std::string almost = hash_of("abc").hex(64);
  almost.back() = almost.back() == '0' ? '1' : '0';
  for (const std::string& prefix : {std::string("ba7817"), std::string("xyzxyz"), std::string(), almost, almost + "0"}) {
    EXPECT_TRUE(index.find(prefix).empty()) << prefix;
  }
}

TEST(HashIndexTest, FindsALineByItsContextWhereThePrefixIsLongEnough) {
  const Text text("head one\n}\n\nhead two\n}\n");
  const HashIndex index(text);
  EXPECT_EQ(index.find(context_hash(text, LineNo{5}).hex(8)), lines({5}));
  EXPECT_EQ(index.find(context_hash(text, LineNo{5}).hex(64)), lines({5}));
  EXPECT_TRUE(index.find(context_hash(text, LineNo{5}).hex(7)).empty());
}

// Compares the fast ways with the plain ones, over texts longer than one batch.
TEST(HashIndexTest, HeadsAreThoseOfEachLineAlone) {
  RepeatableRandom random(7);
  std::string bytes;
  for (int i = 0; i < 3000; ++i) {
    append(bytes, concat(random.below(4) == 0   ? ""
                         : random.below(3) == 0 ? "}"
                                                : concat("line ", random.below(50)),
                         random.below(5) == 0 ? "\r\n" : "\n"));
  }
  const Text text(bytes);
  const HashIndex index(text);
  const std::vector<std::uint64_t> contexts = context_heads(text);
  const auto hex = [](std::uint64_t head) {
    std::array<std::uint8_t, 8> out{};
    for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<std::uint8_t>(head >> (56U - 8U * i));
    return to_hex(out);
  };
  for (LineNo line{1}; text.has(line); line = line + 1) {
    ASSERT_EQ(hex(index.heads()[line.value - 1]), hash_of(text.content(line)).hex(16)) << line.value;
    ASSERT_EQ(hex(contexts[line.value - 1]), context_hash(text, line).hex(16)) << line.value;
  }
}

TEST(HashIndexTest, AnEmptyTextHasNoLines) {
  EXPECT_TRUE(HashIndex(Text("")).find("e3b0c4").empty());
  EXPECT_TRUE(context_heads(Text("")).empty());
}

}  // namespace
}  // namespace kedge
