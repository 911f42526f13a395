#include "tools/call_memory.hpp"

#include <algorithm>
#include <functional>

#include "tools/chosen_root.hpp"

namespace kedge {
namespace {

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
  return seed ^ (value + 0x9E3779B97F4A7C15U + (seed << 6U) + (seed >> 2U));
}

// Equal for equal values. Cheaper than their text: an argument may be a whole file.
std::uint64_t hash_of(const Json& json) {
  if (const std::string* const text = json.as_string()) return std::hash<std::string>{}(*text);
  std::uint64_t hash = 1;
  if (const Json::Object* const members = json.as_object()) {
    for (const auto& [name, value] : *members) hash = mixed(mixed(hash, std::hash<std::string>{}(name)), hash_of(value));
    return hash;
  }
  if (const Json::Array* const items = json.as_array()) {
    for (const Json& item : *items) hash = mixed(hash, hash_of(item));
    return hash;
  }
  return std::hash<std::string>{}(json.dump());
}

// The repair of a call whose path was wrong has another path.
bool is_about_path(const Error& refusal) {
  return row_of(refusal.code).action == "check_path" || refusal.code == Code::path_outside_root;
}

// The files that the call is about, each spelled in one way. An empty name means any file: if the call cannot be read or its
// path is wrong, the next change of the session counts as its repair, whatever file it is in.
std::vector<std::string> files_of(const ServedTool& tool, const Json& arguments, const Reply& reply, const Root& root) {
  if (reply.refusal && is_about_path(*reply.refusal)) return {std::string()};
  std::vector<std::string> files;
  files.reserve(reply.changed.size() + 1);
  for (const std::string& path : reply.changed) files.push_back(led_to(root, path));
  if (files.empty() && reply.refusal && reply.refusal->path) files.push_back(led_to(root, *reply.refusal->path));
  if (files.empty()) {
    for (const NamedPath& named : paths_of(tool, arguments)) files.push_back(led_to(root, named.path));
  }
  if (files.empty() || !reply.refusal) files.emplace_back();
  return files;
}

bool is_preview(const Json& arguments) {
  const Json* const preview = arguments.find("dry_run");
  return preview != nullptr && preview->as_bool() != nullptr && *preview->as_bool();
}

}  // namespace

bool CallMemory::settles(std::span<const std::string> paths) {
  const std::lock_guard lock(mutex_);
  bool found = false;
  for (const std::string& path : paths) found = refused_.erase(path) > 0 || found;
  return found;
}

bool CallMemory::has_refused() const {
  const std::lock_guard lock(mutex_);
  return !refused_.empty();
}

void CallMemory::add_refused(std::span<const std::string> paths) {
  const std::lock_guard lock(mutex_);
  if (refused_.size() + paths.size() > most_paths) refused_.clear();
  refused_.insert(paths.begin(), paths.end());
}

bool CallMemory::repeats(std::uint64_t call) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(calls_, call) != calls_.end()) return true;
  calls_.push_back(call);
  if (calls_.size() > most_calls) calls_.pop_front();
  return false;
}

void count_call(const ServedTool& tool, const Json& arguments, const Reply& reply, std::string_view client, CallMemory* memory,
                const Workspace& workspace, Store& store) {
  CountedCall counted{.client = std::string(client),
                      .dialect = std::string(tool.dialect->name),
                      .is_change = tool.changes_files(),
                      .time = workspace.fs().now()};
  if (reply.refusal) counted.refusal = reply.refusal->code;
  if (memory != nullptr && counted.is_change && !is_preview(arguments)) {
    counted.is_retry = memory->repeats(mixed(std::hash<std::string>{}(tool.name), hash_of(arguments)));
    if (reply.refusal) {
      memory->add_refused(files_of(tool, arguments, reply, workspace.root()));
    } else if (memory->has_refused()) {
      counted.is_repair = memory->settles(files_of(tool, arguments, reply, workspace.root()));
    }
  }
  store.count(counted);
}

}  // namespace kedge
