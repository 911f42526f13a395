#include "tools/chosen_root.hpp"

#include <algorithm>

#include "fs/path_parts.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// Absolute, with single slashes; `..` stays.
std::string in_full(const Root& root, std::string_view path) {
  std::string full = root.path() == "/" ? std::string() : root.path();
  for (const std::string_view name : components_of(path)) append(full, concat('/', name));
  return full;
}

// The same with each `..` and the folder before it taken out.
std::string without_steps(std::string_view path) {
  std::vector<std::string_view> kept;
  for (const std::string_view name : components_of(path)) {
    if (name != "..") {
      kept.push_back(name);
    } else if (!kept.empty()) {
      kept.pop_back();
    }
  }
  std::string whole;
  for (const std::string_view name : kept) append(whole, concat('/', name));
  return whole;
}

std::string listed(const std::vector<std::string>& paths, std::string_view last_joint) {
  std::string out;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (i > 0) append(out, i + 1 == paths.size() ? concat(' ', last_joint, ' ') : std::string(", "));
    append(out, printable(paths[i]));
  }
  return out;
}

std::vector<std::string> paths_of(std::span<const Root* const> roots) {
  std::vector<std::string> paths;
  for (const Root* const root : roots) paths.push_back(root->path());
  return paths;
}

Error refused_with(Code code, std::string what, std::string next, std::string_view path, std::vector<std::string> spellings) {
  Error refused = refuse(code, std::move(what), {{"path", path}});
  if (!spellings.empty()) refused.facts.set("spellings", Json::strings(spellings));
  refused.path = std::string(path);
  refused.next = std::move(next);
  return refused;
}

Error outside_all(std::span<const Root* const> roots, std::string_view path) {
  // `../other/x` can lead into another root. It is not known from which root, so each is tried.
  std::vector<std::string> meant;
  for (const Root* const root : roots) {
    std::string leads_to = without_steps(in_full(*root, path));
    const bool is_there = std::ranges::any_of(roots, [&](const Root* other) { return other->find_tree(leads_to).has_value(); });
    if (!path.starts_with('/') && is_there && std::ranges::find(meant, leads_to) == meant.end()) {
      meant.push_back(std::move(leads_to));
    }
  }
  Error refused = refused_with(Code::path_outside_root,
                               concat(printable(path), " lies outside the roots ", listed(paths_of(roots), "and"), '.'),
                               std::string(row_of(Code::path_outside_root).next), path, meant);
  if (!meant.empty()) refused.next = concat("Send ", listed(meant, "or"), " if that is the file you mean.");
  return refused;
}

// The spellings of a path by the names of roots; none if one of them has no name.
std::vector<std::string> by_names(std::span<const Root* const> roots, std::string_view path) {
  std::vector<std::string> spellings;
  for (const Root* const root : roots) {
    if (root->name().empty()) return {};
    spellings.push_back(concat(root->name(), ':', path));
  }
  return spellings;
}

std::string how_to_spell(std::span<const Root* const> roots, std::string_view path, const std::vector<std::string>& spellings) {
  const std::vector<std::string> shorter = by_names(roots, path);
  return concat("Send ", listed(spellings, "or"), '.',
                shorter.empty() ? "" : concat(" For short: ", listed(shorter, "or"), '.'));
}

Error in_several(std::span<const Root* const> roots, const std::vector<std::size_t>& candidates, std::string_view path) {
  std::vector<std::string> spellings;
  std::vector<const Root*> meant;
  for (const std::size_t each : candidates) {
    spellings.push_back(in_full(*roots[each], path));
    meant.push_back(roots[each]);
  }
  return refused_with(Code::path_invalid,
                      concat(printable(path), " is not a usable path: it exists in ", candidates.size(),
                             " of the roots that are served, and nothing says which is meant."),
                      how_to_spell(meant, path, spellings), path, spellings);
}

// `NAME:PATH` means PATH in the root NAME, but another root has a file that is really called so.
Error like_a_name(const Root& named, const Root& root, std::string_view path, std::string_view after) {
  const std::vector<std::string> spellings{in_full(named, after), in_full(root, path)};
  return refused_with(Code::path_invalid,
                      concat(printable(path), " is not a usable path: it is a file in the root ", printable(named.path()),
                             " by the name of the root, and also the name of a file in ", printable(root.path()), '.'),
                      concat("Send ", listed(spellings, "or"), '.'), path, spellings);
}

