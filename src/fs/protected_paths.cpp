#include "fs/protected_paths.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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
  std::array<std::string_view, 4> names = {};
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

constexpr auto rows = std::to_array<Row>({
#define RULE(pattern, protection, place) row_from(pattern, Protection::protection, Where::place),
#include "fs/protected_paths.def"
#undef RULE
});

constexpr bool is_plain(const Row& row) { return !row.names[0].starts_with('.'); }

// First names of rules that do not begin with a dot.
constexpr auto plain_names = [] {
  std::array<std::string_view, std::ranges::count_if(rows, is_plain)> names;
  std::size_t count = 0;
  for (const Row& row : rows) {
    if (is_plain(row)) names.at(count++) = row.names[0];
  }
  return names;
}();
constexpr bool is_open(std::string_view name) { return name.ends_with('*'); }
// These names by the letter that they end with, or begin with where a pattern leaves their end open: most names of files have
// others, and are done.
class NamesByLetter {
 public:
  constexpr NamesByLetter(bool open, char (*letter_of)(std::string_view)) {
    std::size_t count = 0;
    for (std::size_t letter = 0; letter < letters; ++letter) {
      begin_.at(letter) = count;
      for (const std::string_view name : plain_names) {
        if (is_open(name) == open && letter_of(name) == static_cast<char>(letter)) names_.at(count++) = name;
      }
    }
    begin_.at(letters) = count;
  }

  // REQUIRES: an ASCII letter.
  std::span<const std::string_view> of(char letter) const {
    const std::size_t at = static_cast<unsigned char>(letter);
    return std::span(names_).subspan(begin_.at(at), begin_.at(at + 1) - begin_.at(at));
  }

 private:
  static constexpr std::size_t letters = 128;
  std::array<std::string_view, plain_names.size()> names_{};
  std::array<std::size_t, letters + 1> begin_{};
};
constexpr NamesByLetter open_names(true, [](std::string_view name) { return name.front(); });
constexpr NamesByLetter closed_names(false, [](std::string_view name) { return name.back(); });
static_assert(std::ranges::none_of(plain_names, [](std::string_view name) { return name.ends_with('#') || name == "*"; }),
              "the tables go by letters");

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

// Cheap, because it is asked for every file of a search: could a rule begin with this name?
// REQUIRES: the component is not empty.
bool deserves_a_look(std::string_view component) {
  if (component.starts_with('.') || component.ends_with('.') || component.ends_with(' ')) return true;
  const auto is_odd = [](char c) { return c == '~' || c == ':' || static_cast<unsigned char>(c) >= 0x80; };
  if (std::ranges::any_of(component, is_odd)) return true;
  const auto fits = [component](std::string_view name) { return fits_pattern(name, component); };
  return std::ranges::any_of(open_names.of(to_lower(component.front())), fits) ||
         std::ranges::any_of(closed_names.of(to_lower(component.back())), fits);
}

// All names that some file system could take a component for.
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
  constexpr auto parts_names = [](char c) { return c == '/' || c == '\\'; };
  path = std::string_view(std::ranges::find_if_not(path, parts_names), path.end());
  const std::string_view component(path.begin(), std::ranges::find_if(path, parts_names));
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

// The first row that fits from this component on, of those that are asked for.
template <class Wanted>
const Rule* rule_from(std::string_view component, std::string_view behind, const Wanted& wanted) {
  if (component.empty() || !deserves_a_look(component)) return nullptr;
  const Readings readings(component);
  const auto found =
      std::ranges::find_if(rows, [&](const Row& row) { return wanted(row) && fits_from(row, readings, behind); });
  return found == rows.end() ? nullptr : &found->rule;
}

template <class Wanted>
const Rule* first_rule(std::string_view path, const Wanted& wanted) {
  const auto wanted_here = [&](const Row& row) { return row.where == Where::anywhere && wanted(row.rule.protection); };
  for (std::string_view component = take_component(path); !component.empty(); component = take_component(path)) {
    if (const Rule* found = rule_from(component, path, wanted_here)) return found;
  }
  return nullptr;
}

auto forbids(Access access) {
  return [access](Protection protection) {
    return protection == Protection::no_read || (protection == Protection::no_write && access == Access::write);
  };
}

std::string with_slash(std::string_view folder) { return folder.ends_with('/') ? std::string(folder) : concat(folder, '/'); }

}  // namespace

const Rule* protecting_rule(std::string_view relative_path, Access access) {
  return first_rule(relative_path, forbids(access));
}

const Rule* home_rule(std::string_view path_in_home, Access access) {
  const std::string_view first = take_component(path_in_home);
  return rule_from(first, path_in_home, [forbidden = forbids(access)](const Row& row) {
    return row.where == Where::home && forbidden(row.rule.protection);
  });
}

const Rule* warning_rule(std::string_view relative_path) {
  return first_rule(relative_path, [](Protection protection) { return protection == Protection::warn; });
}

HomeView::HomeView(std::string_view root, std::string_view home) {
  if (home.empty()) return;
  if (root == home) {
    kind_ = Kind::root;
  } else if (const std::string above = with_slash(root); home.starts_with(above)) {
    kind_ = Kind::below_root;
    between_ = with_slash(home.substr(above.size()));
  } else if (const std::string of_home = with_slash(home); root.starts_with(of_home)) {
    // Most roots are somewhere in a home folder, and no rule of it begins with the names of their folders.
    std::string_view rest = root.substr(of_home.size());
    between_ = with_slash(rest);
    const std::string_view first = take_component(rest);
    const bool matters = deserves_a_look(first) && std::ranges::any_of(rows, [readings = Readings(first)](const Row& row) {
                           return row.where == Where::home && readings.fit(row.names[0]);
                         });
    if (matters) kind_ = Kind::above_root;
  }
}

std::optional<std::string> HomeView::path_in_home(std::string_view relative_path) const {
  switch (kind_) {
    case Kind::elsewhere: break;
    case Kind::root: return std::string(relative_path);
    case Kind::below_root:
      if (relative_path.starts_with(between_)) return std::string(relative_path.substr(between_.size()));
      break;
    case Kind::above_root: return concat(between_, relative_path);
  }
  return std::nullopt;
}

bool ProtectedPaths::lifts(std::string_view relative_path) const {
  return std::ranges::any_of(allowed, [&](const Glob& glob) { return glob.matches(relative_path); });
}

std::size_t ProtectedPaths::without_rules(std::string_view folder_path) {
  if (folder_path.empty()) return 0;
  std::string_view rest = folder_path;
  for (std::string_view component = take_component(rest); !component.empty(); component = take_component(rest)) {
    if (deserves_a_look(component)) return 0;
  }
  return folder_path.size() + 1;
}

const Rule* ProtectedPaths::rule(std::string_view relative_path, Access access, std::size_t without_rules) const {
  const Rule* found = protecting_rule(relative_path.substr(without_rules), access);
  if (found == nullptr) {
    const std::optional<std::string> in_home = home.path_in_home(relative_path);
    if (in_home) found = home_rule(*in_home, access);
  }
  return found == nullptr || lifts(relative_path) ? nullptr : found;
}

Result<void> ProtectedPaths::check(std::string_view relative_path, Access access) const {
  const Rule* found = rule(relative_path, access);
  if (found == nullptr) return {};
  return std::unexpected(refuse(Code::path_protected, {{"path", relative_path}, {"rule", found->pattern}}));
}

}  // namespace kedge
