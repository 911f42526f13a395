#include "setup/setup_record.hpp"

#include <algorithm>

#include "fs/read_file.hpp"
#include "fs/real_file_system.hpp"
#include "support/json_read.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string record_name(const Client& client) { return concat("setup-of-", client.name, ".json"); }

// The folder whose records these are. The home folder is a root only for this.
Result<Workspace> workspace_of_record(FileSystem& fs, Scope scope, const Places& places, const StateSettings& state) {
  WorkspaceSettings settings;
  settings.state = state;
  settings.root.path = scope == Scope::user ? places.home : places.root;
  if (settings.root.path.empty()) return std::unexpected(refuse(Code::not_found, {{"path", "HOME"}}));
  settings.root.resolved = resolved_path(settings.root.path);
  settings.root.home = resolved_path(places.home);
  settings.root.mounts = Mounts::cross;
  settings.root.allow_wide = scope == Scope::user;
  return Workspace::open(fs, settings);
}

std::string text_in(const Json& json, std::string_view name) {
  const Json* const value = json.find(name);
  return value == nullptr || value->as_string() == nullptr ? std::string() : *value->as_string();
}

std::string digest_of(const std::optional<std::string>& bytes) { return bytes ? to_hex(sha256(*bytes)) : std::string(); }

}  // namespace

SetupRecord SetupRecord::load(const Client& client, Scope scope, const Places& places, const StateSettings& state) {
  SetupRecord record;
  const std::unique_ptr<FileSystem> fs = real_file_system();
  const Result<Workspace> workspace = workspace_of_record(*fs, scope, places, state);
  if (!workspace) return record;
  const Result<std::string> bytes = read_file(concat(workspace->state().path, '/', record_name(client)));
  const auto json = bytes ? read_json(*bytes) : std::expected<Json, JsonProblem>();
  const Json* const files = json ? json->find("files") : nullptr;
  if (files == nullptr || files->as_array() == nullptr) return record;
  for (const Json& each : *files->as_array()) {
    std::string backup = text_in(each, "backup");
    record.files_.push_back({.file = text_in(each, "file"),
                             .backup = backup.empty() ? std::nullopt : std::optional(std::move(backup)),
                             .after = text_in(each, "after")});
  }
  return record;
}

const RecordedConfig* SetupRecord::find(const std::string& file) const {
  const auto found = std::ranges::find(files_, file, &RecordedConfig::file);
  return found == files_.end() ? nullptr : &*found;
}

std::optional<std::optional<std::string>> SetupRecord::before(const std::string& file) const {
  const RecordedConfig* const recorded = find(file);
  if (recorded == nullptr) return std::nullopt;
  if (!recorded->backup) return std::optional<std::string>();
  Result<std::string> bytes = read_file(*recorded->backup);
  if (!bytes) return std::nullopt;
  return std::optional(*std::move(bytes));
}

bool SetupRecord::is_untouched(const ConfigFile& file) const {
  const RecordedConfig* const recorded = find(file.absolute());
  return recorded != nullptr && recorded->after == digest_of(file.bytes);
}

void SetupRecord::add(std::span<const WrittenConfig> written, std::span<const ConfigChange> changes) {
  for (const WrittenConfig& own : written) {
    const auto change = std::ranges::find(changes, own.file, [](const ConfigChange& each) { return each.file.absolute(); });
    if (change == changes.end()) continue;
    std::string after = digest_of(change->after);
    const auto known = std::ranges::find(files_, own.file, &RecordedConfig::file);
    if (known != files_.end()) {
      known->after = std::move(after);
    } else {
      files_.push_back({own.file, own.backup, std::move(after)});
    }
  }
}

Result<void> SetupRecord::save(const Client& client, Scope scope, const Places& places, const StateSettings& state) const {
  const std::unique_ptr<FileSystem> fs = real_file_system();
  KEDGE_TRY(const Workspace workspace, workspace_of_record(*fs, scope, places, state));
  Json files = Json::array();
  for (const RecordedConfig& each : files_) {
    files.push(
        Json::object({{"file", each.file}, {"backup", each.backup ? Json(*each.backup) : Json()}, {"after", each.after}}));
  }
  return write_private(workspace, record_name(client), concat(Json::object({{"files", std::move(files)}}).dump(), '\n'));
}

}  // namespace kedge
