#include "plan/loaded_file.hpp"

#include <algorithm>

#include "fs/open_regular.hpp"
#include "fs/read_file.hpp"
#include "text/encoding.hpp"

namespace kedge {

namespace {

// What the store last saw there, if the file still has it.
Result<std::optional<KnownText>> unchanged(const Session& session, OpenedFile& opened, const LoadedFile& file) {
  std::optional<KnownText> last = session.store.last_met(file.inside);
  if (!last || last->text.size() > largest_editable_file) return std::optional<KnownText>();
  KEDGE_TRY(const bool same, holds_steady(session.workspace.fs(), opened, file.given, last->text.bytes()));
  return same ? std::move(last) : std::optional<KnownText>();
}

Result<KnownText> read_anew(const Session& session, OpenedFile& opened, const LoadedFile& file) {
  KEDGE_TRY(std::string bytes, read_steady(session.workspace.fs(), opened, file.given, largest_editable_file));
  Text text(std::move(bytes));
  const Digest version = text.digest();
  return KnownText{std::move(text), version};
}

// What the store last saw there, if the file looks as it did then.
std::optional<KnownText> seen_before(const Session& session, const FileInfo& now, LoadedFile& file) {
  if (now.kind != FileKind::regular) return std::nullopt;
  std::optional<KnownText> last = session.store.last_met(file.inside);
  if (!last || !session.workspace.sightings().seems_unchanged(file.inside, Sighting::of(now), last->version)) {
    return std::nullopt;
  }
  file.executable = now.executable();
  return last;
}

Result<KnownText> read_found(const Session& session, const Place& place, const FileInfo& found, LoadedFile& file) {
  KEDGE_TRY(OpenedFile opened, open_found_regular(session.workspace.fs(), place.folder, place.name, file.given, found));
  KEDGE_TRY(std::optional<KnownText> known, unchanged(session, opened, file));
  if (!known) {
    KEDGE_TRY(known, read_anew(session, opened, file));
  }
  file.executable = opened.info.executable();
  session.workspace.sightings().note(file.inside, Sighting::of(opened.info), known->version);
  return *std::move(known);
}

}  // namespace

bool have_the_bytes_assumed(const Session& session, const Unread& unread) {
  return std::ranges::all_of(unread.files, [&](const Unread::File& file) {
    const Result<LoadedFile> now = load(session, file.path, Access::write);
    return now && now->exists && now->version == file.version;
  });
}

Result<LoadedFile> load(const Session& session, std::string_view path, Access access, Unread* unread) {
  const Workspace& workspace = session.workspace;
  KEDGE_TRY(const Place place, workspace.root().find(path, access));
  static const Digest version_of_nothing = sha256("");
  LoadedFile file{.given = std::string(path), .inside = place.path(), .version = version_of_nothing, .room = session.room};
  if (!place.missing_folders.empty() || !place.there) return file;
  std::optional<KnownText> assumed;
  if (unread != nullptr) assumed = seen_before(session, *place.there, file);
  file.unread = assumed.has_value();
  if (assumed) unread->files.push_back({file.given, assumed->version});
  Result<KnownText> known = assumed ? *std::move(assumed) : read_found(session, place, *place.there, file);
  // Somebody may have replaced it between two looks.
  if (!known && known.error().code == Code::conflict) {
    const Outcome<FileInfo> now = workspace.fs().look_at(place.folder, place.name);
    if (now) known = read_found(session, place, *now, file);
  }
  if (!known && known.error().code == Code::not_found) return file;
  if (!known) return std::unexpected(std::move(known).error());
  if (const std::string_view encoding = wide_encoding(known->text.bytes()); !encoding.empty()) {
    return std::unexpected(refuse(Code::encoding_unsupported, {{"path", path}, {"encoding", encoding}}));
  }
  file.exists = true;
  if (access == Access::write) file.vetted = Vetted{file.inside, place.there->identity};
  file.version = known->version;
  file.text = std::move(known->text);
  return file;
}

Result<LoadedFile> load_existing(const Session& session, std::string_view path, Access access) {
  KEDGE_TRY(LoadedFile file, load(session, path, access));
  if (!file.exists) return std::unexpected(refuse(Code::not_found, {{"path", path}}));
  return file;
}

}  // namespace kedge
