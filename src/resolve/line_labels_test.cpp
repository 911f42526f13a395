#include "resolve/line_labels.hpp"

#include <gtest/gtest.h>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

LineLabels labels_of(const Text& text) { return LineLabels(HashIndex(text)); }

TEST(LineLabelsTest, SixDigitsNameALineThatIsAlone) {
  const LineLabels labels = labels_of(Text("abc\nx\n"));
  EXPECT_EQ(labels.hash(LineNo{1}), "ba7816");
  EXPECT_EQ(labels.anchor(LineNo{2}), concat("2#", hash_of("x").hex(6)));
}

TEST(LineLabelsTest, LinesThatAreEqualEvenByTheirNeighboursHaveNoHashOfTheirOwn) {
  const LineLabels labels = labels_of(Text("a\nx\nb\na\nx\nb\na\nx\nc\n"));
  EXPECT_FALSE(labels.is_unique(LineNo{2}));
  EXPECT_EQ(labels.hash(LineNo{2}).size(), 6U);
  EXPECT_TRUE(labels.is_unique(LineNo{8})) << "by its context";
  EXPECT_TRUE(labels.is_unique(LineNo{9}));
}

TEST(LineLabelsTest, EqualLinesAreNamedByTheirContext) {
  const Text text("head one\n  return;\nhead two\n  return;\n");
  const LineLabels labels = labels_of(text);
  EXPECT_EQ(labels.hash(LineNo{2}), context_hash(text, LineNo{2}).hex(8));
  EXPECT_EQ(labels.hash(LineNo{4}), context_hash(text, LineNo{4}).hex(8));
}

TEST(LineLabelsTest, WhatNothingTellsApartKeepsItsSixDigits) {
  const LineLabels labels = labels_of(Text("a\nb\na\nb\na\nb\na\n"));
  EXPECT_EQ(labels.hash(LineNo{3}), hash_of("a").hex(6));
  EXPECT_EQ(labels.hash(LineNo{5}), hash_of("a").hex(6));
}

TEST(LineLabelsTest, QualityIsThatOfTheLine) {
  const LineLabels labels = labels_of(Text("w\nw\nw\nw\n}\n\nunique\n"));
  EXPECT_EQ(labels.quality(LineNo{1}), LineQuality::med);
  EXPECT_EQ(labels.quality(LineNo{5}), LineQuality::low);
  EXPECT_EQ(labels.quality(LineNo{6}), LineQuality::low);
  EXPECT_EQ(labels.quality(LineNo{7}), LineQuality::high);
}

// Two contents whose hashes agree in six digits and in no more, found by trying.
TEST(LineLabelsTest, EightDigitsTellApartWhatSixDoNot) {
  std::map<std::string, std::string> met;
  for (int i = 0;; ++i) {
    const std::string content = concat("row ", i);
    const auto [other, fresh] = met.emplace(hash_of(content).hex(6), content);
    if (fresh || hash_of(other->second).hex(8) == hash_of(content).hex(8)) continue;
    const LineLabels labels = labels_of(Text(concat(content, '\n', other->second, '\n')));
    EXPECT_EQ(labels.hash(LineNo{1}), hash_of(content).hex(8));
    EXPECT_EQ(labels.hash(LineNo{2}), hash_of(other->second).hex(8));
    return;
  }
}

// The naive twin: every label is the shortest that finds its line alone, and qualities are those of text/line_quality.
TEST(LineLabelsTest, EveryLabelIsTheShortestThatNamesItsLineAlone) {
  RepeatableRandom random(11);
  for (int round = 0; round < 60; ++round) {
    std::string bytes;
    for (std::uint64_t i = random.below(30); i > 0; --i) {
      append(bytes, concat(random.below(3) == 0 ? "" : random.below(2) == 0 ? "}" : concat("line ", random.below(6)), '\n'));
    }
    const Text text(bytes);
    const HashIndex index(text);
    const LineLabels labels(index);
    const std::vector<LineQuality> qualities = line_qualities(text);
    for (LineNo line{1}; text.has(line); line = line + 1) {
      EXPECT_EQ(labels.quality(line), qualities[line.value - 1]);
      std::string expected = hash_of(text.content(line)).hex(6);
      for (const std::string& hash : {expected, hash_of(text.content(line)).hex(8), context_hash(text, line).hex(8)}) {
        if (index.find(hash) == std::vector{line}) {
          expected = hash;
          break;
        }
      }
      EXPECT_EQ(labels.hash(line), expected) << bytes << line.value;
    }
  }
}

}  // namespace
}  // namespace kedge
