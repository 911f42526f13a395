// Any pattern and any path: a glob and a pattern of .gitignore fit what a reader finds who tries every way to read them; and
// the last rule that fits decides.
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/input.hpp"
#include "laws/glob_model.hpp"
#include "search/file_filter.hpp"
#include "search/ignore_rules.hpp"
#include "support/glob.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge::fuzz {
namespace {

// Trying every way takes time that grows with the power of the stars.
constexpr std::size_t most_bytes = 24;

// Of plain letters, ?, *, ** and / alone: sets, braces and escapes are only held to what holds for all.
bool is_plain(std::string_view pattern) {
  return pattern.find_first_of("[]{}\\") == std::string_view::npos && pattern.find("***") == std::string_view::npos &&
         pattern.find('\0') == std::string_view::npos;
}

void check_glob(std::string_view pattern, std::string_view path) {
  const auto glob = Glob::parse(pattern);
  if (!glob) {
    KEDGE_REQUIRE(!glob.error().empty());
    return;
  }
  const Glob::Walk walk = glob->walk(path);
  KEDGE_REQUIRE(walk.steps <= (Glob::most_characters + Glob::most_alternatives) * path.size());
  const bool small = pattern.size() <= most_bytes && path.size() <= most_bytes;
  if (small && is_plain(pattern) && is_ascii(pattern) && is_ascii(path)) {
    KEDGE_REQUIRE(walk.matches == laws::naive_matches(pattern, path));
  }
  const auto filter = Glob::parse_filter(pattern);
  if (filter && pattern.find('/') == std::string_view::npos && pattern.find_first_of("{}\\") == std::string_view::npos) {
    KEDGE_REQUIRE(!walk.matches || filter->matches(concat("folder/", path)) || path.find('/') != std::string_view::npos);
  }
}

void check_git_pattern(std::string_view pattern, std::string_view path) {
  const bool matches = GitPattern(pattern).matches(path);
  if (pattern.size() <= most_bytes && path.size() <= most_bytes && is_plain(pattern)) {
    // What git says of names that are no names is nobody's business.
    const bool odd = path.find("//") != std::string_view::npos || path.starts_with('/') || path.ends_with('/') ||
                     pattern.find("//") != std::string_view::npos || pattern.ends_with("/**") || path.empty();
    if (!odd) KEDGE_REQUIRE(matches == laws::naive_matches(pattern, path));
  }
}

void check_ignore_file(std::string_view rules, std::string_view path) {
  if (path.empty() || path.find('\0') != std::string_view::npos) return;
  const IgnoreFile file = IgnoreFile::parse(rules);
  using Verdict = IgnoreFile::Verdict;
  for (const FileKind kind : {FileKind::regular, FileKind::folder}) {
    // One line after the other: what the last one says that says anything is what the file says.
    Verdict last = Verdict::none;
    std::string_view left = rules;
    if (left.starts_with("\xEF\xBB\xBF")) left.remove_prefix(3);
    for (const std::string_view line : split(left, '\n')) {
      // A mark at its beginning would be that of a file.
      const Verdict own = IgnoreFile::parse(concat("\n", line)).verdict(path, kind);
      if (own != Verdict::none) last = own;
    }
    KEDGE_REQUIRE(file.verdict(path, kind) == last);
  }
}

}  // namespace

void glob(std::string_view bytes) {
  Input input(bytes);
  const std::string_view path = input.text();
  const std::string_view pattern = input.text();
  const std::string_view rules = input.rest();
  check_glob(pattern, path);
  check_git_pattern(pattern, path);
  check_ignore_file(rules, path);
  const std::vector<std::string> globs{std::string(pattern), concat('!', rules.substr(0, 20))};
  if (const Result<FileFilter> filter = FileFilter::parse(globs)) (void)filter->wants(path);
}

}  // namespace kedge::fuzz
