// For tests of checks: which lines of a result one of them minds.
#pragma once

#include <string>
#include <vector>

#include "edit/diff.hpp"
#include "syntax/language.hpp"
#include "verify/verify.hpp"

namespace kedge::test {

// Parses in this process.
class HereSyntax final : public Syntax {
 public:
  SyntaxAnswer ask(std::string_view path, const Text& text, const SyntaxQuestion& question) override {
    const Language* const language = language_of(path);
    return language == nullptr ? SyntaxAnswer{} : examine(*language, text, question);
  }
  void start_for_good(std::function<void()> /*when_lost*/) override {}
};

inline std::vector<std::uint32_t> lines_found(std::string_view check, std::string_view path, const std::string& before,
                                              const std::string& after) {
  HereSyntax syntax;
  const Text old(before);
  const Text now(after);
  std::vector<std::uint32_t> lines;
  ChangedFile changed = changed_file(path, old, now, diff(old, now), &syntax);
  changed.signs = true;
  for (const Finding& finding : findings_of(check_named(check), changed)) {
    lines.push_back(finding.line.value);
  }
  return lines;
}

using Found = std::vector<std::uint32_t>;

}  // namespace kedge::test
