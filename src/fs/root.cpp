#include "fs/root.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "fs/git_folder.hpp"
#include "fs/hard_links.hpp"
#include "fs/open_regular.hpp"
#include "fs/path_parts.hpp"
#include "fs/relative_path.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr int most_links = 40;  // on the way to one file, as in the kernel

// In reverse, so that the next one is at the end.
void push_components(std::vector<std::string>& pending, std::string_view path) {
  const std::vector<std::string_view> components = components_of(path);
  pending.insert(pending.end(), components.rbegin(), components.rend());
}

std::string without_last_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

Error leads_nowhere(std::string_view given, std::string_view problem) {
  return refuse(Code::path_invalid, {{"path", given}, {"problem", problem}});
}

Error protected_by(std::string rule, std::string_view given) {
  return refuse(Code::path_protected, {{"path", given}, {"rule", std::move(rule)}});
}

bool lies_in_any(std::string_view path, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders, [&](const std::string& folder) {
    if (folder.empty()) return true;
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
  });
}

}  // namespace

std::string Place::path() const {
  std::string whole = folder_path;
  for (const std::string& folder_name : missing_folders) whole = path_in(whole, folder_name);
  return path_in(whole, name);
}

Result<Root> Root::open(FileSystem& fs, const RootSettings& settings) {
  Root root;
  root.fs_ = &fs;
  root.path_ = without_last_slash(settings.path);
  root.resolved_ = settings.resolved.empty() ? root.path_ : without_last_slash(settings.resolved);
  root.home_ = settings.home;
  root.mounts_ = settings.mounts;
  KEDGE_OS(root.folder_, fs.open_root(settings.path), settings.path);
  root.shared_name_ = settings.shared_name;
  if (settings.shared_name.empty()) {
    KEDGE_OS(root.identity_, fs.identity_of(root.folder_), settings.path);
  } else {
    root.identity_ = concat("shared ", settings.shared_name);  // each host has a number of its own for the file system
  }
  KEDGE_OS(const FileInfo folder, fs.look_at(root.folder_, "."), settings.path);
  root.mount_ = folder.mount;
  root.protected_.home = HomeView(root.resolved_, settings.home);
  root.is_wide_ = root.resolved_ == "/" || root.protected_.home.is_root();
  root.lies_in_git_folder_ = kedge::lies_in_git_folder(fs, root.resolved_);
  root.allow_wide_ = settings.allow_wide;
  root.git_programs_outside_ = kedge::git_programs_outside(fs, root);
  for (const std::string& pattern : settings.allow) {
    auto glob = Glob::parse_filter(pattern);
    if (!glob) {
      return std::unexpected(refuse(Code::schema_invalid, {{"field", "--allow"}, {"problem", glob.error()}}));
    }
    root.protected_.allowed.push_back(*std::move(glob));
  }
  return root;
}

Error Root::outside(std::string_view given) const {
  return refuse(Code::path_outside_root, {{"path", given}, {"root", path_}});
}

Error Root::on_other_mount(std::string_view given) const {
  Error refused = outside(given);
  refused.what = concat(printable(given), " lies on another mount, and mounts inside the root are not entered.");
  refused.next = "Ask the user to start kedge with --cross-mounts if that mount is meant.";
  return refused;
}

Error Root::of_another_root(std::string_view given, std::string_view path) const {
  Error refused = leads_nowhere(given, "it leads into a folder that is a root of its own");
  refused.next = concat("Send ", printable(spelled(path)), " if that is the file you mean.");
  return refused;
}

std::optional<std::string> Root::inside(std::string_view absolute_path) const {
  for (const std::string_view spelled : {std::string_view(path_), std::string_view(resolved_)}) {
    if (absolute_path == spelled) return std::string();
    const std::string above = spelled.ends_with('/') ? std::string(spelled) : concat(spelled, '/');
    if (absolute_path.starts_with(above)) return std::string(absolute_path.substr(above.size()));
  }
  return std::nullopt;
}

void Root::guard(const std::string& absolute_path) {
  if (std::optional<std::string> own = inside(absolute_path)) guarded_.push_back(*std::move(own));
}

