#include "fs/state_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <optional>

#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string from_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// A folder of ours; made if it is missing.
Outcome<Handle> open_or_make(FileSystem& fs, const Handle& parent, const std::string& name) {
  Outcome<Handle> there = fs.open_folder(parent, name, Mounts::cross);
  if (there || there.error().number != ENOENT) return there;
  if (const Outcome<void> made = fs.make_folder(parent, name, FolderKind::own); !made && made.error().number != EEXIST) {
    return std::unexpected(made.error());
  }
  return fs.open_folder(parent, name, Mounts::cross);
}

std::string folder_above(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

Outcome<Handle> open_path(FileSystem& fs, const std::string& path) {
  const std::string above = folder_above(path);
  const std::string name = path.substr(path.rfind('/') + 1);
  if (name.empty()) return above == path ? fs.open_root("/") : open_path(fs, above);
  Outcome<Handle> parent = fs.open_root(above);
  if (!parent && parent.error().number == ENOENT && above != "/") parent = open_path(fs, above);
  if (!parent) return parent;
  return open_or_make(fs, *parent, name);
}

// A journal must be found here after a power cut, so every name on the way is synced once, by the first process, even if an
// earlier one was interrupted. The file `root` says that it is done.
Outcome<void> settle_in(FileSystem& fs, const std::string& base, const Handle& state, const Handle& folder,
                        const std::string& about) {
  if (fs.look_at(folder, "root")) return {};
  for (std::string above = folder_above(base);; above = folder_above(above)) {
    // A folder that may not be read was not made by us.
    if (const Outcome<Handle> open = fs.open_root(above)) {
      if (const Outcome<void> synced = fs.sync(*open); !synced) return synced;
    }
    if (above == "/") break;
  }
  for (const Handle* own : {&state, &folder}) {
    if (const Outcome<void> synced = fs.sync(*own); !synced) return synced;
  }
  const Outcome<Handle> note = fs.make_file(folder, "root");
  if (!note) return note.error().number == EEXIST ? Outcome<void>() : std::unexpected(note.error());
  return fs.write(*note, about);
}

bool try_elsewhere(OsError error) {
  switch (error.number) {
    case EACCES:
    case EPERM:
    case EROFS:
    case ENOENT:
    case ENOTDIR:
    case ENOSPC:
    case EDQUOT: return true;
    default: return false;
  }
}

// A journal makes kedge write files, so one that another user could have written is not trusted.
std::optional<std::string> distrust(FileSystem& fs, const FileInfo& info, std::uint32_t forbidden) {
  if (info.owner != fs.user()) return "it belongs to another user";
  if ((info.permissions & forbidden) != 0) return "other users have access to it (its mode should be 0700)";
  return std::nullopt;
}

struct Opened {
  Handle base;
  StateFolder state;
};

Outcome<Opened> open_one(FileSystem& fs, const std::string& base, const std::string& id, const std::string& about) {
  KEDGE_TRY(Handle state, open_path(fs, base));
  KEDGE_TRY(Handle folder, open_or_make(fs, state, id));
  KEDGE_TRY(Handle tx, open_or_make(fs, folder, "tx"));
  if (const Outcome<void> settled = settle_in(fs, base, state, folder, about); !settled) {
    return std::unexpected(settled.error());
  }
  KEDGE_TRY(const FileInfo tx_seen, fs.look(tx));
  const bool hands_on_list = fs.hands_on_list(tx);
  return Opened{std::move(state), {std::move(folder), std::move(tx), tx_seen, hands_on_list, concat(base, '/', id), {}}};
}

Error unusable(const std::string& path, std::string_view problem) {
  return refuse(Code::permission_denied,
                concat("The state folder ", printable(path), " cannot be used: ", problem, ". Nothing is written without it."),
                {{"path", path}, {"problem", problem}});
}

}  // namespace

StateSettings state_settings_from_environment(std::string_view option) {
  StateSettings settings;
  const std::string home = from_environment("HOME");
  if (!option.empty()) {
    settings.folder = option;
  } else if (std::string named = from_environment("KEDGE_STATE"); !named.empty()) {
    settings.folder = std::move(named);
  } else if (const std::string state = from_environment("XDG_STATE_HOME"); state.starts_with('/')) {
    settings.folder = concat(state, "/kedge");
  } else if (!home.empty()) {
    settings.folder = concat(home, "/.local/state/kedge");
  }
  if (const std::string runtime = from_environment("XDG_RUNTIME_DIR"); runtime.starts_with('/')) {
    settings.fallbacks.push_back(concat(runtime, "/kedge"));
  }
  const std::string temporary = from_environment("TMPDIR");
  settings.fallbacks.push_back(concat(temporary.starts_with('/') ? temporary : "/tmp", "/kedge-state"));
  return settings;
}

Result<StateFolder> StateFolder::open(FileSystem& fs, const StateSettings& settings, const std::string& root_identity,
                                      const std::string& root_path) {
  const std::string id = to_hex(sha256(root_identity)).substr(0, 24);
  const std::string about = concat(printable(root_path), '\n', root_identity, '\n');
  std::vector<std::string> candidates{settings.folder};
  for (const std::string& fallback : settings.fallbacks) candidates.push_back(concat(fallback, '-', fs.user()));

  std::vector<std::string> warnings;
  if (settings.folder.empty()) warnings.emplace_back("there is no home folder to keep a state folder in");
  for (std::size_t i = settings.folder.empty() ? 1 : 0;; ++i) {
    Outcome<Opened> opened = open_one(fs, candidates[i], id, about);
    if (opened) {
      StateFolder& state = opened->state;
      // The folder that was asked for may be one that others can look into; what is below it never is.
      KEDGE_OS(const FileInfo base, fs.look(opened->base), candidates[i]);
      KEDGE_OS(const FileInfo folder, fs.look(state.folder), state.path);
      std::optional<std::string> reason = distrust(fs, base, i == 0 ? 0022U : 0077U);
      if (reason) return std::unexpected(unusable(candidates[i], *reason));
      reason = distrust(fs, folder, 0077U);
      if (reason) return std::unexpected(unusable(state.path, *reason));
      if (!warnings.empty()) {
        warnings.push_back(concat("kedge's records are kept in ", printable(state.path), "; undo and tags end with it"));
      }
      state.warnings = std::move(warnings);
      return std::move(state);
    }
    if (opened.error().number == ELOOP) return std::unexpected(unusable(candidates[i], "it is a link"));
    if (!try_elsewhere(opened.error()) || i + 1 == candidates.size()) {
      return std::unexpected(unusable(candidates[i], describe(opened.error())));
    }
    warnings.push_back(
        concat("the state folder ", printable(candidates[i]), " cannot be made (", describe(opened.error()), ')'));
  }
}

std::optional<StateFolder> StateFolder::open_beside(FileSystem& fs, const Handle& all, const StateFolder& own,
                                                    const std::string& name) {
  Outcome<Handle> folder = fs.open_folder(all, name, Mounts::cross);
  if (!folder || !fs.look_at(*folder, "root")) return std::nullopt;
  const Outcome<FileInfo> info = fs.look(*folder);
  if (!info || distrust(fs, *info, 0077U)) return std::nullopt;
  Outcome<Handle> tx = fs.open_folder(*folder, "tx", Mounts::cross);
  if (!tx) return std::nullopt;
  const Outcome<FileInfo> tx_seen = fs.look(*tx);
  if (!tx_seen) return std::nullopt;
  return StateFolder{*std::move(folder), *std::move(tx), *tx_seen, true, concat(folder_above(own.path), '/', name), {}};
}

}  // namespace kedge
