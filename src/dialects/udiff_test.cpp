#include <gtest/gtest.h>

#include "dialects/dialect.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

Result<Request> heard(std::string_view input) {
  Json arguments = Json::object();
  arguments.set("input", std::string(input));
  return find_dialect("udiff")->hear_edit(arguments);
}

TEST(Udiff, TheExamplesOfThePromptAreTakenWithoutAWarning) {
  const std::string_view prompt = find_dialect("udiff")->prompt;
  std::string example;
  std::size_t examples = 0;
  bool inside = false;
  for (const std::string_view row : split(prompt, '\n')) {
    if (row.starts_with("--- ") || row.starts_with("diff --git ")) inside = true;
    // After the last row of an example there is an empty one; inside, empty rows begin with a space.
    if (row.empty() && inside) {
      const Result<Request> request = heard(example);
      ASSERT_TRUE(request) << to_text(request.error()) << '\n' << example;
      EXPECT_TRUE(request->warnings.empty()) << request->warnings.front();
      EXPECT_EQ(request->files.size(), 1U);
      ++examples;
      inside = false;
      example.clear();
    }
    if (inside) append(example, concat(row, '\n'));
  }
  EXPECT_EQ(examples, 3U);
}

TEST(Udiff, NothingIsNoDiff) {
  for (const std::string_view input : {"", "\n\n", "  \t", "Dear all,\n- nothing\n"}) {
    const Result<Request> request = heard(input);
    ASSERT_FALSE(request);
    EXPECT_EQ(request.error().code, Code::patch_syntax);
  }
}

TEST(Udiff, TextOfAnotherFormatIsNamed) {
  const Result<Request> request = heard("*** Begin Patch\n*** Update File: x\n@@ def f():\n-a\n+b\n*** End Patch\n");
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().what.find("a hunk stands below"), std::string::npos) << request.error().what;
}

TEST(Udiff, LinesTellEqualPlacesApartAndNothingIsTakenForSimilar) {
  const Result<Request> request = heard("--- a/x\n+++ b/x\n@@ ... @@\n-a\n+b\n");
  ASSERT_TRUE(request) << to_text(request.error());
  EXPECT_TRUE(request->policy.line_tells_apart && request->policy.order_tells_apart);
  EXPECT_EQ(request->policy.lowest_unasked, MatchMode::exact);
  ASSERT_EQ(request->warnings.size(), 1U);
  EXPECT_TRUE(request->warnings.front().starts_with("line 3:"));
}

TEST(Udiff, WhatIsSaidIsHeardAgain) {
  FileOutcome file;
  file.path = "x";
  file.before = Text("a\nb\nc");
  file.after = Text("a\nB\nc");
  const Result<Json> arguments = find_dialect("udiff")->say({&file, 1});
  ASSERT_TRUE(arguments);
  EXPECT_TRUE(find_dialect("udiff")->hear_edit(*arguments));
  file.after = file.before;
  EXPECT_FALSE(find_dialect("udiff")->say({&file, 1}));
}

}  // namespace
}  // namespace kedge
