// The printed grammar and the strict reader agree: what the grammar makes is taken without a warning, and what the reader
// refuses the grammar does not match. The grammar is read here from its printed form, by nothing that the reader uses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <span>

#include "dialects/apply_patch/v4a_grammar.hpp"
#include "dialects/apply_patch/v4a_reader.hpp"
#include "dialects/blocks/block_grammar.hpp"
#include "dialects/blocks/block_reader.hpp"
#include "dialects/dialect.hpp"
#include "dialects/patch/grammar.hpp"
#include "dialects/patch/patch_text.hpp"
#include "laws/random_source.hpp"
#include "support/strings.hpp"

namespace kedge::laws {
namespace {

struct Node {
  enum class Kind : std::uint8_t { literal, one_of, rule, sequence, choice } kind = Kind::literal;
  std::string text = {};             // of a literal; the name of a rule
  std::set<unsigned char> set = {};  // of one_of: bytes
  std::vector<Node> parts = {};
  char repeat = 0;  // ?, * or +
};

// As much of GBNF as the grammars here use; characters beyond ASCII stand in literals only, or are left out of a set that
// excludes.
class GrammarReader {
 public:
  explicit GrammarReader(std::string_view text) : text_(text) {}

  std::map<std::string, Node> rules() {
    std::map<std::string, Node> all;
    while (at_ < text_.size()) {
      const std::size_t end = text_.find(" ::= ", at_);
      const std::string name(text_.substr(at_, end - at_));
      at_ = end + 5;
      all[name] = choice();
      EXPECT_TRUE(at_ < text_.size() && text_[at_] == '\n') << name;
      ++at_;
    }
    return all;
  }

 private:
  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  Node choice() {
    Node node{.kind = Node::Kind::choice};
    node.parts.push_back(sequence());
    for (blanks(); at_ < text_.size() && text_[at_] == '|'; blanks()) {
      ++at_;
      node.parts.push_back(sequence());
    }
    return node;
  }
  Node sequence() {
    Node node{.kind = Node::Kind::sequence};
    for (blanks(); at_ < text_.size() && text_[at_] != '|' && text_[at_] != ')' && text_[at_] != '\n'; blanks()) {
      node.parts.push_back(item());
    }
    return node;
  }
  unsigned char character() {
    if (text_[at_] != '\\') return static_cast<unsigned char>(text_[at_++]);
    const char kind = text_[at_ + 1];
    at_ += 2;
    if (kind == 'n') return '\n';
    if (kind == 'r') return '\r';
    const auto value = static_cast<unsigned char>(std::stoi(std::string(text_.substr(at_, 2)), nullptr, 16));
    at_ += 2;
    return value;
  }
  Node item() {
    Node node;
    if (text_[at_] == '"') {
      for (++at_; text_[at_] != '"';) node.text.push_back(static_cast<char>(character()));
      ++at_;
    } else if (text_[at_] == '[') {
      node.kind = Node::Kind::one_of;
      const bool excludes = text_[++at_] == '^';
      if (excludes) ++at_;
      while (text_[at_] != ']') {
        const unsigned char first = character();
        unsigned char last = first;
        if (text_[at_] == '-' && text_[at_ + 1] != ']') {
          ++at_;
          last = character();
        }
        for (unsigned c = first; c <= last; ++c) node.set.insert(static_cast<unsigned char>(c));
      }
      ++at_;
      if (excludes) {
        std::set<unsigned char> others;
        for (unsigned c = 1; c < 0x80; ++c) {
          if (!node.set.contains(static_cast<unsigned char>(c))) others.insert(static_cast<unsigned char>(c));
        }
        node.set = std::move(others);
      }
    } else if (text_[at_] == '(') {
      ++at_;
      node = choice();
      ++at_;
    } else {
      node.kind = Node::Kind::rule;
      while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-')) {
        node.text.push_back(text_[at_++]);
      }
    }
    if (at_ < text_.size() && std::string_view("?*+").find(text_[at_]) != std::string_view::npos) node.repeat = text_[at_++];
    return node;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

class Grammar {
 public:
  explicit Grammar(std::string_view text) : rules_(GrammarReader(text).rules()) {}

  std::string make(Random& random) const { return made(rules_.at("root"), random); }
  bool matches(const std::string& text) const { return ends(rules_.at("root"), text, {0}).contains(text.size()); }

