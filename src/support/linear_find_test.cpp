#include "support/linear_find.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kedge {
namespace {

TEST(LinearFind, FindsWhatStringViewFinds) {
  const std::string_view text = "abracadabra";
  for (const std::string_view piece : {"", "a", "abra", "cad", "x", "abracadabra", "abracadabras"}) {
    for (std::size_t from = 0; from <= text.size(); ++from) {
      EXPECT_EQ(linear_find(text, piece, from), text.find(piece, from)) << piece << " from " << from;
    }
  }
  EXPECT_EQ(linear_find("", "", 0), 0U);
  EXPECT_EQ(linear_find("", "a", 0), std::string_view::npos);
}

TEST(LinearFind, FindsAcrossTheEdgesOfItsWindows) {
  for (const std::size_t before : {65'530UL, 65'533UL, 65'534UL, 65'535UL, 65'536UL, 131'068UL, 200'000UL}) {
    const std::string text = std::string(before, 'x') + "needle" + std::string(before, 'x');
    EXPECT_EQ(linear_find(text, "needle"), before);
    EXPECT_EQ(linear_find(text, "needle", before + 1), std::string_view::npos);
  }
}

TEST(LinearFind, ALongPieceOfOneByteIsNoTrap) {
  const std::string text(400'000, 'a');
  const std::string piece = std::string(200'000, 'a') + 'b';
  EXPECT_EQ(linear_find(text, piece), std::string_view::npos);
  EXPECT_EQ(linear_find(text + 'b', piece), 200'000U);
}

}  // namespace
}  // namespace kedge
