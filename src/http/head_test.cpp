#include "http/head.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

using std::string_view_literals::operator""sv;

TEST(HttpHead, EndsWithAnEmptyLine) {
  EXPECT_EQ(length_of_head("GET / HTTP/1.1\r\nA: b\r\n\r\nrest"), 24U);
  for (const std::string_view part : {""sv, "GET / HTTP/1.1\r\n"sv, "GET / HTTP/1.1\r\nA: b\r\n\r"sv, "GET / HTTP/1.1\n\n"sv}) {
    EXPECT_EQ(length_of_head(part), std::nullopt) << part;
  }
}

TEST(HttpHead, WhatCouldBeReadInTwoWaysIsRefused) {
  const std::string_view good = "POST /mcp HTTP/1.1\r\nHost: a\r\nX: a\tb \x80\r\n\r\n";
  for (std::size_t i = 0; i <= good.size(); ++i) EXPECT_EQ(problem_of_form(good.substr(0, i)), std::nullopt) << i;
  for (const std::string_view bad : {
           "POST /mcp HTTP/1.1\nHost: a\n\n"sv,
           "POST /mcp HTTP/1.1\r\nHost: a\nX: b\r\n\r\n"sv,
           "POST /mcp HTTP/1.1\r\nHost: a\rX: b\r\n\r\n"sv,
           "POST /mcp HTTP/1.1\r\nHost: a\r\n b\r\n\r\n"sv,
           "POST /mcp HTTP/1.1\r\nHost: a\r\n\tb\r\n\r\n"sv,
           "POST /mcp HTTP/1.1\r\n Host: a\r\n\r\n"sv,
           "POST /mcp HTTP/1.1\r\nHost: a\r\n \r\n\r\n"sv,
           "POST /mcp HTTP/1.1\r\nHost: a\0b\r\n\r\n"sv,
           "POST /mcp HTTP/1.1\r\nHost: a\x7F\r\n\r\n"sv,
           "POST /mcp HTTP/1.1\r\nHost: \x01\r\n\r\n"sv,
           "\nPOST"sv,
       }) {
    EXPECT_TRUE(problem_of_form(bad)) << bad;
  }
}

TEST(HttpHead, ABodyEndsInOneWay) {
  const auto problem = [](std::initializer_list<std::pair<const char*, const char*>> lines, unsigned version = 11) {
    Headers headers;
    for (const auto& [name, value] : lines) headers.add(name, value);
    return problem_of_framing(headers, version);
  };
  EXPECT_FALSE(problem({}));
  EXPECT_FALSE(problem({{"Content-Length", "0"}}));
  EXPECT_FALSE(problem({{"content-length", " 12\t"}}));
  EXPECT_FALSE(problem({{"Transfer-Encoding", "Chunked"}}));
  EXPECT_TRUE(problem({{"Transfer-Encoding", "chunked"}}, 10));
  for (const char* const encoding : {"identity, chunked", "chunked, chunked", "chunked, identity", "identity", "gzip, chunked",
                                     "xchunked", "chunked;q=1", "\"chunked\"", "", ",chunked", "chunked,", "\vchunked"}) {
    EXPECT_TRUE(problem({{"Transfer-Encoding", encoding}})) << encoding;
  }
  EXPECT_TRUE(problem({{"Transfer-Encoding", "chunked"}, {"transfer-encoding", "chunked"}}));
  EXPECT_TRUE(problem({{"Transfer-Encoding", "identity"}, {"transfer-encoding", "chunked"}}));
  EXPECT_TRUE(problem({{"Transfer-Encoding", "chunked"}, {"Content-Length", "5"}}));
  EXPECT_TRUE(problem({{"Transfer-Encoding", "identity"}, {"Content-Length", "5"}}));
  EXPECT_TRUE(problem({{"Content-Length", "5"}, {"Content-Length", "5"}}));
  for (const char* const length : {"", "5, 5", "5,5", "+5", "-5", "0x5", "5 5", "5.0", "\"5\"", "99999999999999999999"}) {
    EXPECT_TRUE(problem({{"Content-Length", length}})) << length;
  }
}

TEST(HttpHead, IsReadOnlyIfEveryLineIsPlain) {
  const auto status = [](std::string_view bytes) {
    const auto head = head_of(bytes, 200);
    return !head ? head.error().status : *head ? 200 : 0;
  };
  const auto head = head_of("POST /mcp?a HTTP/1.1\r\nHost: x\r\nX-Y:  z \r\n\r\nbody", 200);
  ASSERT_TRUE(head.has_value() && head->has_value());
  EXPECT_EQ((*head)->method, "POST");
  EXPECT_EQ((*head)->target, "/mcp?a");
  EXPECT_EQ((*head)->headers.one("x-y"), "z");
  EXPECT_EQ((*head)->length, 43U);
  for (const std::string_view wrong :
       {"GET /a HTTP/2\r\n\r\n", "GET  /a HTTP/1.1\r\n\r\n", "G(T /a HTTP/1.1\r\n\r\n", " /a HTTP/1.1\r\n\r\n",
        "GET  HTTP/1.1\r\n\r\n", "GET /\ta HTTP/1.1\r\n\r\n", "GET /a\r\n\r\n", "\r\n\r\n", "GET /a HTTP/1.1\r\nx\r\n\r\n",
        "GET /a HTTP/1.1\r\nA : b\r\n\r\n", "GET /a HTTP/1.1\r\n: b\r\n\r\n", "GET /a HTTP/1.1\r\nA[]: b\r\n\r\n"}) {
    EXPECT_EQ(status(wrong), 400) << wrong;
  }
  EXPECT_EQ(status(std::string(201, 'x')), 431);
  EXPECT_EQ(status("GET /a HTTP/1.1\r\nA: b\r\n"), 0);
}

TEST(HttpHead, SaysWhetherTheConnectionStays) {
  const auto stays = [](std::string_view version, std::string_view connection) {
    return (*head_of(concat("GET / HTTP/", version, "\r\nConnection: ", connection, "\r\n\r\n"), 200))->keep_alive;
  };
  EXPECT_TRUE(stays("1.1", ""));
  EXPECT_TRUE(stays("1.1", "keep-alive"));
  EXPECT_FALSE(stays("1.1", "x, Close"));
  EXPECT_FALSE(stays("1.0", ""));
  EXPECT_TRUE(stays("1.0", "Keep-Alive"));
}

}  // namespace
}  // namespace kedge
