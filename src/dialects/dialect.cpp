#include "dialects/dialect.hpp"

#include <algorithm>
#include <array>

namespace kedge {

namespace dialect {
#define DIALECT(name) extern const Dialect name;
#include "dialects/dialects.def"
#undef DIALECT
}  // namespace dialect

namespace {

constexpr std::array all_dialects{
#define DIALECT(name) &dialect::name,
#include "dialects/dialects.def"
#undef DIALECT
};

}  // namespace

Error in_words_of(const Dialect& dialect, Error refusal) {
  return dialect.reworded != nullptr ? dialect.reworded(std::move(refusal)) : refusal;
}

std::span<const Dialect* const> dialects() { return all_dialects; }

const Dialect* find_dialect(std::string_view name) {
  const auto found = std::ranges::find(all_dialects, name, [](const Dialect* dialect) { return dialect->name; });
  return found == all_dialects.end() ? nullptr : *found;
}

}  // namespace kedge
