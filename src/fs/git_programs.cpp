#include "fs/git_programs.hpp"

#include <algorithm>
#include <array>

#include "fs/path_parts.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

constexpr std::size_t longest_configuration = 1024UL * 1024;
constexpr std::size_t most_includes = 16;  // git itself follows ten in a row

struct Setting {
  std::string section, key, value;  // section and key in lower case, the section without its subsection
};

// Settings that name a program which git starts on its own.
struct RunningSetting {
  std::string_view section, key;
};
constexpr std::array<RunningSetting, 16> running_settings{{
    {"core", "fsmonitor"},
    {"core", "sshcommand"},
    {"core", "editor"},
    {"core", "pager"},
    {"core", "askpass"},
    {"core", "gitproxy"},
    {"diff", "external"},
    {"diff", "command"},
    {"diff", "textconv"},
    {"filter", "clean"},
    {"filter", "smudge"},
    {"filter", "process"},
    {"merge", "driver"},
    {"sequence", "editor"},
    {"gpg", "program"},
    {"credential", "helper"},
}};

constexpr std::string_view blanks = " \t\r";

// As git reads it: quotes may be anywhere in it, and a backslash escapes the next character.
std::string value_of(std::string_view text) {
  std::string value;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char escaped = text[++i];
      value.push_back(escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped);
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && (text[i] == '#' || text[i] == ';')) {
      break;
    } else {
      value.push_back(text[i]);
    }
  }
  return std::string(without_blanks(value, blanks));
}

// Rows that end in a backslash go on in the next.
std::string with_long_rows(std::string_view configuration) {
  std::string joined;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    const std::string_view rest = configuration.substr(i);
    const std::size_t skipped = rest.starts_with("\\\n") ? 2 : rest.starts_with("\\\r\n") ? 3 : 0;
    if (skipped == 0) joined.push_back(configuration[i]);
    if (skipped > 0) i += skipped - 1;
  }
  return joined;
}

std::vector<Setting> settings_in(std::string_view configuration) {
  std::vector<Setting> settings;
  std::string section;
  if (configuration.starts_with(byte_order_mark)) configuration.remove_prefix(byte_order_mark.size());
  const std::string whole = with_long_rows(configuration);
  for (const std::string_view row : split(whole, '\n')) {
    std::string_view line = without_blanks(row, blanks);
    if (line.starts_with('[')) {
      const std::size_t close = std::min(line.find(']'), line.size() - 1);
      const std::string_view name = line.substr(1, close - 1);
      section = lower_case(without_blanks(name.substr(0, name.find_first_of("\". "))));
      line = without_blanks(line.substr(close + 1), blanks);
    }
    const std::size_t sign = line.find('=');
    if (sign == std::string_view::npos) continue;
    settings.push_back({section, lower_case(without_blanks(line.substr(0, sign), blanks)), value_of(line.substr(sign + 1))});
  }
  return settings;
}

// Hooks of a client; a server runs none where people work.
constexpr std::array<std::string_view, 20> hook_names{
    "applypatch-msg",     "pre-applypatch",    "post-applypatch",       "pre-commit",    "pre-merge-commit",
    "prepare-commit-msg", "commit-msg",        "post-commit",           "pre-rebase",    "post-checkout",
    "post-merge",         "pre-push",          "pre-auto-gc",           "post-rewrite",  "sendemail-validate",
    "fsmonitor-watchman", "post-index-change", "reference-transaction", "p4-pre-submit", "push-to-checkout",
};

class Finder {
 public:
  Finder(FileSystem& fs, const Root& root, const std::string& work_tree) : fs_(&fs), root_(&root), work_tree_(&work_tree) {}

  void read_configuration(const Handle& folder, const std::string& name, const std::string& folder_path) {
    const Outcome<Handle> file = fs_->open_file(folder, name);
    if (!file) return;
    for (const Setting& setting : settings_in(fs_->read(*file, longest_configuration).value_or(""))) {
      const bool includes = (setting.section == "include" || setting.section == "includeif") && setting.key == "path";
      if (includes) {
        include(meant_path(*root_, folder_path, setting.value));
      } else if (setting.section == "core" && setting.key == "hookspath") {
        add_folder_of_hooks(setting.value);
      } else if (std::ranges::any_of(running_settings, [&](const RunningSetting& one) {
                   return one.section == setting.section && one.key == setting.key;
                 })) {
        add_programs(setting.value);
      }
    }
  }

  // Hooks that are elsewhere, with a link where git looks for them.
  void add_linked_hooks(const Handle& folder, const std::string& folder_path) {
    const std::string name = "hooks";
    const Outcome<FileInfo> info = fs_->look_at(folder, name);
    if (!info) return;
    if (info->kind == FileKind::link) {
      add_target(folder, name, folder_path);
    } else if (const Outcome<Handle> hooks = fs_->open_folder(folder, name, Mounts::cross)) {
      add_links_in(*hooks, path_in(folder_path, name));
    }
  }

