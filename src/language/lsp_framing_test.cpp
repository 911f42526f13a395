#include "language/lsp_framing.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

TEST(LspFraming, MessagesArriveAsTheyWereSent) {
  const Json one = Json::object({{"id", 1}, {"text", "ä\n"}});
  const Json two = Json::object({{"id", 2}});
  std::string bytes = concat(lsp_message(one), lsp_message(two));
  EXPECT_EQ(*take_lsp_message(bytes), one);
  EXPECT_EQ(*take_lsp_message(bytes), two);
  EXPECT_EQ(*take_lsp_message(bytes), std::nullopt);
  EXPECT_TRUE(bytes.empty());
}

TEST(LspFraming, APartOfAMessageIsNone) {
  const std::string whole = lsp_message(Json::object({{"id", 1}}));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    std::string part = whole.substr(0, size);
    EXPECT_EQ(*take_lsp_message(part), std::nullopt) << size;
  }
}

TEST(LspFraming, OtherHeadersMayComeToo) {
  std::string bytes = "content-type: x; charset=utf-8\r\ncontent-length:2\r\n\r\n{}";
  EXPECT_EQ(*take_lsp_message(bytes), Json::object());
}

TEST(LspFraming, WhatIsNoMessageIsAnError) {
  for (std::string bytes :
       {std::string("Content-Length: x\r\n\r\n{}"), std::string("\r\n\r\n{}"), std::string("Content-Length: 3\r\n\r\n{{{"),
        std::string("Content-Length: 99999999999\r\n\r\n"), std::string(5000, 'y')}) {
    EXPECT_FALSE(take_lsp_message(bytes)) << bytes.substr(0, 40);
  }
}

}  // namespace
}  // namespace kedge
