#include "plan/misread_indentation.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

LoadedFile file_to_misread() {
  LoadedFile file;
  file.given = file.inside = "a.txt";
  return file;
}

const IndentedRows read_wrongly{Indentation::otherwise, {"  x"}, 0};
const IndentedRows read_rightly{Indentation::as_in_file, {"  x"}, 1};
const IndentedRows unquoted{Indentation::not_quoted, {"x", "  y"}, 2};
const IndentedRows unquoted_at_column_0{Indentation::not_quoted, {"x", "y"}, 3};

TEST(MisreadIndentation, OnlyARowThatIsQuotedOtherwiseIsMisread) {
  EXPECT_TRUE(misreads({read_rightly, read_wrongly}));
  EXPECT_FALSE(misreads({read_rightly, unquoted}));
  EXPECT_FALSE(misreads({}));
}

TEST(MisreadIndentation, WhoMisreadsOnePlaceIsNotTrustedWithRowsThatQuoteNoIndentation) {
  const std::optional<Error> refused = uneven_indentation(file_to_misread(), {read_wrongly, unquoted}, {});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, Code::no_match);
  EXPECT_EQ(refused->op, 3);
  ASSERT_TRUE(refused->misread);
  EXPECT_EQ(refused->misread->path, "a.txt");
  EXPECT_FALSE(refused->misread->stale_version);
}

TEST(MisreadIndentation, RowsThatQuoteTheirIndentationOrHaveNoneAreClear) {
  EXPECT_FALSE(uneven_indentation(file_to_misread(), {read_wrongly, read_rightly, unquoted_at_column_0}, {}));
  EXPECT_FALSE(uneven_indentation(file_to_misread(), {read_rightly, unquoted}, {})) << "nothing is misread";
}

TEST(MisreadIndentation, AMisreadingCountsUntilTheFileIsReadAgain) {
  Misreadings before;
  before.add("b.txt");
  EXPECT_FALSE(uneven_indentation(file_to_misread(), {unquoted}, before)) << "of another file";
  before.add("a.txt");
  const std::optional<Error> refused = uneven_indentation(file_to_misread(), {unquoted}, before);
  ASSERT_TRUE(refused);
  EXPECT_FALSE(refused->misread) << "this call misreads nothing";
  before.clear("a.txt");
  EXPECT_FALSE(uneven_indentation(file_to_misread(), {unquoted}, before));
}

}  // namespace
}  // namespace kedge
