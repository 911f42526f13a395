// The chain of headers above a line, against a twin for plain words, blanks and closers, and by its invariants for code.
#include <gtest/gtest.h>

#include <algorithm>

#include "edit/headers.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"

namespace kedge::laws {
namespace {

std::string indented(Random& random, std::string_view word) {
  constexpr std::array<std::string_view, 5> indents{"", "  ", "    ", "      ", "\t"};
  return std::string(random.pick(indents)) + std::string(word);
}

std::string random_lines(Random& random, std::span<const std::string_view> words) {
  std::string bytes;
  for (std::uint32_t left = 1 + random.below(12); left > 0; --left) {
    bytes += random.one_in(8) ? "  " : indented(random, random.pick(words));
    bytes += random.one_in(5) ? "\r\n" : "\n";
  }
  return bytes;
}

std::uint32_t naive_indentation(std::string_view content) {
  std::uint32_t columns = 0;
  for (std::size_t i = 0; i < content.size() && (content[i] == ' ' || content[i] == '\t'); ++i) {
    do ++columns;
    while (content[i] == '\t' && columns % 8 != 0);
  }
  return columns;
}

bool holds_nothing(std::string_view content) { return content.find_first_not_of(" \t") == std::string_view::npos; }

bool closes(std::string_view content) {
  const std::size_t first = content.find_first_not_of(" \t");
  return first != std::string_view::npos && std::string_view("})]").find(content[first]) != std::string_view::npos;
}

// Walking up from the line: each nearest less-indented non-blank line, closers skipped, up to column 0. A closer belongs
// to a line of its own indentation; a blank line has the headers of the line above it.
std::vector<LineNo> naive_chain(const Text& text, LineNo line) {
  std::vector<LineNo> chain;
  for (; holds_nothing(text.content(line)); line = line - 1) {
    if (line == LineNo{1}) return chain;
  }
  std::uint32_t limit = naive_indentation(text.content(line)) + (closes(text.content(line)) ? 1 : 0);
  for (LineNo above = line; above > LineNo{1} && limit > 0;) {
    above = above - 1;
    const std::string_view content = text.content(above);
    if (holds_nothing(content) || closes(content) || naive_indentation(content) >= limit) continue;
    chain.push_back(above);
    limit = naive_indentation(content);
  }
  return chain;
}

TEST(HeaderLaws, IndentationCountsColumns) {
  for_random_cases(law_cases(), [](Random& random) {
    std::string content;
    for (std::uint32_t left = random.below(8); left > 0; --left) content += random.pick(std::string_view("  \t\tax"));
    ASSERT_EQ(indentation(content), naive_indentation(content)) << shown(content);
  });
}

TEST(HeaderLaws, ChainIsThatOfATwinForWordsBlanksAndClosers) {
  constexpr std::array<std::string_view, 6> words{"alpha", "beta", "gamma(x):", "}", ");", "delta = 1"};
  for_random_cases(law_cases(), [&](Random& random) {
    const Text text(random_lines(random, words));
    const LineNo line{1 + random.below(text.line_count())};
    ASSERT_EQ(header_chain(text, line), naive_chain(text, line)) << "line " << line.value << " of " << shown(text);
  });
}

constexpr std::array<std::string_view, 17> code_words{
    "void f() {", "def g():", "class C:", "x = 1",    "}",       "} else {", "else:",  "end",   "fi",
    "{",          "});",      "public:",  "private:", "except:", "catch (",  "</div>", "<div>",
};

// Comments and preprocessor lines, which may stand anywhere.
constexpr std::array<std::string_view, 9> asides{"// note", "# note", "#if A", "#else",  "#endif",
                                                 "* text",  "/* a",   "*/",    "/* b */"};

bool is_aside(std::string_view content) {
  const std::size_t first = content.find_first_not_of(" \t");
  return first != std::string_view::npos && std::ranges::find(asides, content.substr(first)) != asides.end();
}

TEST(HeaderLaws, HeadersStandAboveAreIndentedNoDeeperAndSayWhereTheyStand) {
  for_random_cases(law_cases(), [](Random& random) {
    const Text text(random_lines(random, code_words));
    const LineNo line{1 + random.below(text.line_count())};
    LineNo below = line;
    std::uint32_t columns = 0xFFFF;
    for (const LineNo header : header_chain(text, line)) {
      const std::string_view content = text.content(header);
      ASSERT_LT(header, below) << "line " << line.value << " of " << shown(text);
      ASSERT_LE(naive_indentation(content), columns) << "line " << line.value << " of " << shown(text);
      ASSERT_FALSE(holds_nothing(content)) << "line " << line.value << " of " << shown(text);
      ASSERT_FALSE(is_closer(content)) << "line " << line.value << " of " << shown(text);
      below = header;
      columns = naive_indentation(content);
    }
  });
}

TEST(HeaderLaws, EveryLineOfAChainHasTheRestOfItAsItsOwnChain) {
  for_random_cases(law_cases(), [](Random& random) {
    const Text text(random_lines(random, code_words));
    const LineNo line{1 + random.below(text.line_count())};
    std::vector<LineNo> chain = header_chain(text, line);
    while (!chain.empty()) {
      const LineNo header = chain.front();
      chain.erase(chain.begin());
      ASSERT_EQ(header_chain(text, header), chain) << "line " << line.value << " of " << shown(text);
    }
  });
}

TEST(HeaderLaws, CommentsAndDirectivesChangeNoOtherHeader) {
  for_random_cases(law_cases(), [](Random& random) {
    std::string bytes;
    std::string without_asides;
    for (std::uint32_t left = 1 + random.below(12); left > 0; --left) {
      const std::string line = indented(random, random.one_in(3) ? random.pick(asides) : random.pick(code_words));
      bytes += line + "\n";
      without_asides += (is_aside(line) ? "" : line) + "\n";
    }
    const Text text(bytes);
    const LineNo line{1 + random.below(text.line_count())};
    if (is_aside(text.content(line))) return;
    std::vector<LineNo> chain = header_chain(text, line);
    std::erase_if(chain, [&](LineNo header) { return is_aside(text.content(header)); });
    ASSERT_EQ(chain, header_chain(Text(without_asides), line)) << "line " << line.value << " of " << shown(text);
  });
}

TEST(HeaderLaws, ChainsEndAtColumnZeroWhereAPlainLineStandsThere) {
  for_random_cases(law_cases(), [](Random& random) {
    const Text text("top of all\n" + random_lines(random, code_words));
    const LineNo line{2 + random.below(text.line_count() - 1)};
    const std::vector<LineNo> chain = header_chain(text, line);
    const bool needs_header = naive_indentation(text.content(line)) > 0 && !holds_nothing(text.content(line));
    ASSERT_FALSE(needs_header && chain.empty()) << "line " << line.value << " of " << shown(text);
    if (chain.empty()) return;
    ASSERT_EQ(naive_indentation(text.content(chain.back())), 0U) << "line " << line.value << " of " << shown(text);
  });
}

TEST(HeaderLaws, WhatStandsBelowALineDoesNotChangeItsChain) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const std::string above = random_lines(random, code_words);
    const Text text(above + random_lines(random, code_words));
    const Text alone(above);
    const LineNo line{1 + random.below(alone.line_count())};
    ASSERT_EQ(header_chain(text, line), header_chain(alone, line)) << "line " << line.value << " of " << shown(text);
  });
}

}  // namespace
}  // namespace kedge::laws