  std::vector<GitProgram> take() { return std::move(found_); }

 private:
  void add(std::string path, std::string_view why) {
    std::string rule = concat(why, ' ', printable(path.empty() ? "." : path));
    found_.push_back({std::move(path), std::move(rule)});
  }

  // A relative path begins at the top of the work tree.
  void add_folder_of_hooks(const std::string& value) {
    constexpr std::string_view why = "core.hooksPath";
    if (value.empty()) return;
    const std::string path = meant_path(*root_, *work_tree_, value);
    if (path == *work_tree_) {
      for (const std::string_view name : hook_names) {
        if (std::optional<std::string> hook = root_->inside(path_in(path, name))) add(*std::move(hook), why);
      }
      return;
    }
    // The root may be inside it.
    if (concat(root_->resolved(), '/').starts_with(concat(path, '/'))) return add("", why);
    const std::optional<std::string> hooks = root_->inside(path);
    if (!hooks) return;
    add(*hooks, why);
    const Result<Place> there = root_->find_tree(*hooks);
    if (!there || !there->name.empty() || there->folder_path.empty()) return;
    if (there->folder_path != *hooks) add(there->folder_path, why);
    add_links_in(there->folder, absolute_path(*root_, there->folder_path));
  }

  void add_links_in(const Handle& hooks, const std::string& path) {
    const Outcome<std::vector<NamedKind>> names = fs_->list_kinds(hooks);
    if (!names) return;
    for (const NamedKind& one : *names) {
      if (one.kind == FileKind::link) add_target(hooks, one.name, path);
    }
  }

  void add_target(const Handle& folder, const std::string& name, const std::string& folder_path) {
    const Outcome<std::string> target = fs_->read_link(folder, name);
    if (target) add_existing(meant_path(*root_, folder_path, *target), "git hook");
  }

  // A file or folder of the root that is there, as its links resolve.
  void add_existing(const std::string& path, std::string_view why) {
    const std::optional<std::string> inside = root_->inside(path);
    if (!inside || inside->empty()) return;
    const Result<Place> there = root_->find_tree(*inside);
    if (!there) return;
    std::string real = there->name.empty() ? there->folder_path : there->path();
    if (!real.empty()) add(std::move(real), why);
  }

  // The program, and what is handed to it: `clean = python3 tools/filter.py`.
  void add_programs(std::string_view value) {
    bool is_program = true;
    for (std::string_view word : split(value, ' ')) {
      word = without_blanks(word, "!'; ");
      if (word.empty()) continue;
      // A program without a slash is looked up in PATH: `core.pager = less` says nothing about a folder called less.
      const bool is_in_path = is_program && !word.contains('/');
      if (!is_in_path) add_file(meant_path(*root_, *work_tree_, word), "git runs");
      is_program = false;
    }
  }

  void add_file(const std::string& path, std::string_view why) {
    const std::optional<std::string> inside = root_->inside(path);
    const Result<Place> there = root_->find_tree(inside.value_or(""));
    if (inside && there && !there->name.empty()) add(there->path(), why);
  }

  void include(const std::string& path) {
    const std::optional<std::string> inside = root_->inside(path);
    if (++includes_ > most_includes || !inside || inside->empty()) return;
    add(*inside, "git config");  // also where there is none yet: git would read it
    const Result<Place> there = root_->find_tree(*inside);
    if (!there || there->name.empty()) return;
    if (there->path() != *inside) add(there->path(), "git config");
    read_configuration(there->folder, there->name, absolute_path(*root_, there->folder_path));
  }

  FileSystem* fs_;
  const Root* root_;
  const std::string* work_tree_;
  std::size_t includes_ = 0;
  std::vector<GitProgram> found_;
};

}  // namespace

std::string meant_path(const Root& root, std::string_view folder, std::string_view named) {
  std::string whole = named.starts_with('/') ? std::string(named) : concat(folder, '/', named);
  if (named.starts_with("~/") && !root.home().empty()) whole = concat(root.home(), named.substr(1));
  std::vector<std::string_view> way;
  for (const std::string_view component : components_of(whole)) {
    if (component != "..") {
      way.push_back(component);
    } else if (!way.empty()) {
      way.pop_back();
    }
  }
  std::string path;
  for (const std::string_view component : way) append(path, concat('/', component));
  return path.empty() ? "/" : path;
}

std::string absolute_path(const Root& root, std::string_view inside) {
  return meant_path(root, root.resolved(), concat("./", inside));
}

std::vector<GitProgram> git_programs(FileSystem& fs, const Root& root, const Handle& folder, const std::string& folder_path,
                                     const std::string& work_tree) {
  Finder finder(fs, root, work_tree);
  for (const char* const name : {"config", "config.worktree"}) finder.read_configuration(folder, name, folder_path);
  finder.add_linked_hooks(folder, folder_path);
  return finder.take();
}

}  // namespace kedge
