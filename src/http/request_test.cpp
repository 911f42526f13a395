#include "http/request.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

int status_of_bytes(std::string bytes, const HttpLimits& limits = {}) {
  const auto request = take_request(bytes, limits);
  return !request ? request.error().status : *request ? 200 : 0;
}

TEST(HttpRequest, AWholeRequestIsTakenAndTheNextStays) {
  std::string bytes =
      "POST /api/turn?root=0&path=a%20b%2Fc+d HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n\r\n";
  const auto first = take_request(bytes);
  ASSERT_TRUE(first.has_value() && *first);
  EXPECT_EQ((*first)->method, "POST");
  EXPECT_EQ((*first)->path, "/api/turn");
  EXPECT_EQ((*first)->query.at("path"), "a b/c d");
  EXPECT_EQ((*first)->headers.one("host"), "x");
  EXPECT_EQ((*first)->body, "abc");
  EXPECT_TRUE((*first)->keep_alive);
  const auto second = take_request(bytes);
  ASSERT_TRUE(second.has_value() && *second);
  EXPECT_EQ((*second)->method, "GET");
  EXPECT_TRUE(bytes.empty());
}

// However the bytes are cut, it is either not there yet or the same request.
TEST(HttpRequest, APartOfARequestIsNoRequest) {
  const std::string whole = "POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc";
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_EQ(status_of_bytes(whole.substr(0, size)), 0) << size;
  EXPECT_EQ(status_of_bytes(whole), 200);
}

TEST(HttpRequest, WhatIsUnclearIsRefused) {
  EXPECT_EQ(status_of_bytes("GET / HTTP/2\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("GET  / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("GET x HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("GET /%zz HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("GET /%ff HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("GET /a%00 HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("GET /?a=%f HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("GET / HTTP/1.1\r\nno colon\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("GET / HTTP/1.1\r\na : b\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("GET / HTTP/1.1\nHost: x\n\n"), 400);
  EXPECT_EQ(status_of_bytes("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"), 400);
  EXPECT_EQ(status_of_bytes("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 411);
  EXPECT_EQ(status_of_bytes("POST / HTTP/1.1\r\nContent-Length: 99\r\n\r\n", {.body = 10}), 413);
  EXPECT_EQ(status_of_bytes(std::string(100, 'x'), {.head = 50}), 431);
}

TEST(HttpRequest, AConnectionThatIsToBeClosedSaysSo) {
  std::string bytes = "GET / HTTP/1.1\r\nConnection: Close\r\n\r\nGET / HTTP/1.0\r\n\r\n";
  EXPECT_FALSE((*take_request(bytes))->keep_alive);
  EXPECT_FALSE((*take_request(bytes))->keep_alive);
}

}  // namespace
}  // namespace kedge
