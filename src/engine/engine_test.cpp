#include "engine/engine.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge {
namespace {

class Place {
 public:
  Place() {
    session_.put("a.dart", "f() {\n  g();\n}\n");
    session_.put("b.c", "int b;\n");
  }

  Result<Receipt> run(const Request& request) { return kedge::run(request, *session_); }
  std::string bytes(const std::string& name) const { return session_.bytes(name); }

 private:
  test::MemorySession session_;
};

Request asked(Suspicion suspicious) {
  Request request;
  request.policy.suspicious = suspicious;
  request.files.push_back({.path = "a.dart"});
  request.files.back().operations.push_back({Match{.text = "  g();\n"}, "  // ... existing code ...\n  h(;\n"});
  request.files.push_back({.path = "b.c"});
  request.files.back().operations.push_back({Match{.text = "int b;\n"}, "int b;\n>>>>>>> topic\n"});
  return request;
}

std::vector<std::string> names_in(const Error& error) {
  std::vector<std::string> names;
  for (const Json& warning : *error.facts.find("safety_warnings")->as_array()) {
    names.push_back(*warning.find("name")->as_string());
  }
  return names;
}

TEST(Engine, ASuspiciousResultIsRefusedOnceForEachFileWithAllThatWasFound) {
  Place place;
  const Result<Receipt> done = place.run(asked(Suspicion::refuse));
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, Code::safety_check_failed);
  EXPECT_EQ(done.error().path, "a.dart");
  EXPECT_EQ(names_in(done.error()), (std::vector<std::string>{"elision_placeholder", "unbalanced_delimiters"}));
  EXPECT_NE(done.error().next.find("accept_warnings: [\"elision_placeholder\", \"unbalanced_delimiters\"]"), std::string::npos);
  ASSERT_EQ(done.error().others.size(), 1U);
  EXPECT_EQ(done.error().others.front().path, "b.c");
  EXPECT_EQ(names_in(done.error().others.front()), std::vector<std::string>{"conflict_marker"});
  EXPECT_EQ(place.bytes("a.dart"), "f() {\n  g();\n}\n");
  EXPECT_EQ(place.bytes("b.c"), "int b;\n");
}

TEST(Engine, WhatIsAcceptedByNameIsWrittenAndTold) {
  Place place;
  Request request = asked(Suspicion::refuse);
  request.accept_warnings = {"elision_placeholder", "conflict_marker"};
  const Result<Receipt> refused = place.run(request);
  ASSERT_FALSE(refused.has_value()) << "the brackets were not accepted";
  EXPECT_EQ(names_in(refused.error()), std::vector<std::string>{"unbalanced_delimiters"});
  EXPECT_TRUE(refused.error().others.empty());

  request.accept_warnings.emplace_back("unbalanced_delimiters");
  const Result<Receipt> done = place.run(request);
  ASSERT_TRUE(done.has_value()) << to_text(done.error());
  EXPECT_EQ(done->warnings.size(), 3U);
  EXPECT_EQ(place.bytes("b.c"), "int b;\n>>>>>>> topic\n");
}

TEST(Engine, WhereThePolicyWarnsItIsWrittenAndTold) {
  Place place;
  const Result<Receipt> done = place.run(asked(Suspicion::warn));
  ASSERT_TRUE(done.has_value()) << to_text(done.error());
  EXPECT_EQ(done->warnings.size(), 3U);
  EXPECT_EQ(place.bytes("a.dart"), "f() {\n  // ... existing code ...\n  h(;\n}\n");
}

}  // namespace
}  // namespace kedge
