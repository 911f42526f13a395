#include "http/chunks.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t plenty = 1UL << 20U;

// What a reader makes of bytes that come in pieces of this size: the text and what is left, or the status of its refusal.
struct Taken {
  std::string text, rest;
  int status = 0;  // 200: whole; 0: not whole yet

  friend bool operator==(const Taken&, const Taken&) = default;
};

Taken take_in_pieces(std::string_view bytes, std::size_t piece, std::size_t most = plenty) {
  ChunkedBody body(most);
  std::string unread;
  while (!bytes.empty()) {
    append(unread, bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    const std::expected<bool, HttpRefusal> whole = body.take(unread);
    if (!whole) return {{}, {}, whole.error().status};
    if (*whole) return {body.text, concat(unread, bytes), 200};
  }
  return {body.text, unread, 0};
}

TEST(ChunkedBody, IsTheTextOfItsChunksAndTheNextRequestStays) {
  const Taken expected{"hello, world", "GET", 200};
  EXPECT_EQ(take_in_pieces("5\r\nhello\r\n7;a=\"b\"\r\n, world\r\n0\r\nX-Later: 1\r\n\r\nGET", plenty), expected);
  EXPECT_EQ(take_in_pieces("0\r\n\r\n", plenty), (Taken{"", "", 200}));
  EXPECT_EQ(take_in_pieces("00000A\r\n0123456789\r\n0;x\r\n\r\n", plenty), (Taken{"0123456789", "", 200}));
}

TEST(ChunkedBody, WhatIsUnclearOrTooLargeIsRefused) {
  for (const std::string_view wrong :
       {"5\nhello\r\n0\r\n\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n", "-1\r\n",
        "\r\n", ";a\r\n", "5\r\nhelloX\r\n0\r\n\r\n", "5\r\nhello\n\r\n0\r\n\r\n", "123456789\r\n", "0\r\nA: \x01\r\n\r\n"}) {
    EXPECT_EQ(take_in_pieces(wrong, plenty).status, 400) << wrong;
  }
  EXPECT_EQ(take_in_pieces("b\r\n", plenty, 10).status, 413);
  EXPECT_EQ(take_in_pieces("5\r\nhello\r\n6\r\n", plenty, 10).status, 413) << "together";
  EXPECT_EQ(take_in_pieces(concat("5;", std::string(2000, 'x')), plenty).status, 400);
  std::string trailer = "0\r\n";
  for (int i = 0; i < 1000; ++i) append(trailer, concat("X-", i, ": ", std::string(100, 'x'), "\r\n"));
  EXPECT_EQ(take_in_pieces(trailer, plenty).status, 431);
}

// Law: however the bytes are cut, right or wrong, they mean the same.
TEST(ChunkedBody, MeansTheSameHoweverItsBytesAreCut) {
  std::mt19937 random(7);
  const auto any = [&](std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random); };
  for (int round = 0; round < 2000; ++round) {
    std::string text, bytes;
    for (std::size_t left = any(5); left > 0; --left) {
      std::string piece(1 + any(40), 'a');
      for (char& c : piece) c = static_cast<char>(any(256));
      append(text, piece);
      append(bytes, as_chunk(piece));
    }
    append(bytes, last_chunk);
    append(bytes, "rest");
    EXPECT_EQ(take_in_pieces(bytes, plenty), (Taken{text, "rest", 200}));
    if (any(2) == 0) bytes[any(bytes.size())] = "\r\n;0a \x01"[any(7)];
    if (any(4) == 0) bytes.resize(any(bytes.size()));
    const Taken whole = take_in_pieces(bytes, plenty);
    EXPECT_EQ(take_in_pieces(bytes, 1), whole);
    EXPECT_EQ(take_in_pieces(bytes, 1 + any(30)), whole);
  }
}

}  // namespace
}  // namespace kedge
