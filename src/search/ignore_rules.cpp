#include "search/ignore_rules.hpp"

#include <cstdlib>
#include <ranges>
#include <utility>

#include "fs/path_parts.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

constexpr std::size_t largest_ignore_file = 4UL * 1024 * 1024;

// Trailing spaces are ignored unless escaped with a backslash.
std::string_view without_trailing_spaces(std::string_view line) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ' ') continue;
    if (line[at] == '\\') ++at;
    end = at + 1;
  }
  return line.substr(0, std::min(end, line.size()));
}

std::size_t literal_length(std::string_view pattern) { return std::min(pattern.find_first_of("*?[\\"), pattern.size()); }

}  // namespace

IgnoreFile IgnoreFile::parse(std::string_view bytes) {
  IgnoreFile file;
  if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
  for (std::string_view line : split(bytes, '\n')) {
    if (line.starts_with('#')) continue;
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = line.substr(0, line.find('\0'));
    if (std::optional<Rule> rule = rule_from(without_trailing_spaces(line))) file.rules_.push_back(*std::move(rule));
  }
  return file;
}

std::optional<IgnoreFile::Rule> IgnoreFile::rule_from(std::string_view line) {
  const bool negated = line.starts_with('!');
  if (negated) line.remove_prefix(1);
  const bool folders_only = line.ends_with('/');
  if (folders_only) line.remove_suffix(1);
  if (line.empty()) return std::nullopt;
  const bool by_name = line.find('/') == std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  // What follows the literal part is a separate pattern, in git as well: the ** of a/b**/c begins one.
  const std::size_t length = literal_length(line);
  return Rule{negated, folders_only, by_name, std::string(line.substr(0, length)), GitPattern(line.substr(length))};
}

IgnoreFile IgnoreFile::load(FileSystem& fs, const Handle& folder, const std::string& name) {
  const Outcome<Handle> opened = fs.open_file(folder, name);
  if (!opened) return {};
  const Outcome<FileInfo> info = fs.look(*opened);
  if (!info || info->kind != FileKind::regular) return {};
  const Outcome<std::string> bytes = fs.read(*opened, largest_ignore_file);
  return bytes ? parse(*bytes) : IgnoreFile();
}

bool IgnoreFile::Rule::fits(std::string_view path, std::string_view name) const {
  const std::string_view subject = by_name ? name : path;
  return subject.starts_with(literal) && rest.matches(subject.substr(literal.size()));
}

IgnoreFile::Verdict IgnoreFile::verdict(std::string_view path, FileKind kind) const {
  if (rules_.empty()) return Verdict::none;
  const std::string_view name = leaf_of(path);
  for (const Rule& rule : std::views::reverse(rules_)) {
    if (rule.folders_only && kind != FileKind::folder) continue;
    if (rule.fits(path, name)) return rule.negated ? Verdict::included : Verdict::excluded;
  }
  return Verdict::none;
}

FolderRules FolderRules::load(FileSystem& fs, const Handle& folder, bool has_ignore_file, bool has_git) {
  FolderRules rules;
  if (has_ignore_file) rules.own = IgnoreFile::load(fs, folder, ".gitignore");
  if (has_git) {
    const Outcome<Handle> info = fs.open_folder(folder, ".git/info", Mounts::cross);
    rules.of_work_tree = info ? IgnoreFile::load(fs, *info, "exclude") : IgnoreFile();
  }
  return rules;
}

void IgnoreRules::enter(std::string_view name, FolderRules rules) {
  if (!levels_.empty()) path_.append(name).push_back('/');
  levels_.push_back({path_.size(), std::move(rules)});
}

void IgnoreRules::leave() {
  levels_.pop_back();
  path_.resize(levels_.empty() ? 0 : levels_.back().base);
}

bool IgnoreRules::excludes(std::string_view name, FileKind kind) {
  const std::size_t before_name = path_.size();
  path_.append(name);
  const bool excluded = excludes_path(path_, kind);
  path_.resize(before_name);
  return excluded;
}