 private:
  std::string made(const Node& node, Random& random) const {
    std::uint32_t times = 1;
    if (node.repeat == '?') times = random.below(2);
    if (node.repeat == '*') times = random.below(4);
    if (node.repeat == '+') times = 1 + random.below(3);
    std::string out;
    for (; times > 0; --times) append(out, made_once(node, random));
    return out;
  }
  std::string made_once(const Node& node, Random& random) const {
    switch (node.kind) {
      case Node::Kind::literal: return node.text;
      case Node::Kind::one_of: {
        auto it = node.set.begin();
        std::advance(it, random.below(node.set.size()));
        return std::string(1, static_cast<char>(*it));
      }
      case Node::Kind::rule: return made(rules_.at(node.text), random);
      case Node::Kind::choice: return made(random.pick(node.parts), random);
      case Node::Kind::sequence: {
        std::string out;
        for (const Node& part : node.parts) append(out, made(part, random));
        return out;
      }
    }
    return {};
  }

  using Places = std::set<std::size_t>;
  // Where a match that begins at one of the places can end.
  Places ends(const Node& node, const std::string& text, const Places& begins) const {
    if (node.repeat == 0) return once(node, text, begins);
    Places all = node.repeat == '+' ? Places() : begins;
    Places fresh = begins;
    do {
      Places next = once(node, text, fresh);
      fresh.clear();
      for (const std::size_t place : next) {
        if (all.insert(place).second) fresh.insert(place);
      }
    } while (!fresh.empty() && node.repeat != '?');
    return all;
  }
  Places once(const Node& node, const std::string& text, const Places& begins) const {
    Places out;
    switch (node.kind) {
      case Node::Kind::literal:
        for (const std::size_t at : begins) {
          if (text.compare(at, node.text.size(), node.text) == 0) out.insert(at + node.text.size());
        }
        break;
      case Node::Kind::one_of:
        for (const std::size_t at : begins) {
          if (at < text.size() && node.set.contains(static_cast<unsigned char>(text[at]))) out.insert(at + 1);
        }
        break;
      case Node::Kind::rule: return ends(rules_.at(node.text), text, begins);
      case Node::Kind::choice:
        for (const Node& part : node.parts) out.merge(ends(part, text, begins));
        break;
      case Node::Kind::sequence:
        out = begins;
        for (const Node& part : node.parts) {
          if (out.empty()) break;
          out = ends(part, text, out);
        }
        break;
    }
    return out;
  }

