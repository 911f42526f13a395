#include "search/file_filter.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

bool wants(const std::vector<std::string>& globs, std::string_view path) {
  return FileFilter::parse(globs).value().wants(path);
}

TEST(FileFilterTest, AFileHasToFitOneOfTheGlobs) {
  EXPECT_TRUE(wants({}, "a/b.c"));
  EXPECT_TRUE(wants({"*.c"}, "a/b.c"));
  EXPECT_TRUE(wants({"*.h", "a/*"}, "a/b.c"));
  EXPECT_FALSE(wants({"*.h", "b/*"}, "a/b.c"));
}

TEST(FileFilterTest, AnExclamationMarkTakesFilesOut) {
  EXPECT_FALSE(wants({"!*.c"}, "a/b.c"));
  EXPECT_TRUE(wants({"!*.c"}, "a/b.h"));
  EXPECT_FALSE(wants({"a/**", "!*.c"}, "a/b.c"));
  EXPECT_FALSE(wants({"a/**", "!*.c"}, "b/b.h"));
}

TEST(FileFilterTest, AWrongGlobIsNamed) {
  const Error refused = FileFilter::parse(std::vector<std::string>{"*.c", "[a"}).error();
  EXPECT_EQ(refused.code, Code::schema_invalid);
  EXPECT_NE(refused.what.find("[a holds [ without ]"), std::string::npos) << refused.what;
}

}  // namespace
}  // namespace kedge
