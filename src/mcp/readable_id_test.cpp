#include "mcp/readable_id.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

TEST(ReadableId, IsThatOfTheOutermostObjectWhateverElseIsWrong) {
  const std::string deep = concat(std::string(5000, '['), std::string(5000, ']'));
  for (const std::string& text : {
           std::string(R"({"jsonrpc":"2.0","id":7,"method":"m","params":{"a":"\uD800"}})"),
           std::string(R"({"jsonrpc":"2.0","method":"m","params":{"a":1,"a":2},"id":7})"),
           std::string(R"({"method":"m","method":"n","id":7})"),
           std::string(R"( { "params" : { "id" : 8, "b" : [ { "id" : 9 } ] } , "id" : 7 } )"),
           std::string(R"({"params":"\"id\":9,","id":7})"),
           std::string(R"({"\u0069d":7,"method":"m","params":{"a":"\uDC00"}})"),
           std::string(R"({"id":7,"method":"m","params":{"a")"),
           std::string(R"({"id":7,"id":7,"method":"m"})"),
           concat(R"({"params":)", deep, R"(,"id":7,"method":"m"})"),
           concat(R"({"params":{"text":")", std::string(17UL * 1024 * 1024, 'a'), R"("},"id":7,"method":"m"})"),
       }) {
    EXPECT_EQ(readable_id(text), RequestId{"7"}) << text.substr(0, 100);
  }
}

TEST(ReadableId, AnIdSpelledWithEscapesIsTheSame) {
  EXPECT_EQ(readable_id(R"({"id":"\u0061-1","method":"m","params":"\uD800"})"), RequestId{R"("a-1")"});
}

TEST(ReadableId, IsNobodysWhereItCannotBeTold) {
  for (const std::string_view text :
       {"", "x", "[]", "{", R"({"id")", R"({"id":)", R"({"id":7)", R"({"id":"7)", R"({"id":1,"id":2,"method":"m"})",
        R"({"id":[1],"method":"m"})", R"({"id":1e999,"method":"m"})", R"({"id":"\uD800","method":"m"})",
        R"({"method":"m" "id":7})", R"({"method":"m","params":{"id":7}})", R"({"params":"open,"id":7})"}) {
    EXPECT_EQ(readable_id(text), RequestId()) << text;
  }
}

TEST(ReadableId, AnAnswerToTheServersQuestionIsNotAnswered) {
  EXPECT_EQ(readable_id(R"({"id":7,"result":{"a":"\uD800"}})"), RequestId());
  EXPECT_EQ(readable_id(R"({"id":7,"error":{"a":"\uD800"}})"), RequestId());
}

}  // namespace
}  // namespace kedge::mcp