  std::map<std::string, Node> rules_;
};

// What no grammar of this kind can say: that a range does not end before it starts, and that a file has one tag.
bool is_about_meaning(const Error& error) {
  const auto about = [](const Error& one) {
    return one.code == Code::invalid_range_order || one.what.find("is in this patch under") != std::string::npos ||
           one.what.find("stands alone in the section") != std::string::npos;
  };
  return about(error) && std::ranges::all_of(error.others, about);
}

enum class Verdict : std::uint8_t { strict, tolerated, refused, about_meaning };

Verdict judged(const std::string& patch) {
  const Result<PatchText> read = read_patch(patch);
  if (read) return read->warnings.empty() ? Verdict::strict : Verdict::tolerated;
  return is_about_meaning(read.error()) ? Verdict::about_meaning : Verdict::refused;
}

TEST(GrammarLaws, WhatTheGrammarMakesIsTakenWithoutAWarning) {
  const Grammar grammar(patch_gbnf);
  std::size_t strict = 0;
  for_random_cases(law_cases() / 100, [&](Random& random) {
    const std::string patch = grammar.make(random);
    ASSERT_TRUE(grammar.matches(patch)) << patch;
    const Verdict verdict = judged(patch);
    if (verdict == Verdict::strict) ++strict;
    ASSERT_TRUE(verdict == Verdict::strict || verdict == Verdict::about_meaning)
        << printable_rows(patch) << '\n'
        << [&] {
             const Result<PatchText> read = read_patch(patch);
             return read ? read->warnings.front() : to_text(read.error());
           }();
  });
  EXPECT_GT(strict, law_cases() / 400);
}

// Tried on texts of the grammar in which bytes are missing or one of the pieces is too much.
void does_not_match_what_is_refused(std::string_view gbnf, std::span<const std::string_view> pieces,
                                    Verdict (*judge)(const std::string&)) {
  const Grammar grammar(gbnf);
  std::size_t refused = 0;
  for_random_cases(law_cases() / 100, [&](Random& random) {
    std::string text = grammar.make(random);
    for (std::uint32_t changes = 1 + random.below(2); changes > 0; --changes) {
      const std::size_t at = random.below(text.size());
      if (random.one_in(2)) {
        text.erase(at, 1);
      } else {
        text.insert(at, random.pick(pieces));
      }
    }
    const Verdict verdict = judge(text);
    if (verdict != Verdict::refused && verdict != Verdict::tolerated) return;
    ++refused;
    ASSERT_FALSE(grammar.matches(text)) << printable_rows(text);
  });
  EXPECT_GT(refused, law_cases() / 1000);
}

TEST(GrammarLaws, WhatTheReaderRefusesTheGrammarDoesNotMatch) {
  constexpr std::array pieces =
      std::to_array<std::string_view>({"+", "-", ":", ".", " ", "\n", "#", "0", "A", "9", "\xC2", "\xB6", "*", "r", "d", "i"});
  does_not_match_what_is_refused(patch_gbnf, pieces, &judged);
}

// Whether every fault is that two sections contradict each other about a file, which no grammar of this kind can rule out.
bool is_about_files(const Error& error) {
  const auto about = [](const Error& one) { return one.code == Code::overlapping_operations; };
  return about(error) && std::ranges::all_of(error.others, about);
}

Verdict judged_v4a(const std::string& patch) {
  const Result<V4aText> read = read_v4a(patch);
  if (read) return read->warnings.empty() ? Verdict::strict : Verdict::tolerated;
  return is_about_files(read.error()) ? Verdict::about_meaning : Verdict::refused;
}

Verdict judged_blocks(const std::string& text) {
  const Result<BlockText> read = read_blocks(text);
  if (read) return Verdict::strict;
  return is_about_files(read.error()) ? Verdict::about_meaning : Verdict::refused;
}

void takes_what_is_made(std::string_view gbnf, Verdict (*judge)(const std::string&)) {
  const Grammar grammar(gbnf);
  std::size_t strict = 0;
  for_random_cases(law_cases() / 100, [&](Random& random) {
    const std::string text = grammar.make(random);
    ASSERT_TRUE(grammar.matches(text)) << text;
    const Verdict verdict = judge(text);
    if (verdict == Verdict::strict) ++strict;
    ASSERT_TRUE(verdict == Verdict::strict || verdict == Verdict::about_meaning) << printable_rows(text);
  });
  EXPECT_GT(strict, law_cases() / 400);
}

TEST(GrammarLaws, WhatTheGrammarOfApplyPatchMakesIsTakenWithoutAWarning) { takes_what_is_made(v4a_gbnf, &judged_v4a); }
TEST(GrammarLaws, WhatTheGrammarOfBlocksMakesIsTaken) { takes_what_is_made(blocks_gbnf, &judged_blocks); }

TEST(GrammarLaws, WhatTheReaderOfApplyPatchRefusesItsGrammarDoesNotMatch) {
  constexpr std::string_view header = "\n*** Update File: A\n";
  constexpr std::string_view end = "*** End of File\n";
  constexpr std::string_view numbers = "\n@@ -1 +1 @@\n";
  constexpr std::array pieces = std::to_array<std::string_view>(
      {" ", "+", "-", "@", "*", ":", "A", "\n", "\n\n", "\n@@ ", "- @@", "-1 @@", "\n+x\n", header, end, numbers});
  does_not_match_what_is_refused(v4a_gbnf, pieces, &judged_v4a);
}

TEST(GrammarLaws, WhatTheReaderOfBlocksRefusesItsGrammarDoesNotMatch) {
  constexpr std::string_view search = "<<<<<<< SEARCH\n";
  constexpr std::string_view replace = ">>>>>>> REPLACE\n";
  constexpr std::array pieces = std::to_array<std::string_view>(
      {" ", "\t", "`", "<", "=", ">", "a", "\n", "\n\n", "\n```\n", "\n`A`\n", "=======\n", search, replace});
  does_not_match_what_is_refused(blocks_gbnf, pieces, &judged_blocks);
}

// The rows of a prompt from the first that begins so to the last one.
std::string example_of(std::string_view dialect, std::string_view first, std::string_view last) {
  const std::string_view prompt = find_dialect(dialect)->prompt;
  const std::size_t begin = prompt.find(concat('\n', first, '\n')) + 1;
  const std::size_t end = prompt.rfind(concat('\n', last, '\n')) + 2 + last.size();
  return std::string(prompt.substr(begin, end - begin));
}

TEST(GrammarLaws, TheExamplesOfThePromptsMatch) {
  const std::string patch = example_of("apply_patch", "*** Begin Patch", "*** End Patch");
  EXPECT_TRUE(Grammar(v4a_gbnf).matches(patch)) << patch;
  EXPECT_EQ(judged_v4a(patch), Verdict::strict);
  const std::string blocks = example_of("blocks", "`src/shop.py`", "```");
  EXPECT_TRUE(Grammar(blocks_gbnf).matches(blocks)) << blocks;
  EXPECT_EQ(judged_blocks(blocks), Verdict::strict);
}

}  // namespace
}  // namespace kedge::laws
