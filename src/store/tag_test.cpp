#include "store/tag.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/strings.hpp"

namespace kedge {
namespace {

TEST(Tag, AreTheFirstFourDigitsOfTheDigestInUpperCase) {
  const Digest version = sha256("kedge");
  const Tag tag = to_tag(free_tag(version, [](TagNumber) { return false; }));
  std::string expected = to_hex(version).substr(0, 4);
  for (char& c : expected) c = static_cast<char>(std::toupper(c));
  EXPECT_EQ(tag, expected);
}

TEST(Tag, AllOfOnePathAreDistinctAndUsedUpBeforeLongerOnesAreGiven) {
  std::set<TagNumber> given;
  std::set<Tag> tags;
  const auto taken = [&](TagNumber tag) { return given.contains(tag); };
  for (std::uint32_t i = 0; i < 0x10000 + 3; ++i) {
    const TagNumber tag = free_tag(sha256(concat(i)), taken);
    EXPECT_TRUE(given.insert(tag).second);
    EXPECT_EQ(tag < 0x10000, i < 0x10000);
    const Tag label = to_tag(tag);
    EXPECT_EQ(label.size(), tag < 0x10000 ? 4U : 5U);
    EXPECT_TRUE(tags.insert(label).second);
    EXPECT_EQ(tag_number(label), tag);
  }
}

TEST(Tag, OnlyWhatIsWrittenThatWayIsOne) {
  for (const std::string_view wrong :
       {"", "abc", "ab12", "AB1", "0AB12", " AB12", "AB12 ", "-B12", "+AB12", "0xAB", "AB1G", "FFFFFFFFF"}) {
    EXPECT_FALSE(tag_number(wrong)) << wrong;
  }
  EXPECT_EQ(tag_number("00FF"), 255U);
}

}  // namespace
}  // namespace kedge
