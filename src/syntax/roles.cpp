#include "syntax/roles.hpp"

#include "support/strings.hpp"

namespace kedge {

namespace {

// Of any language: where a grammar has no such token, the word does nothing.
constexpr std::string_view closing_tokens =
    ") ] } )) ]] }} /> ` end fi done esac until ;; #endif endif endfor endforeach endwhile endswitch";
constexpr std::string_view separating_tokens = ", ;";

}  // namespace

Roles::Roles(const Language& language) : grammar_(language.grammar()), roles_(ts_language_symbol_count(grammar_), Role::none) {
  for (const std::string_view token : split(closing_tokens, ' ')) set(token, false, Role::closer);
  for (const std::string_view token : split(separating_tokens, ' ')) set(token, false, Role::separator);
  for (const std::string_view token : split(language.separators, ' ')) set(token, false, Role::separator);
  set_all(language.definitions, Role::definition);
  set_all(language.constructs, Role::construct);
  set_all(language.arms, Role::arm);
  set_all(language.bodies, Role::body);
  set_all(language.operations, Role::operation);
  set_all(language.decorations, Role::decoration);
  set_all(language.comments, Role::comment);
  set_all(language.closers, Role::closer);
}

bool Roles::set(std::string_view word, bool named, Role role) {
  const TSSymbol symbol = ts_language_symbol_for_name(grammar_, word.data(), static_cast<std::uint32_t>(word.size()), named);
  if (symbol == 0 || symbol >= roles_.size()) return false;
  roles_[symbol] = role;
  return true;
}

void Roles::set_all(std::string_view words, Role role) {
  for (const std::string_view word : split(words, ' ')) {
    if (word.empty()) continue;
    const bool quoted = word.size() > 2 && word.front() == '\'';
    const bool known = quoted ? set(word.substr(1, word.size() - 2), false, Role::arm_word) : set(word, true, role);
    if (!known) unknown_.push_back(word);
  }
}

}  // namespace kedge
