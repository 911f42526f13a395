#include "store/tag.hpp"

#include <gtest/gtest.h>

#include <vector>

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
  std::vector<bool> given(0x100000);
  const auto taken = [&](TagNumber tag) { return given.at(tag); };
  for (std::uint32_t i = 0; i < 0x10000 + 3; ++i) {
    const TagNumber tag = free_tag(sha256(concat(i)), taken);
    ASSERT_FALSE(given.at(tag));
    given[tag] = true;
    EXPECT_EQ(tag < 0x10000, i < 0x10000);
    const Tag label = to_tag(tag);
    EXPECT_EQ(label.size(), tag < 0x10000 ? 4U : 5U);
    EXPECT_EQ(tag_number(label), tag);  // so the labels are distinct as well
  }
}

TEST(Tag, ALooseOneIsNeverOneThatIsWritten) {
  const Digest version = sha256("kedge");
  std::string digits = to_hex(version);
  for (char& c : digits) c = static_cast<char>(std::toupper(c));
  const Tag tag = loose_tag(version, [](const Tag&) { return false; });
  EXPECT_EQ(tag, digits.substr(0, 12));
  EXPECT_FALSE(tag_number(tag));
  EXPECT_EQ(loose_tag(version, [](const Tag& shorter) { return shorter.size() < 14; }), digits.substr(0, 14));
  EXPECT_EQ(loose_tag(version, [](const Tag&) { return true; }), digits) << "nothing else has all of these digits";
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
