#include "text/newlines.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kedge {
namespace {

std::vector<std::uint32_t> offsets(std::string_view bytes) {
  std::vector<std::uint32_t> out(count_newlines(bytes));
  EXPECT_EQ(offsets_behind_newlines(bytes, out.data()), out.data() + out.size());
  return out;
}

TEST(Newlines, EveryLineFeedIsFoundWhereverItStandsInABlock) {
  for (std::size_t size = 1; size < 200; ++size) {
    for (std::size_t at = 0; at < size; at += 7) {
      std::string bytes(size, '\r');
      bytes[at] = '\n';
      EXPECT_EQ(offsets(bytes), std::vector{static_cast<std::uint32_t>(at + 1)}) << size << " bytes";
    }
  }
}

TEST(Newlines, BuffersOfOnlyLineFeedsAndOfNone) {
  EXPECT_EQ(count_newlines(""), 0U);
  EXPECT_EQ(count_newlines(std::string(1000, 'x')), 0U);
  EXPECT_EQ(count_newlines(std::string(1000, '\n')), 1000U);
  for (const std::size_t size : {63UL, 64UL, 16'319UL, 16'320UL, 16'321UL, 16'384UL, 100'001UL}) {
    EXPECT_EQ(count_newlines(std::string(size, '\n')), size);
    EXPECT_EQ(count_newlines(std::string(size, '\n') + 'x'), size);
  }
  EXPECT_EQ(offsets("\n\n\n"), (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_TRUE(offsets("").empty());
}

TEST(Newlines, BytesThatDifferFromLineFeedInOneBitAreNone) {
  std::string bytes;
  for (int value = 0; value < 256; ++value) bytes.push_back(static_cast<char>(value));
  EXPECT_EQ(offsets(bytes), (std::vector<std::uint32_t>{11}));
}

}  // namespace
}  // namespace kedge
