#include "setup/config_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "commit/commit.hpp"
#include "fs/read_file.hpp"
#include "fs/real_file_system.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view backup_beginning = "setup-";
constexpr int most_backups = 1000;

std::string variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr || *value != '/' ? std::string() : std::string(value);  // a relative one means nothing to anybody
}

std::string folder_in(const Places& places, Base base) {
  switch (base) {
    case Base::root: return places.root;
    case Base::home: return places.home;
    case Base::config: return places.config;
  }
  return {};
}

std::string shown_path(const std::string& path, Base base, const Places& places) {
  const std::string& above = base == Base::root ? places.root : places.home;
  const bool below = !above.empty() && path.starts_with(concat(above, '/'));
  if (!below) return path;
  return base == Base::root ? path.substr(above.size() + 1) : concat('~', path.substr(above.size()));
}

// The pattern that means this path and no other.
std::string pattern_of(std::string_view path) {
  std::string pattern = "/";
  for (const char c : path) {
    if (std::string_view("*?[]{}\\,!^").contains(c)) pattern.push_back('\\');
    pattern.push_back(c);
  }
  return pattern;
}

Result<std::optional<std::string>> bytes_of(const std::string& path) {
  Result<std::string> bytes = read_file(path);
  if (bytes) return *std::move(bytes);
  if (bytes.error().code == Code::not_found) return std::optional<std::string>();
  return std::unexpected(std::move(bytes).error());
}

// A separate file, which is complete before it gets its name, if the system supports that.
Outcome<void> make_copy(FileSystem& fs, const Handle& folder, const std::string& name, std::string_view bytes) {
  Outcome<Handle> file = fs.make_unnamed(folder);
  const bool unnamed = file.has_value();
  if (!unnamed) file = fs.make_file(folder, name);
  if (!file) return std::unexpected(file.error());
  Outcome<void> kept = fs.write(*file, bytes);
  if (kept) kept = fs.sync(*file);
  if (!kept) {
    if (!unnamed) best_effort(fs.remove(folder, name));
    return kept;
  }
  if (unnamed) {
    if (const Outcome<void> named = fs.give_name(*file, folder, name); !named) return named;
  }
  return fs.sync(folder);
}

// In the state folder, so that no repository holds it. Returns its path.
Result<std::string> keep_copy(Workspace& workspace, const ConfigFile& file, const std::string& bytes) {
  FileSystem& fs = workspace.fs();
  const StateFolder& state = workspace.state();
  std::string name = concat(backup_beginning, file.path);
  std::ranges::replace(name, '/', '-');
  for (int number = 1; number <= most_backups; ++number) {
    const std::string numbered = concat(name, number == 1 ? "" : concat('.', number));
    std::string path = concat(state.path, '/', numbered);
    if (fs.look_at(state.folder, numbered)) {
      const Result<std::optional<std::string>> copy = bytes_of(path);
      if (copy && *copy == bytes) return path;
      continue;
    }
    KEDGE_OS_DO(make_copy(fs, state.folder, numbered, bytes), path);
    return path;
  }
  return std::unexpected(beyond_limit("copies of the file", most_backups + 1, most_backups, file.shown));
}

}  // namespace

Places places_from_environment(const std::string& root) {
  Places places{.root = root, .home = variable("HOME"), .config = variable("XDG_CONFIG_HOME")};
  while (places.home.size() > 1 && places.home.ends_with('/')) places.home.pop_back();
  if (places.config.empty() && !places.home.empty()) places.config = concat(places.home, "/.config");
  return places;
}

std::string ConfigFile::absolute() const { return concat(folder == "/" ? "" : folder, '/', path); }

Result<std::optional<ConfigFile>> find_config(const ClientFile& file, const Places& places) {
  std::string folder = folder_in(places, file.base);
  std::string path(file.path);
  if (const std::string named = file.variable.empty() ? std::string() : variable(std::string(file.variable)); !named.empty()) {
    folder = named;
    path = path.substr(path.rfind('/') + 1);
  }
  if (folder.empty()) return std::optional<ConfigFile>();
  const auto whole = [&](std::string_view name) { return concat(folder == "/" ? "" : folder, '/', name); };
  KEDGE_TRY(std::optional<std::string> bytes, bytes_of(whole(path)));
  if (!bytes && !file.instead.empty()) {
    KEDGE_TRY(bytes, bytes_of(whole(file.instead)));
    if (bytes) path = std::string(file.instead);
  }
  ConfigFile found{.scope = file.scope,
                   .folder = {},
                   .path = {},
                   .shown = shown_path(whole(path), file.base, places),
                   .bytes = std::move(bytes)};
  // Folders that are missing are made with the file: the workspace is around the nearest that exists.
  found.folder = nearest_folder(folder);
  found.path =
      folder == found.folder ? path : concat(folder.substr(found.folder == "/" ? 1 : found.folder.size() + 1), '/', path);
  return found;
}

Result<std::vector<WrittenConfig>> write_configs(std::span<const ConfigChange> changes, const Places& places,
                                                 const StateSettings& state) {
  WorkspaceSettings settings;
  settings.state = state;
  settings.root.path = changes.front().file.folder;
  settings.root.resolved = resolved_path(settings.root.path);
  settings.root.home = resolved_path(places.home);
  settings.root.mounts = Mounts::cross;
  // The user asks for these files by name, so they may be in the home folder, and are not protected from their owner.
  settings.root.allow_wide = changes.front().file.scope == Scope::user;
  std::vector<FileChange> files;
  for (const ConfigChange& change : changes) {
    KEDGE_REQUIRE(change.file.folder == settings.root.path);
    const std::string pattern = pattern_of(change.file.path);
    settings.root.allow.push_back(pattern);
    if (!change.changes()) continue;
    FileChange file{.kind = !change.file.bytes ? ChangeKind::create
                            : change.after     ? ChangeKind::replace
                                               : ChangeKind::remove,
                    .path = change.file.path,
                    .content = change.after.value_or("")};
    if (change.file.bytes) file.expected = sha256(*change.file.bytes);
    // The client's own folder goes with its last file; folders of the user's that several programs share stay.
    const auto folders = static_cast<std::size_t>(std::ranges::count(change.file.path, '/'));
    if (!change.after)
      file.folders_to_remove = change.file.scope == Scope::project ? folders : std::min<std::size_t>(folders, 1);
    files.push_back(std::move(file));
  }
  KEDGE_REQUIRE(!files.empty());
  const std::unique_ptr<FileSystem> fs = real_file_system();
  KEDGE_TRY(Workspace workspace, Workspace::open(*fs, settings));
  std::vector<WrittenConfig> written;
  for (const ConfigChange& change : changes) {
    if (!change.changes()) continue;
    WrittenConfig& own = written.emplace_back(change.file.absolute(), std::nullopt);
    if (!change.file.bytes) continue;
    KEDGE_TRY(own.backup, keep_copy(workspace, change.file, *change.file.bytes));
  }
  KEDGE_DO(commit(workspace, files));
  return written;
}

Result<void> write_private(const Workspace& workspace, const std::string& name, std::string_view bytes) {
  const StateFolder& state = workspace.state();
  best_effort(workspace.fs().remove(state.folder, name));
  KEDGE_OS_DO(make_copy(workspace.fs(), state.folder, name, bytes), concat(state.path, '/', name));
  return {};
}

}  // namespace kedge
