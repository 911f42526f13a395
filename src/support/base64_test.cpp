#include "support/base64.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(Base64, IsThatOfTheStandard) {
  const std::pair<std::string_view, std::string_view> known[] = {{"", ""},
                                                                 {"f", "Zg=="},
                                                                 {"fo", "Zm8="},
                                                                 {"foo", "Zm9v"},
                                                                 {"foob", "Zm9vYg=="},
                                                                 {"fooba", "Zm9vYmE="},
                                                                 {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : known) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, WhatIsWrittenIsReadAgain) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    bytes.push_back(static_cast<char>(i * 7));
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
  }
}

TEST(Base64, NothingElseIsRead) {
  for (const std::string_view text :
       {"Z", "Zg", "Zg=", "Zg===", "Z===", "=Zg=", "Zg==Zg==", "Zh==", "Zm9=", "SGVs!!!bG8=", "SGVsbG8", "Zm 9"}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace kedge