// The root whose name the path begins with.
Result<std::optional<std::size_t>> root_by_name(std::span<const Root* const> roots, std::string_view path) {
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::optional<std::string_view> after = roots[i]->after_name(path);
    if (!after) continue;
    for (const Root* const root : roots) {
      if (root->find_tree(in_full(*root, path))) return std::unexpected(like_a_name(*roots[i], *root, path, *after));
    }
    return std::optional(i);
  }
  return std::optional<std::size_t>();
}

Error in_none(std::span<const Root* const> roots, std::string_view path, bool changes_files) {
  std::vector<std::string> spellings;
  for (const Root* const root : roots) spellings.push_back(in_full(*root, path));
  if (!changes_files) {
    return refused_with(Code::not_found,
                        concat(printable(path), " does not exist in any of the roots ", listed(paths_of(roots), "and"), '.'),
                        "Check the path, or search for the file.", path, {});
  }
  return refused_with(Code::path_invalid,
                      concat(printable(path),
                             " is not a usable path: it exists in none of the roots that are served, and "
                             "nothing says where it is to be made."),
                      how_to_spell(roots, path, spellings), path, spellings);
}

enum class Presence : std::uint8_t { there, missing, outside };

Presence presence_in(const Root& root, const NamedPath& named) {
  bool is_outside = true;
  const std::optional<std::string> both[] = {named.path, named.literal};
  for (const std::optional<std::string>& path : both) {
    if (!path) continue;
    const Result<Place> place = root.find_tree(*path);
    if (place) return Presence::there;
    const Code code = place.error().code;
    if (code == Code::path_outside_root) continue;
    is_outside = false;
    // Anything else that is wrong with the path is reported by the root, in its own words.
    if (code != Code::not_found) return Presence::there;
  }
  return is_outside ? Presence::outside : Presence::missing;
}

Result<std::size_t> root_of_absolute(std::span<const Root* const> roots, std::string_view path) {
  std::string whole;
  for (const std::string_view name : components_of(path)) append(whole, concat('/', name));
  std::optional<std::size_t> innermost;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (!roots[i]->inside(whole)) continue;
    if (!innermost || roots[i]->resolved().size() > roots[*innermost]->resolved().size()) innermost = i;
  }
  if (!innermost) return std::unexpected(outside_all(roots, path));
  return *innermost;
}

Result<std::size_t> root_of(std::span<const Root* const> roots, const NamedPath& named, bool changes_files) {
  if (named.path.starts_with('/')) return root_of_absolute(roots, named.path);
  KEDGE_TRY(const std::optional<std::size_t> by_name, root_by_name(roots, named.path));
  if (by_name) return *by_name;
  std::vector<std::size_t> there;
  bool is_outside = true;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const Presence presence = presence_in(*roots[i], named);
    if (presence == Presence::there) there.push_back(i);
    is_outside = is_outside && presence == Presence::outside;
  }
  const std::string_view path = named.literal ? *named.literal : named.path;
  if (there.size() == 1) return there.front();
  if (is_outside) return std::unexpected(outside_all(roots, path));
  return std::unexpected(there.empty() ? in_none(roots, path, changes_files) : in_several(roots, there, path));
}

}  // namespace

std::string led_to(const Root& root, std::string_view path) {
  if (path.starts_with('/')) return without_steps(path);
  return without_steps(in_full(root, root.after_name(path).value_or(path)));
}

Result<std::size_t> chosen_root(std::span<const Root* const> roots, std::span<const NamedPath> paths, bool changes_files) {
  KEDGE_REQUIRE(!roots.empty() && !paths.empty());
  std::optional<std::size_t> chosen;
  std::vector<Error> refusals;
  for (const NamedPath& named : paths) {
    const Result<std::size_t> one = root_of(roots, named, changes_files);
    if (!one) {
      refusals.push_back(one.error());
    } else if (chosen && *chosen != *one) {
      refusals.push_back(refused_with(
          Code::path_invalid,
          concat(printable(named.path), " is not a usable path here: it is in the root ", printable(roots[*one]->path()),
                 ", and the call begins in ", printable(roots[*chosen]->path()), '.'),
          "Make one call for each root.", named.path, {}));
    } else {
      chosen = *one;
    }
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return chosen.value_or(0);
}

}  // namespace kedge
