#include "syntax/language.hpp"

#include <algorithm>
#include <array>

#include "support/strings.hpp"

namespace kedge {

namespace language {
#define LANGUAGE(name) extern const Language name;
#include "syntax/languages.def"
#undef LANGUAGE
}  // namespace language

namespace {

constexpr std::array all_languages{
#define LANGUAGE(name) &language::name,
#include "syntax/languages.def"
#undef LANGUAGE
};

bool equal_but_for_case(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, {}, to_lower, to_lower); }

struct NamedLanguage {
  std::string_view name;  // not empty
  const Language* language;
};
using NamedLanguages = std::vector<NamedLanguage>;

// Every name of one of these lists, the languages in their order.
NamedLanguages named_by(std::string_view Language::* list) {
  NamedLanguages all;
  for (const Language* const language : all_languages) {
    for (const std::string_view name : split(language->*list, ' ')) {
      if (!name.empty()) all.push_back({name, language});
    }
  }
  return all;
}

// The names that end with the same letter, in either case.
using ByLastLetter = std::array<NamedLanguages, 256>;
std::size_t last_letter(std::string_view name) { return static_cast<std::uint8_t>(to_lower(name.back())); }

ByLastLetter sorted_by_last_letter(const NamedLanguages& all) {
  ByLastLetter sorted;
  for (const NamedLanguage& named : all) sorted[last_letter(named.name)].push_back(named);
  return sorted;
}

bool fits(std::string_view file, std::string_view known) {
  if (!known.starts_with('.')) return file == known;
  return file.size() > known.size() && equal_but_for_case(file.substr(file.size() - known.size()), known);
}

// "#!/usr/bin/env -S python3.11 -u" names python3.11, which is a python.
std::string_view program_of(std::string_view first_row) {
  if (!first_row.starts_with("#!")) return {};
  for (std::string_view word : split(first_row.substr(2), ' ')) {
    word = word.substr(word.rfind('/') + 1);
    if (word.empty() || word == "env" || word.starts_with('-')) continue;
    return word.substr(0, word.find_first_of("0123456789.\r\t"));
  }
  return {};
}

}  // namespace

std::span<const Language* const> languages() { return all_languages; }

const Language* language_of(std::string_view path, std::string_view first_row) {
  // It is asked several times for each edit.
  static const ByLastLetter by_file = sorted_by_last_letter(named_by(&Language::files));
  static const NamedLanguages by_program = named_by(&Language::programs);
  const std::string_view file = path.substr(path.rfind('/') + 1);
  if (!file.empty()) {
    const NamedLanguages& known = by_file[last_letter(file)];
    const auto found = std::ranges::find_if(known, [&](const NamedLanguage& one) { return fits(file, one.name); });
    if (found != known.end()) return found->language;
  }
  const auto found = std::ranges::find(by_program, program_of(first_row), &NamedLanguage::name);
  return found == by_program.end() ? nullptr : found->language;
}

}  // namespace kedge
