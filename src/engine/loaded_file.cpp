#include "engine/loaded_file.hpp"

#include "fs/open_regular.hpp"
#include "fs/read_file.hpp"
#include "text/encoding.hpp"

namespace kedge {

Result<LoadedFile> load(const Workspace& workspace, std::string_view path, Access access) {
  KEDGE_TRY(const Place place, workspace.root().find(path, access));
  LoadedFile file{.given = std::string(path), .inside = place.path(), .version = sha256("")};
  if (!place.missing_folders.empty()) return file;
  Result<OpenedFile> opened = open_regular(workspace.fs(), place.folder, place.name, path);
  if (!opened && opened.error().code == Code::not_found) return file;
  if (!opened) return std::unexpected(std::move(opened).error());
  KEDGE_TRY(std::string bytes, read_steady(workspace.fs(), *opened, path, largest_editable_file));
  if (const std::string_view encoding = wide_encoding(bytes); !encoding.empty()) {
    return std::unexpected(refuse(Code::encoding_unsupported, Json::object({{"path", path}, {"encoding", encoding}})));
  }
  file.exists = true;
  file.version = sha256(bytes);
  file.text = Text(std::move(bytes));
  return file;
}

Result<LoadedFile> load_existing(const Workspace& workspace, std::string_view path, Access access) {
  KEDGE_TRY(LoadedFile file, load(workspace, path, access));
  if (!file.exists) return std::unexpected(refuse(Code::not_found, Json::object({{"path", path}})));
  return file;
}

}  // namespace kedge
