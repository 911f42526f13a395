#include "resolve/hash_index.hpp"

#include <gtest/gtest.h>

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

TEST(HashIndexTest, AnEmptyTextHasNoLines) { EXPECT_TRUE(HashIndex(Text("")).find("e3b0c4").empty()); }

}  // namespace
}  // namespace kedge
