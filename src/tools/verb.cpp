#include "tools/verb.hpp"

#include <algorithm>
#include <array>

namespace kedge {
namespace {

constexpr std::array all_verbs{
#define TOOL(name) &verb::name,
#include "tools/tools.def"
#undef TOOL
};

}  // namespace

std::span<const Verb* const> verbs() { return all_verbs; }

const Verb* find_verb(std::string_view name) {
  const auto found = std::ranges::find(all_verbs, name, [](const Verb* verb) { return verb->name; });
  return found == all_verbs.end() ? nullptr : *found;
}

const ToolText* text_of(const Dialect& dialect, const Verb& verb) {
  const auto own = std::ranges::find(dialect.tools, verb.name, &ToolText::verb);
  if (own != dialect.tools.end()) return &*own;
  return std::ranges::find(dialect.lacks, verb.name) == dialect.lacks.end() ? verb.text : nullptr;
}

}  // namespace kedge