bool Root::is_guarded(std::string_view relative_path) const { return lies_in_any(relative_path, guarded_); }

void Root::serve_beside(const std::string& absolute_path) {
  is_one_of_several_ = true;
  if (std::optional<std::string> inner = inside(absolute_path); inner && !inner->empty()) {
    of_other_roots_.push_back(*std::move(inner));
  }
}

std::optional<std::string_view> Root::after_name(std::string_view path) const {
  if (name_.empty() || !path.starts_with(name_)) return std::nullopt;
  path.remove_prefix(name_.size());
  if (!path.starts_with(':') || path.starts_with(":/")) return std::nullopt;
  return path.substr(1);
}

bool Root::is_of_another_root(std::string_view relative_path) const { return lies_in_any(relative_path, of_other_roots_); }

std::string Root::spelled(std::string_view relative_path) const {
  if (!is_one_of_several_) return std::string(relative_path);
  return path_ == "/" ? concat('/', relative_path) : path_in(path_, relative_path);
}

Result<void> Root::check(std::string_view given, std::string_view path, Access access) const {
  if (Result<void> free = protected_.check(path, access); !free) {
    free.error().path = std::string(given);
    return free;
  }
  if (!is_guarded(path)) return {};
  return std::unexpected(protected_by("kedge's own records", given));
}

Result<void> Root::check_git(std::string_view given, const Place& place) const {
  const std::string path = place.path();
  if (protected_.lifts(path)) return {};
  KEDGE_TRY(std::optional<std::string> rule, git_rule_for(*fs_, *this, place));
  if (rule) return std::unexpected(protected_by(*std::move(rule), given));
  if (place.there) return {};
  Result<void> made = check_made({&path, 1});
  if (!made) made.error().path = std::string(given);
  return made;
}

Result<void> Root::check_made(std::span<const std::string> paths) const {
  std::vector<std::string> counted;
  std::ranges::copy_if(paths, std::back_inserter(counted), [&](const std::string& path) { return !protected_.lifts(path); });
  KEDGE_TRY(const std::optional<std::string> made, git_folder_made_by(*fs_, *this, counted));
  if (!made) return {};
  const auto below =
      std::ranges::find_if(counted, [&](const std::string& path) { return *made == "." || path.starts_with(*made); });
  return std::unexpected(protected_by(git_folder_rule(*made), *below));
}

// Hard links: another name of the file may be one that must not be read.
Result<void> Root::check_other_names(std::string_view given, const Place& place) const {
  if (!place.there || protected_.lifts(place.path())) return {};
  const std::optional<std::string> secret = UnreadableFiles(*fs_, *this).name_of(*place.there);
  if (!secret) return {};
  return std::unexpected(protected_by(concat("another name of ", printable(*secret)), given));
}

bool Root::is_on_other_mount(const FileInfo& file) const {
  return mounts_ == Mounts::refuse && mount_ != 0 && file.mount != 0 && file.mount != mount_;
}

Result<void> Root::check_width(std::string_view given) const {
  if (!is_too_wide()) return {};
  Error refused = refuse(Code::path_outside_root,
                         concat(printable(given), ": the root ", printable(path_),
                                " is the whole disk or the home folder, and nothing in it is touched unasked."),
                         {{"path", given}, {"root", path_}});
  refused.next = "Start kedge with --root FOLDER for the project that is meant, or with --allow-wide-root.";
  return std::unexpected(std::move(refused));
}

