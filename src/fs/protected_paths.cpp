#include "fs/protected_paths.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "fs/folded_name.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

enum class Where : std::uint8_t { anywhere, home };

// A rule with its pattern taken apart.
struct Row {
  Rule rule;
  Where where;
  std::array<std::string_view, 3> names = {};
  std::size_t count = 0;
  bool covers_below = false;
};

constexpr Row row_from(std::string_view pattern, Protection protection, Where where) {
  Row row{.rule = {pattern, protection}, .where = where};
  row.covers_below = pattern.ends_with("/**");
  if (row.covers_below) pattern.remove_suffix(3);
  for (;;) {
    const std::size_t slash = pattern.find('/');
    row.names.at(row.count++) = pattern.substr(0, slash);
    if (slash == std::string_view::npos) return row;
    pattern.remove_prefix(slash + 1);
  }
}

constexpr std::array rows{
#define RULE(pattern, protection, place) row_from(pattern, Protection::protection, Where::place),
#include "fs/protected_paths.def"
#undef RULE
};

constexpr bool is_plain(const Row& row) { return !row.names[0].starts_with('.'); }

// First names of rules that no dot gives away.
constexpr auto plain_names = [] {
  std::array<std::string_view, std::ranges::count_if(rows, is_plain)> names;
  std::size_t count = 0;
  for (const Row& row : rows) {
    if (is_plain(row)) names.at(count++) = row.names[0];
  }
  return names;
}();
static_assert(std::ranges::none_of(plain_names,
                                   [](std::string_view name) { return name.ends_with('*') || name.ends_with('#'); }),
              "the next table goes by last letters");

// What their last letters are: most names end with another, and are done.
constexpr auto ends_plain_name = [] {
  std::array<bool, 128> ends{};
  for (const std::string_view name : plain_names) ends.at(static_cast<std::size_t>(name.back())) = true;
  return ends;
}();

constexpr bool fits_letters(std::string_view pattern, std::string_view letters) {
  return std::ranges::equal(pattern, letters, [](char wanted, char given) {
    const char c = to_lower(given);
    return wanted == '#' ? (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7') : wanted == c;
  });
}

bool fits_pattern(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return fits_letters(pattern, name);
  const std::string_view begin = pattern.substr(0, star);
  const std::string_view end = pattern.substr(star + 1);
  return name.size() >= begin.size() + end.size() && fits_letters(end, name.substr(name.size() - end.size())) &&
         fits_letters(begin, name.substr(0, begin.size()));
}

// Cheap, because it is asked for every folder on the way to every file of a search: could a rule begin with this name?
// REQUIRES: the component is not empty.
bool deserves_a_look(std::string_view component) {
  if (component.starts_with('.') || component.ends_with('.') || component.ends_with(' ')) return true;
  const auto is_odd = [](char c) { return c == '~' || c == ':' || static_cast<unsigned char>(c) >= 0x80; };
  if (std::ranges::any_of(component, is_odd)) return true;
  if (!ends_plain_name.at(static_cast<std::size_t>(to_lower(component.back())))) return false;
  return std::ranges::any_of(plain_names, [&](std::string_view name) { return fits_pattern(name, component); });
}

// The names that file systems could take a component for.
class Readings {
 public:
  explicit Readings(std::string_view component) : folded_(folded_name(component)) {
    if (component.find(':') != std::string_view::npos) with_stream_ = folded_with_stream(component);
    may_be_short_ = folded_.find('~') != std::string::npos;
  }

  bool fit(std::string_view name) const {
    return fits_pattern(name, folded_) || (!with_stream_.empty() && fits_pattern(name, with_stream_)) ||
           (may_be_short_ && is_short_name_of(folded_, name));
  }

 private:
  std::string folded_;
  std::string with_stream_ = {};
  bool may_be_short_ = false;
};

// The next component, empty at the end. A backslash parts names as well: on a share it may.
std::string_view take_component(std::string_view& path) {
  path.remove_prefix(std::min(path.find_first_not_of("/\\"), path.size()));
  const std::string_view component = path.substr(0, path.find_first_of("/\\"));
  path.remove_prefix(component.size());
  return component;
}

bool fits_from(const Row& row, const Readings& first, std::string_view behind) {
  if (!first.fit(row.names[0])) return false;
  for (std::size_t i = 1; i < row.count; ++i) {
    const std::string_view component = take_component(behind);
    if (component.empty() || !Readings(component).fit(row.names.at(i))) return false;
  }
  return row.covers_below || take_component(behind).empty();
}

template <class Wanted>
const Rule* first_rule(std::string_view path, bool root_is_home, const Wanted& wanted) {
  bool at_top = true;
  for (std::string_view component = take_component(path); !component.empty(); component = take_component(path)) {
    const bool in_place_of_home = root_is_home && at_top;
    at_top = false;
    if (!deserves_a_look(component)) continue;
    const Readings readings(component);
    for (const Row& row : rows) {
      if (!wanted(row.rule.protection) || (row.where == Where::home && !in_place_of_home)) continue;
      if (fits_from(row, readings, path)) return &row.rule;
    }
  }
  return nullptr;
}

}  // namespace

const Rule* protecting_rule(std::string_view relative_path, Access access, bool root_is_home) {
  return first_rule(relative_path, root_is_home, [access](Protection protection) {
    return protection == Protection::no_read || (protection == Protection::no_write && access == Access::write);
  });
}

const Rule* warning_rule(std::string_view relative_path) {
  return first_rule(relative_path, false, [](Protection protection) { return protection == Protection::warn; });
}

const Rule* ProtectedPaths::rule(std::string_view relative_path, Access access) const {
  const Rule* found = protecting_rule(relative_path, access, root_is_home);
  if (found == nullptr) return nullptr;
  const bool lifted = std::ranges::any_of(allowed, [&](const Glob& glob) { return glob.matches(relative_path); });
  return lifted ? nullptr : found;
}

Result<void> ProtectedPaths::check(std::string_view relative_path, Access access) const {
  const Rule* found = rule(relative_path, access);
  if (found == nullptr) return {};
  return std::unexpected(refuse(Code::path_protected, Json::object({{"path", relative_path}, {"rule", found->pattern}})));
}

}  // namespace kedge
