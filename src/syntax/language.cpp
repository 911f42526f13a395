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

bool names(std::string_view words, std::string_view word) {
  const std::vector<std::string_view> known = split(words, ' ');
  return !word.empty() && std::ranges::find(known, word) != known.end();
}

bool is_called(const Language& language, std::string_view file) {
  return std::ranges::any_of(split(language.files, ' '), [file](std::string_view known) {
    if (known.empty()) return false;
    if (!known.starts_with('.')) return file == known;
    return file.size() > known.size() && equal_but_for_case(file.substr(file.size() - known.size()), known);
  });
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
  const std::string_view file = path.substr(path.rfind('/') + 1);
  auto found = std::ranges::find_if(all_languages, [&](const Language* language) { return is_called(*language, file); });
  if (found == all_languages.end()) {
    const std::string_view program = program_of(first_row);
    found = std::ranges::find_if(all_languages, [&](const Language* language) { return names(language->programs, program); });
  }
  return found == all_languages.end() ? nullptr : *found;
}

}  // namespace kedge
