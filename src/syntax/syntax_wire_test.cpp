#include "syntax/syntax_wire.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

using Why = BlockProblem::Why;

const Text text("a\nb\nc\n");
const SyntaxQuestion question{.blocks = {LineNo{1}, LineNo{3}, LineNo{2}}, .errors = true, .tokens = true};

SyntaxAnswer sample() {
  SyntaxAnswer answer;
  answer.blocks.emplace_back(LineSpan{LineNo{1}, LineNo{4}});
  answer.blocks.emplace_back(std::unexpected(BlockProblem{Why::decorated, LineNo{2}}));
  answer.blocks.emplace_back(std::unexpected(BlockProblem{Why::closer}));
  answer.errors = {{LineNo{2}, 5, "unexpected ä"}, {LineNo{4}, 1, ""}};
  answer.tokens = {{0, 1, SyntaxToken::Kind::keyword}, {2, 4, SyntaxToken::Kind::name}};
  return answer;
}

TEST(SyntaxWire, AQuestionArrivesAsItWasAsked) {
  const AskedOf asked{languages().back(), question};
  const std::optional<AskedOf> arrived = decode_question(encode(asked));
  ASSERT_TRUE(arrived.has_value());
  EXPECT_EQ(arrived->language, asked.language);
  EXPECT_EQ(arrived->question.blocks, question.blocks);
  EXPECT_TRUE(arrived->question.errors);
  EXPECT_TRUE(arrived->question.tokens);
}

TEST(SyntaxWire, AnAnswerArrivesAsItWasGiven) {
  const std::optional<SyntaxAnswer> arrived = decode_answer(encode(sample()), question, text);
  ASSERT_TRUE(arrived.has_value());
  EXPECT_EQ(arrived->blocks, sample().blocks);
  EXPECT_EQ(arrived->errors, sample().errors);
  EXPECT_EQ(arrived->tokens, sample().tokens);
}

TEST(SyntaxWire, ACutOffOrProlongedAnswerIsNone) {
  const std::string bytes = encode(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_answer(std::string_view(bytes).substr(0, size), question, text)) << size;
  }
  EXPECT_FALSE(decode_answer(bytes + '\0', question, text));
}

TEST(SyntaxWire, AnAnswerToAnotherQuestionIsNone) {
  SyntaxAnswer answer = sample();
  answer.blocks[0] = LineSpan{LineNo{2}, LineNo{4}};
  EXPECT_FALSE(decode_answer(encode(answer), question, text)) << "begins elsewhere";
  answer.blocks[0] = LineSpan{LineNo{1}, LineNo{5}};
  EXPECT_FALSE(decode_answer(encode(answer), question, text)) << "ends behind the text";
  answer = sample();
  answer.blocks.pop_back();
  EXPECT_FALSE(decode_answer(encode(answer), question, text)) << "one too few";
}

TEST(SyntaxWire, TokensAreInTheTextAndApartFromEachOther) {
  for (const std::vector<SyntaxToken>& wrong : {std::vector<SyntaxToken>{{0, 7, {}}}, {{2, 2, {}}}, {{2, 4, {}}, {3, 5, {}}}}) {
    SyntaxAnswer answer = sample();
    answer.tokens = wrong;
    EXPECT_FALSE(decode_answer(encode(answer), question, text));
  }
  EXPECT_FALSE(decode_answer(encode(sample()), {.blocks = question.blocks, .errors = true}, text)) << "nobody asked for them";
}

TEST(SyntaxWire, NoiseIsNoAnswerOrAPossibleOne) {
  const std::string bytes = encode(sample());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string noisy = bytes;
      noisy[i] = static_cast<char>(noisy[i] ^ (1 << bit));
      const std::optional<SyntaxAnswer> arrived = decode_answer(noisy, question, text);
      if (!arrived) continue;
      ASSERT_EQ(arrived->blocks.size(), question.blocks.size());
      for (const Block& block : arrived->blocks) {
        EXPECT_TRUE(!block || block->end <= LineNo{text.line_count() + 1});
      }
    }
  }
}

}  // namespace
}  // namespace kedge
