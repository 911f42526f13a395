#include "fs/work_trees.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "fs/real_file_system.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

namespace stdfs = std::filesystem;

constexpr std::size_t longest_first_line = 8192;
constexpr std::size_t most_work_trees = 100;

// The first line of a small file without its label; empty if there is none.
std::string line_in(const stdfs::path& file, std::string_view label) {
  std::error_code problem;
  if (!stdfs::is_regular_file(file, problem)) return {};
  std::ifstream bytes(file, std::ios::binary);
  std::string line(longest_first_line, '\0');
  bytes.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(bytes.gcount()));
  line.resize(std::min(line.find_first_of(std::string_view("\r\n\0", 3)), line.size()));
  if (!line.starts_with(label)) return {};
  line.erase(0, label.size());
  return line;
}

// A path that is written down in `folder`, without links; empty if it does not exist.
std::string named_from(const stdfs::path& folder, const std::string& named) {
  if (named.empty()) return {};
  std::error_code problem;
  const stdfs::path whole = stdfs::canonical(folder / named, problem);
  return problem ? std::string() : whole.string();
}

bool is_folder(const stdfs::path& path) {
  std::error_code problem;
  return stdfs::is_directory(path, problem);
}

// The repository that work trees share.
std::string common_folder_of(const WorkTree& tree) {
  const std::string common = line_in(stdfs::path(tree.git_folder) / "commondir", "");
  return common.empty() ? tree.git_folder : named_from(tree.git_folder, common);
}

}  // namespace

std::optional<WorkTree> work_tree_at(const std::string& folder) {
  const stdfs::path path = resolved_path(folder);
  if (path.empty() || work_tree_around(path.string()) != path.string()) return std::nullopt;
  const stdfs::path git = path / ".git";
  std::string own = is_folder(git) ? named_from(git, ".") : named_from(path, line_in(git, "gitdir: "));
  if (own.empty() || !is_folder(own)) return std::nullopt;
  return WorkTree{path.string(), std::move(own)};
}

std::vector<WorkTree> work_trees_beside(const std::string& folder) {
  std::vector<WorkTree> trees;
  const std::optional<WorkTree> here = work_tree_at(folder);
  if (!here) return trees;
  trees.push_back(*here);
  const std::string common = common_folder_of(*here);
  if (common.empty()) return trees;
  const auto add = [&](const std::string& candidate, const std::string& git_folder) {
    const std::optional<WorkTree> tree = work_tree_at(candidate);
    const bool is_known = tree && std::ranges::find(trees, tree->path, &WorkTree::path) != trees.end();
    if (tree && !is_known && tree->git_folder == git_folder && trees.size() < most_work_trees) trees.push_back(*tree);
  };
  if (stdfs::path(common).filename() == ".git") add(stdfs::path(common).parent_path().string(), common);
  std::vector<std::string> linked;
  std::error_code problem;
  for (const stdfs::directory_entry& entry : stdfs::directory_iterator(stdfs::path(common) / "worktrees", problem)) {
    linked.push_back(entry.path().string());
  }
  std::ranges::sort(linked);
  for (const std::string& git_folder : linked) {
    const std::string git_file = named_from(git_folder, line_in(stdfs::path(git_folder) / "gitdir", ""));
    if (!git_file.empty()) add(stdfs::path(git_file).parent_path().string(), named_from(git_folder, "."));
  }
  return trees;
}

std::string branch_of(const WorkTree& tree) {
  constexpr std::string_view branch_label = "ref: refs/heads/";
  const stdfs::path head = stdfs::path(tree.git_folder) / "HEAD";
  if (std::string branch = line_in(head, branch_label); !branch.empty()) return branch;
  const std::string commit = line_in(head, "");
  return commit.size() >= 40 && is_hex(commit) ? concat("at ", commit.substr(0, 12)) : std::string();
}

}  // namespace kedge
