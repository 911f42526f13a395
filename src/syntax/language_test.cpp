#include "syntax/language.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "syntax/roles.hpp"

namespace kedge {
namespace {

std::string_view name_of(const Language* language) { return language == nullptr ? "none" : language->name; }

TEST(Language, IsKnownByTheEndOfTheName) {
  EXPECT_EQ(name_of(language_of("a.py")), "Python");
  EXPECT_EQ(name_of(language_of("src/b.test.tsx")), "TSX");
  EXPECT_EQ(name_of(language_of("x/MAIN.CPP")), "C++");
  EXPECT_EQ(name_of(language_of("deep/down/.clang-format")), "none") << "a name that is all ending is no file of that kind";
}

TEST(Language, IsKnownByTheWholeName) {
  EXPECT_EQ(name_of(language_of("Gemfile")), "Ruby");
  EXPECT_EQ(name_of(language_of("app/Gemfile")), "Ruby");
  EXPECT_EQ(name_of(language_of("MyGemfile")), "none");
}

TEST(Language, IsKnownByTheProgramOfTheFirstRow) {
  EXPECT_EQ(name_of(language_of("tool", "#!/bin/bash")), "Bash");
  EXPECT_EQ(name_of(language_of("tool", "#!/usr/bin/env -S python3.11 -u")), "Python");
  EXPECT_EQ(name_of(language_of("tool", "#!/bin/false")), "none");
  EXPECT_EQ(name_of(language_of("tool", "#!")), "none");
  EXPECT_EQ(name_of(language_of("tool", "python")), "none");
  EXPECT_EQ(name_of(language_of("a.py", "#!/bin/bash")), "Python") << "the name comes first";
}

TEST(Language, OfAnUnknownFileIsNone) {
  EXPECT_EQ(language_of("a.txt"), nullptr);
  EXPECT_EQ(language_of(""), nullptr);
  EXPECT_EQ(language_of("py"), nullptr);
  EXPECT_EQ(language_of(".py"), nullptr);
}

TEST(Language, EveryWordOfItsListsIsOneOfItsGrammar) {
  for (const Language* language : languages()) {
    const Roles roles(*language);
    for (const std::string_view word : roles.unknown()) ADD_FAILURE() << language->name << ": " << word;
  }
}

}  // namespace
}  // namespace kedge
