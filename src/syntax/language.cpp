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

bool fits(std::string_view file, std::string_view known) {
  // Tells most of them apart, and all are tried.
  if (file.empty() || to_lower(file.back()) != to_lower(known.back())) return false;
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
  static const NamedLanguages by_file = named_by(&Language::files);
  static const NamedLanguages by_program = named_by(&Language::programs);
  const std::string_view file = path.substr(path.rfind('/') + 1);
  auto found = std::ranges::find_if(by_file, [&](const NamedLanguage& known) { return fits(file, known.name); });
  if (found != by_file.end()) return found->language;
  found = std::ranges::find(by_program, program_of(first_row), &NamedLanguage::name);
  return found == by_program.end() ? nullptr : found->language;
}

}  // namespace kedge
