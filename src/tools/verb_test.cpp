#include "tools/verb.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/json_read.hpp"

namespace kedge {
namespace {

TEST(Verbs, EveryToolOfADialectIsOfAKnownVerb) {
  for (const Dialect* const dialect : dialects()) {
    for (const ToolText& tool : dialect->tools) EXPECT_NE(find_verb(tool.verb), nullptr) << dialect->name << ' ' << tool.name;
    for (const std::string_view verb : dialect->lacks) EXPECT_NE(find_verb(verb), nullptr) << dialect->name << ' ' << verb;
  }
}

TEST(Verbs, ADialectSaysWhatAVerbLeavesToIt) {
  for (const Verb* const verb : verbs()) {
    EXPECT_EQ(find_verb(verb->name), verb);
    for (const Dialect* const dialect : dialects()) {
      const bool lacks = std::ranges::find(dialect->lacks, verb->name) != dialect->lacks.end();
      const ToolText* const text = text_of(*dialect, *verb);
      EXPECT_EQ(text == nullptr, lacks) << dialect->name << ' ' << verb->name;
      if (text == nullptr) continue;
      EXPECT_EQ(text->verb, verb->name);
      EXPECT_TRUE(read_json(text->input_schema).has_value()) << dialect->name << ' ' << text->name;
    }
  }
}

TEST(Verbs, OnlyWhatChangesFilesMayNotBeRepeated) {
  for (const Verb* const verb : verbs()) EXPECT_TRUE(verb->repeatable || verb->changes_files) << verb->name;
}

}  // namespace
}  // namespace kedge