Result<Place> Root::find_tree(std::string_view path) const {
  const std::string_view given = path;
  path = after_name(path).value_or(path);
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (path.empty() || path == "." || inside(path) == "") {
    KEDGE_DO(check_width(given.empty() ? "." : given));
    KEDGE_DO(check_root(given));
    KEDGE_OS(Handle folder, fs_->open_folder(folder_, "", mounts_), given);
    return Place{std::move(folder), "", ""};
  }
  if (path == "/") return std::unexpected(outside(given));
  if (path.ends_with("/..")) return find_above(given, path);
  KEDGE_TRY(Place place, find(path, Access::read));
  if (!place.missing_folders.empty()) return std::unexpected(refusal(OsError{ENOENT}, given));
  KEDGE_OS(const FileInfo info, fs_->look_at(place.folder, place.name), given);
  if (info.kind != FileKind::folder) return place;
  Outcome<Handle> folder = fs_->open_folder(place.folder, place.name, mounts_);
  if (!folder && folder.error().number == EXDEV) return std::unexpected(on_other_mount(given));
  if (!folder) return std::unexpected(refusal(folder.error(), given));
  return Place{*std::move(folder), place.path(), ""};
}

// The folder above the one that the path names before its last `..`.
Result<Place> Root::find_above(std::string_view given, std::string_view path) const {
  KEDGE_TRY(const RelativePath in_it, RelativePath::parse(concat(path, "/any"), path_, resolved_));
  KEDGE_DO(check_width(given));
  KEDGE_TRY(Place place, open_folders(given, in_it.str()));
  if (!place.folder_path.empty()) KEDGE_DO(check(given, place.folder_path, Access::read));
  if (is_of_another_root(place.folder_path)) return std::unexpected(of_another_root(given, place.folder_path));
  place.name.clear();
  return place;
}

Result<Place> Root::find(std::string_view path, Access access, const std::optional<Vetted>& vetted) const {
  KEDGE_TRY(const RelativePath relative, RelativePath::parse(after_name(path).value_or(path), path_, resolved_));
  KEDGE_DO(check_width(path));
  const std::string spelled = relative.without_steps_back();
  KEDGE_DO(check(path, spelled, access));
  KEDGE_TRY(Place place, follow(path, relative.str()));
  // Again for the target of the links.
  if (const std::string real = place.path(); real != spelled) {
    KEDGE_DO(check(path, real, access));
  }
  if (place.there && is_on_other_mount(*place.there)) return std::unexpected(on_other_mount(path));
  if (is_of_another_root(place.path())) return std::unexpected(of_another_root(path, place.path()));
  const bool is_vetted = vetted && place.there && place.there->identity == vetted->file && place.path() == vetted->path;
  if (access == Access::write && !is_vetted) KEDGE_DO(check_git(path, place));
  KEDGE_DO(check_other_names(path, place));
  return place;
}

Result<Place> Root::find_vetted(std::string_view path, const Vetted& vetted) const {
  KEDGE_TRY(const RelativePath relative, RelativePath::parse(after_name(path).value_or(path), path_, resolved_));
  KEDGE_DO(check_width(path));
  const std::string& spelled = relative.str();
  if (spelled != vetted.path) return std::unexpected(leads_nowhere(path, "it has to be looked up"));
  KEDGE_DO(check(path, spelled, Access::write));
  if (is_of_another_root(spelled)) return std::unexpected(of_another_root(path, spelled));
  KEDGE_TRY(Place place, open_folders(path, spelled));
  if (!place.missing_folders.empty() || place.path() != spelled) {
    return std::unexpected(leads_nowhere(path, "it has to be looked up"));
  }
  return place;
}

