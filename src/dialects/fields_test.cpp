#include "dialects/fields.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(Fields, TakeValuesByNameAndType) {
  const Json call = Json::object({{"path", "a.txt"}, {"count", 3}, {"all", true}, {"names", Json::array({"x", "y"})}});
  Fields fields(call);
  EXPECT_EQ(fields.required_text("path"), "a.txt");
  EXPECT_EQ(fields.number("count", 1, 10), 3);
  EXPECT_EQ(fields.flag("all"), true);
  EXPECT_EQ(fields.texts("names"), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(fields.text("other"), std::nullopt);
  EXPECT_TRUE(fields.finish().has_value());
}

TEST(Fields, GatherAllThatIsWrong) {
  const Json call = Json::object({{"pth", "a.txt"}, {"count", "3"}, {"all", "false"}, {"hash", "12"}});
  Fields fields(call);
  fields.required_text("path");
  fields.number("count", 1, 10);
  fields.flag("all");
  fields.digest("hash");
  const Result<void> finished = fields.finish();
  ASSERT_FALSE(finished.has_value());
  EXPECT_EQ(finished.error().code, Code::schema_invalid);
  const std::string text = to_text(finished.error());
  for (const std::string_view part :
       {"path: is missing", "count: must be a whole number, not a string", "all: must be true or false, not a string",
        "hash: must be the 64 hex digits", "pth: is not a field of this call; did you mean path?"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
}

TEST(Fields, KeepNumbersWithinTheirBounds) {
  const Json call = Json::object({{"zero", 0}, {"half", 1.5}, {"many", 11}});
  Fields fields(call);
  EXPECT_EQ(fields.number("zero", 1, 10), std::nullopt);
  EXPECT_EQ(fields.number("half", 1, 10), std::nullopt);
  EXPECT_EQ(fields.number("many", 1, 10), std::nullopt);
  EXPECT_EQ(fields.take_problems().size(), 3U);
}

TEST(Fields, SayWhichPartOfTheCallIsMeant) {
  const Json call = Json(3);
  Fields fields(call, "edits[2].");
  fields.required_text("old_string");
  EXPECT_NE(to_text(fields.finish().error()).find("edits[2]: must be an object, not a whole number"), std::string::npos);
}

}  // namespace
}  // namespace kedge