bool IgnoreRules::excludes_path(std::string_view whole, FileKind kind) const {
  using Verdict = IgnoreFile::Verdict;
  std::string_view path;
  for (const Level& level : std::views::reverse(levels_)) {
    path = whole.substr(level.base);
    if (const Verdict own = level.rules.own.verdict(path, kind); own != Verdict::none) return own == Verdict::excluded;
    if (const std::optional<IgnoreFile>& of_work_tree = level.rules.of_work_tree) {
      const Verdict here = of_work_tree->verdict(path, kind);
      if (here != Verdict::none) return here == Verdict::excluded;
      break;
    }
  }
  return of_user_.verdict(path, kind) == Verdict::excluded;
}

std::string ignore_file_of_user() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string configuration = variable("XDG_CONFIG_HOME"); !configuration.empty()) {
    return path_in(configuration, "git/ignore");
  }
  const std::string home = variable("HOME");
  return home.empty() ? "" : path_in(home, ".config/git/ignore");
}

namespace {

struct OpenFolder {
  std::string path;
  Handle handle;
};

// Whether a folder is the top of a work tree whose rules apply. Another user's `.git` does not count: it could hide files from
// a search.
bool is_trusted_work_tree(FileSystem& fs, const Handle& folder) {
  const Outcome<FileInfo> git = fs.look_at(folder, ".git");
  return git && is_trusted_owner(git->owner, fs.user());
}

// The folders above the root up to the top of the work tree around it, outermost first. Empty if there is none, or if the root
// is its top.
std::vector<OpenFolder> folders_of_work_tree_above(FileSystem& fs, const Root& root) {
  std::vector<OpenFolder> found;
  if (fs.look_at(root.folder(), ".git")) return found;
  std::string path = root.resolved();
  while (path.size() > 1) {
    path = folder_of(path);
    if (path.empty()) path = "/";
    Outcome<Handle> folder = fs.open_root(path);
    if (!folder) return {};
    found.insert(found.begin(), OpenFolder{path, *std::move(folder)});
    if (is_trusted_work_tree(fs, found.front().handle)) return found;
  }
  return {};
}

FolderRules rules_of(FileSystem& fs, const Handle& folder) {
  return FolderRules::load(fs, folder, true, is_trusted_work_tree(fs, folder));
}

IgnoreFile load_by_path(FileSystem& fs, const std::string& path) {
  if (!path.starts_with('/')) return {};
  const Outcome<Handle> folder = fs.open_root(std::string(folder_of(path)));
  return folder ? IgnoreFile::load(fs, *folder, std::string(leaf_of(path))) : IgnoreFile();
}

}  // namespace

IgnoreRules ignore_rules_above(FileSystem& fs, const Root& root, std::string_view folder_path, const std::string& user_file) {
  IgnoreRules rules(load_by_path(fs, user_file));
  const std::vector<OpenFolder> outer = folders_of_work_tree_above(fs, root);
  const std::vector<std::string_view> names = components_of(root.resolved());
  for (std::size_t i = 0; i < outer.size(); ++i) {
    rules.enter(i == 0 ? "" : names[names.size() - 1 - outer.size() + i], rules_of(fs, outer[i].handle));
  }
  if (folder_path.empty()) return rules;
  rules.enter(leaf_of(root.resolved()), rules_of(fs, root.folder()));
  std::string above;
  for (const std::string_view name : components_of(folder_of(folder_path))) {
    above = path_in(above, name);
    const Outcome<Handle> folder = fs.open_folder(root.folder(), above, root.mounts());
    rules.enter(name, folder ? rules_of(fs, *folder) : FolderRules());
  }
  return rules;
}

std::vector<std::string> ignore_files_outside(FileSystem& fs, const Root& root, const std::string& user_file) {
  std::vector<std::string> files;
  if (user_file.starts_with('/')) files.push_back(user_file);
  const std::vector<OpenFolder> outer = folders_of_work_tree_above(fs, root);
  if (!outer.empty()) files.push_back(path_in(outer.front().path, ".git/info/exclude"));
  for (const OpenFolder& folder : outer) files.push_back(path_in(folder.path, ".gitignore"));
  return files;
}

}  // namespace kedge
