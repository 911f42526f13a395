#include "dialects/patch/hunk_header.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

// The header as it is written, `!` and the row to send instead, `?` if that is not known, or nothing for a row that is none.
std::string heard(std::string_view row) {
  const std::optional<HunkHeader> header = read_hunk_header(row);
  if (!header) return {};
  if (header->hunk) return written(*header->hunk);
  return header->corrected.empty() ? "?" : '!' + header->corrected;
}

TEST(HunkHeader, WhatIsWrittenIsReadAgain) {
  for (const std::string_view row :
       {"replace 4..6:", "replace block 4:", "delete 4..6", "delete 4",
        "insert before 4:", "insert after 4:", "insert after block 4:", "insert head:", "insert tail:", "REM", "MV a b"}) {
    EXPECT_EQ(heard(row), row);
  }
  EXPECT_EQ(heard("delete 4..6:"), "!delete 4..6");
  EXPECT_EQ(heard("replace 4-6"), "replace 4..6:");
  EXPECT_EQ(heard("MV a "), "!MV a");
}

TEST(HunkHeader, WhatIsMeantIsSaidIfItIsCertain) {
  EXPECT_EQ(heard("Replace lines 4 to 6:"), "!replace 4..6:");
  EXPECT_EQ(heard("REPLACE line 4"), "!replace 4..4:");
  EXPECT_EQ(heard("replace block at line 4"), "!replace block 4:");
  EXPECT_EQ(heard("Delete lines 4 6"), "!delete 4..6");
  EXPECT_EQ(heard("insert before line 4"), "!insert before 4:");
  EXPECT_EQ(heard("insert after line 4:"), "!insert after 4:");
  EXPECT_EQ(heard("insert after block line 4:"), "!insert after block 4:");
  EXPECT_EQ(heard("insert at head"), "");
  EXPECT_EQ(heard("insert head at:"), "!insert head:");
  EXPECT_EQ(heard("insert tail at:"), "!insert tail:");
  for (const std::string_view unclear :
       {"replace 6 to 4:", "replace 4 5 6:", "replace block 4 to 6:", "replace before 4:", "replace lines:", "insert line 4:",
        "insert head 4:", "insert before lines 4 6:", "insert before block 4:", "replace line 0:", "replace line 4294967295:",
        "delete line 99999999999999999999", "replace lines 4 of it:", "replace -4:", "delete line -4"}) {
    EXPECT_EQ(heard(unclear), "?") << unclear;
  }
  for (const std::string_view prose : {"", " ", "replace", "replaced 4", "delete everything", "insert coin 4", "MV ", "MV",
                                       "replace line 1 2 3 4 5 6 7 8", "x"}) {
    EXPECT_EQ(heard(prose), "") << prose;
  }
}

TEST(HunkHeader, NumbersAloneAreTheLinesToReplace) {
  const auto lines = [](std::string_view row) {
    const std::optional<PatchHunk> hunk = bare_numbers(row);
    return hunk ? written(*hunk) : "";
  };
  EXPECT_EQ(lines("4"), "replace 4..4:");
  EXPECT_EQ(lines("4..6: "), "replace 4..6:");
  for (const std::string_view none : {"", ":", "x", "4 6 x", "4..", "4..6 x", "4..x", "4294967295"})
    EXPECT_EQ(lines(none), "") << none;
}

}  // namespace
}  // namespace kedge