// The folders of `path` opened, links on the way followed by hand: each component is opened below the one before, so that
// nothing that is swapped meanwhile leads out. `..` closes the innermost open folder, as the kernel would: a/../b is not b if a
// is a link.
Result<Place> Root::open_folders(std::string_view given, std::string_view path) const {
  const std::string folder_path(folder_of(path));
  const std::string name(leaf_of(path));

  std::vector<std::string> pending;
  push_components(pending, folder_path);
  if (pending.empty()) return Place{folder_.lent(), folder_path, name};
  if (std::ranges::find(pending, "..") == pending.end()) {
    Outcome<Handle> at_once = fs_->open_folder(folder_, folder_path, mounts_);
    if (at_once) return Place{*std::move(at_once), folder_path, name};
  }

  std::vector<Handle> opened;
  std::vector<std::string> names;
  const auto innermost = [&] { return opened.empty() ? folder_.lent() : std::move(opened.back()); };
  int links = 0;
  while (!pending.empty()) {
    const std::string component = std::move(pending.back());
    pending.pop_back();
    if (component == "..") {
      if (opened.empty()) return std::unexpected(outside(given));
      opened.pop_back();
      names.pop_back();
      continue;
    }
    const Handle& above = opened.empty() ? folder_ : opened.back();
    Outcome<Handle> next = fs_->open_folder(above, component, mounts_);
    if (next) {
      opened.push_back(*std::move(next));
      names.push_back(component);
      continue;
    }
    const int problem = next.error().number;
    if (problem == ELOOP) {
      const Outcome<std::string> target = fs_->read_link(above, component);
      if (!target || ++links > most_links) return std::unexpected(refusal(OsError{ELOOP}, given));
      if (target->starts_with('/')) {
        const std::optional<std::string> relative = inside(*target);
        if (!relative) return std::unexpected(outside(given));
        opened.clear();
        names.clear();
        push_components(pending, *relative);
      } else {
        push_components(pending, *target);
      }
    } else if (problem == ENOENT && std::ranges::find(pending, "..") == pending.end()) {
      KEDGE_DO(check_root(given));
      std::vector<std::string> missing{component};
      missing.insert(missing.end(), pending.rbegin(), pending.rend());
      return Place{innermost(), join(names, "/"), name, false, std::move(missing)};
    } else if (problem == EXDEV) {
      return std::unexpected(on_other_mount(given));
    } else {
      return std::unexpected(refusal(next.error(), given));
    }
  }
  return Place{innermost(), join(names, "/"), name};
}

// A removed folder can still be open, and nothing is ever found in it.
Result<void> Root::check_root(std::string_view given) const {
  KEDGE_OS(const FileInfo now, fs_->look(folder_), given);
  if (now.links > 0) return {};
  return std::unexpected(refuse(Code::io_failed, {{"path", given}, {"problem", "the root folder is gone"}}));
}

Result<Place> Root::follow(std::string_view given, std::string path) const {
  for (int links = 0;; ++links) {
    KEDGE_TRY(Place place, open_folders(given, path));
    const std::string_view last = place.name;
    if (last == "." || last == "..") {
      return std::unexpected(refuse(Code::is_directory, {{"path", given}}));
    }
    if (!place.missing_folders.empty()) {
      if (links > 0) return std::unexpected(leads_nowhere(given, "it is a link to something that does not exist"));
      return place;
    }
    const Outcome<FileInfo> info = fs_->look_at(place.folder, place.name);
    if (!info && info.error().number == ENOENT && links > 0) {
      return std::unexpected(leads_nowhere(given, "it is a link to something that does not exist"));
    }
    if (!info && info.error().number != ENOENT) return std::unexpected(refusal(info.error(), given));
    if (!info) KEDGE_DO(check_root(given));
    place.behind_link = links > 0;
    if (!info) return place;
    if (info->kind != FileKind::link) {
      place.there = *info;
      return place;
    }

    if (links == most_links) return std::unexpected(refusal(OsError{ELOOP}, given));
    KEDGE_OS(const std::string target, fs_->read_link(place.folder, place.name), given);
    if (target.starts_with('/')) {
      std::optional<std::string> relative = inside(target);
      if (!relative) return std::unexpected(outside(given));
      path = *std::move(relative);
    } else {
      path = path_in(place.folder_path, target);
    }
    while (path.ends_with('/')) path.pop_back();
    if (path.empty()) return std::unexpected(refuse(Code::is_directory, {{"path", given}}));
  }
}

Outcome<Handle> Root::folder_at(const std::string& path) const { return fs_->open_folder(folder_, path, mounts_); }

Result<std::string> Root::read(std::string_view path, std::size_t limit) const {
  KEDGE_TRY(const Place place, find(path, Access::read));
  if (!place.missing_folders.empty()) return std::unexpected(refusal(OsError{ENOENT}, path));
  KEDGE_TRY(OpenedFile file, open_regular(*fs_, place.folder, place.name, path));
  return read_steady(*fs_, file, path, limit);
}

}  // namespace kedge
