#include "verify/elision.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace kedge {
namespace {

TEST(Elision, SaysThatSomethingIsLeftOut) {
  for (const std::string_view row : {
           "// ... rest of code unchanged ...",
           "  # ... existing code ...",
           "/* unchanged */",
           "<!-- rest of file -->",
           "    {/* ... rest of the component ... */}",
           "-- ... remaining statements",
           "// … rest of the function …",
           "# [rest of the code remains the same]",
           "// ...existing code...",
           "// (unchanged)",
           "; ... previous code ...",
           "/* Rest of the implementation remains unchanged. */",
           "// omitted for brevity",
           "// same as before ...",
           "// ... other methods ...",
           "... existing code ...",
           "... rest of the file",
           "// --- existing code ---",
           "/// ... existing validation of the arguments ...",
           "# existing code here...",
           "// same as before",
           "{/* existing JSX */}",
           "# remaining tests",
           "// Everything else stays the same",
           "# everything else",
           "# (everything else is unchanged)",
           "// keep the rest as is",
           "// keep existing code",
           "/* no changes here */",
           "// The rest of the function is the same as before.",
           "[rest of the file unchanged]",
           "{/* rest of the JSX stays as it was */}",
       }) {
    EXPECT_EQ(elision_of(row), Elision::plain) << row;
  }
}

TEST(Elision, OfDotsAloneIsBare) {
  for (const std::string_view row : {"// ...", "# ...", "/* ... */", "  <!-- … -->", "...", "    ...", "[...]"}) {
    EXPECT_EQ(elision_of(row), Elision::bare) << row;
  }
}

TEST(Elision, IsNotSeenInWhatPeopleWrite) {
  for (const std::string_view row : {
           "",
           "...rest",
           "  ...existing,",
           "...rest, ...other",
           "return { ...existing, ...rest };",
           "x = 1  # ... existing code ...",
           "// existing users keep their settings",
           "// The rest of the arguments are passed to the program that is started, in their order",
           "# same as above",
           "// original",
           "// rest",
           "// no change of the caller's state",
           "# before",
           "// same user",
           "[package]",
           "[rest]",
           "// keep the lock until the end",
           "// TODO: handle the remaining cases",
           "// see the previous section...",
           "// Loading...",
           "// wait for more data ...",
           "#content .rest {",
           "#rest-of-page,",
           "--existing-code: 1px;",
           "* the rest of the file",
           "// for (const x of rest) f(...x);",
           "# -*- coding: utf-8 -*-",
           "// ------------------------",
           "#include \"rest.h\"",
       }) {
    EXPECT_EQ(elision_of(row), Elision::none) << row;
  }
}

TEST(Elision, IsLikelyWherePeopleWriteItToo) {
  for (const std::string_view row :
       {"{/* existing buttons */}", "// other methods", "# remaining budget", "// existing user"}) {
    EXPECT_EQ(elision_of(row), Elision::likely) << row;
  }
}

TEST(Elision, ProseIsToldByName) {
  for (const std::string_view path : {"README.md", "docs/a.RST", "notes.txt", "b.adoc"}) EXPECT_TRUE(is_prose(path)) << path;
  for (const std::string_view path : {"a.py", "md", "a.html", "Makefile"}) EXPECT_FALSE(is_prose(path)) << path;
}

}  // namespace
}  // namespace kedge
