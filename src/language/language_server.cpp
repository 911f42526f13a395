#include "language/language_server.hpp"

#include <algorithm>

#include "language/lsp_framing.hpp"
#include "support/file_uri.hpp"
#include "support/json_members.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr int most_starts = 5;
constexpr std::size_t most_bytes_in_a_call = 64UL * 1024 * 1024;
constexpr std::size_t most_diagnostics = 1000;
constexpr std::size_t longest_message = 2000;
// A server that does not say which version it talks about may publish more than once for a change.
constexpr std::chrono::milliseconds settling_time{300};

LspPosition position_in(const Json* json) {
  if (json == nullptr) return {};
  const auto within = [](std::int64_t number) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number, 0, INT32_MAX));
  };
  return {within(member_number(*json, "line", 0)), within(member_number(*json, "character", 0))};
}

Json position_json(LspPosition position) { return Json::object({{"line", position.line}, {"character", position.character}}); }

std::vector<ServerEdit> edits_in(const Json& list, const std::string& path) {
  std::vector<ServerEdit> edits;
  for (const Json& each : list.as_array() != nullptr ? *list.as_array() : Json::Array()) {
    const Json* const range = each.find("range");
    if (range == nullptr) continue;
    edits.push_back({path, position_in(range->find("start")), position_in(range->find("end")), member_text(each, "newText")});
  }
  return edits;
}

// The error: it wants more than to change text.
std::expected<std::vector<ServerEdit>, std::string> edits_of_workspace(const Json& result) {
  std::vector<ServerEdit> all;
  const auto add = [&](const std::string& uri, const Json& edits) -> bool {
    const std::optional<std::string> path = path_of_uri(uri);
    if (!path) return false;
    std::ranges::move(edits_in(edits, *path), std::back_inserter(all));
    return true;
  };
  if (const Json* const changes = result.find("changes"); changes != nullptr && changes->as_object() != nullptr) {
    for (const Json::Member& member : *changes->as_object()) {
      if (!add(member.first, member.second)) return std::unexpected("it wants to change something that is no file");
    }
  }
  for (const Json& change : member_list(result, "documentChanges")) {
    if (change.find("kind") != nullptr) return std::unexpected("it wants to create, rename or delete files");
    const Json* const document = change.find("textDocument");
    const Json* const edits = change.find("edits");
    if (document == nullptr || edits == nullptr || !add(member_text(*document, "uri"), *edits)) {
      return std::unexpected("it wants to change something that is no file");
    }
  }
  return all;
}

}  // namespace

bool LanguageServer::send(const Json& message, Clock::time_point until) {
  if (!process_) return false;
  if (process_->write(lsp_message(message), until)) return true;
  give_up();  // half a message cannot be continued
  return false;
}

void LanguageServer::give_up() {
  process_.reset();
  initialized_ = false;
  bytes_.clear();
  answers_.clear();
  documents_.clear();
}

bool LanguageServer::is_ready(Clock::time_point until) {
  heard_bytes_ = 0;
  if (process_ && initialized_) return true;
  if (!process_) {
    if (starts_ >= most_starts) return false;
    ++starts_;
    process_ = ChildProgram::start(program_.command, root_);
    if (!process_) return false;
    Json folders = Json::array();
    folders.push(Json::object({{"uri", file_uri(root_)}, {"name", "root"}}));
    const Json capabilities = Json::object(
        {{"general", Json::object({{"positionEncodings", Json::array({"utf-8", "utf-16"})}})},
         {"textDocument", Json::object({{"synchronization", Json::object({{"didSave", true}})},
                                        {"publishDiagnostics", Json::object({{"versionSupport", true}})},
                                        {"rename", Json::object({{"prepareSupport", false}})}})},
         {"workspace", Json::object({{"configuration", true}, {"workspaceEdit", Json::object({{"documentChanges", true}})}})}});
    last_id_ = 1;
    send(Json::object({{"jsonrpc", "2.0"},
                       {"id", 1},
                       {"method", "initialize"},
                       {"params", Json::object({{"processId", Json()},
                                                {"rootUri", file_uri(root_)},
                                                {"rootPath", root_},
                                                {"workspaceFolders", std::move(folders)},
                                                {"initializationOptions", read_json(program_.options).value_or(Json::object())},
                                                {"capabilities", capabilities}})}}),
         until);
  }
  const std::optional<Json> answer = answer_to(1, until);
  if (!answer) return false;
  if (const Json* const offered = answer->find("capabilities")) {
    unit_ = member_text(*offered, "positionEncoding") == "utf-8" ? ColumnUnit::utf8 : ColumnUnit::utf16;
  }
  initialized_ = true;
  // Some wait until they are told that there are no settings.
  const Json settings = Json::object({{"settings", Json::object()}});
  return send(Json::object({{"jsonrpc", "2.0"}, {"method", "initialized"}, {"params", Json::object()}}), until) &&
         send(Json::object({{"jsonrpc", "2.0"}, {"method", "workspace/didChangeConfiguration"}, {"params", settings}}), until);
}

std::optional<Json> LanguageServer::answer_to(int id, Clock::time_point until) {
  while (process_) {
    if (const auto found = answers_.find(id); found != answers_.end()) {
      Json answer = std::move(found->second);
      answers_.erase(found);
      return answer;
    }
    if (!hear(until)) return std::nullopt;
  }
  return std::nullopt;
}

bool LanguageServer::hear(Clock::time_point until) {
  while (process_) {
    std::expected<std::optional<Json>, std::string> message = take_lsp_message(bytes_);
    if (!message) {
      give_up();
      return false;
    }
    if (const std::optional<Json>& whole = *message) {
      hear_message(*whole);
      return process_ != nullptr;
    }
    const std::size_t before = bytes_.size();
    switch (process_->read(bytes_, until)) {
      case ChildProgram::Read::late: return false;
      case ChildProgram::Read::ended: give_up(); return false;
      case ChildProgram::Read::some: break;
    }
    heard_bytes_ += bytes_.size() - before;
    if (heard_bytes_ > most_bytes_in_a_call) {
      give_up();
      return false;
    }
  }
  return false;
}

void LanguageServer::hear_message(const Json& message) {
  const Json* const id = message.find("id");
  const std::string method = member_text(message, "method");
  if (method.empty()) {
    if (id == nullptr || id->as_integer() == nullptr || answers_.size() > 100) return;
    const Json* const problem = message.find("error");
    const Json* const result = message.find("result");
    answers_[static_cast<int>(*id->as_integer())] = problem != nullptr
                                                        ? Json::object({{"refused", member_text(*problem, "message")}})
                                                    : result != nullptr ? *result
                                                                        : Json();
    return;
  }
  const Json* const params = message.find("params");
  if (method == "textDocument/publishDiagnostics" && params != nullptr) return hear_diagnostics(*params);
  if (id == nullptr) return;
  // It asks. It gets no settings, and it writes nothing itself.
  Json result;
  if (method == "workspace/configuration" && params != nullptr) {
    result = Json::array();
    for (std::size_t i = 0; i < member_list(*params, "items").size(); ++i) result.push(Json());
  } else if (method == "workspace/applyEdit") {
    result = Json::object({{"applied", false}, {"failureReason", "files are only changed when they are asked to be"}});
  } else if (method == "workspace/workspaceFolders") {
    result = Json::array({Json::object({{"uri", file_uri(root_)}, {"name", "root"}})});
  }
  send(Json::object({{"jsonrpc", "2.0"}, {"id", *id}, {"result", std::move(result)}}), Clock::now() + std::chrono::seconds(1));
}

void LanguageServer::hear_diagnostics(const Json& params) {
  const auto document = documents_.find(path_of_uri(member_text(params, "uri")).value_or(""));
  if (document == documents_.end()) return;
  const std::int64_t version = member_number(params, "version", -1);
  if (version >= 0) has_versions_ = true;
  if (version >= 0 && version != document->second.version) return;  // about a text that it no longer has
  std::vector<ServerDiagnostic> found;
  for (const Json& each : member_list(params, "diagnostics")) {
    if (found.size() == most_diagnostics) break;
    const Json* const range = each.find("range");
    const auto severity = static_cast<int>(std::clamp<std::int64_t>(member_number(each, "severity", 1), 1, 4));
    if (severity > 2) continue;  // hints
    std::string source = member_text(each, "source");
    found.push_back({position_in(range != nullptr ? range->find("start") : nullptr), severity,
                     member_text(each, "message").substr(0, longest_message),
                     source.empty() ? program_.name : std::move(source)});
  }
  document->second.diagnostics = std::move(found);
  document->second.fresh = true;
}

bool LanguageServer::show(const std::string& path, const std::string& text, Clock::time_point until) {
  const auto known = documents_.find(path);
  if (known != documents_.end() && known->second.text == text) return true;
  if (known == documents_.end()) {
    documents_[path] = {.version = 1, .text = text};
    return send(
        Json::object({{"jsonrpc", "2.0"},
                      {"method", "textDocument/didOpen"},
                      {"params", Json::object({{"textDocument", Json::object({{"uri", file_uri(path)},
                                                                              {"languageId", program_.language_of(path)},
                                                                              {"version", 1},
                                                                              {"text", text}})}})}}),
        until);
  }
  Document& document = known->second;
  document = {.version = document.version + 1, .text = text};
  const Json changes = Json::array({Json::object({{"text", text}})});
  return send(
      Json::object(
          {{"jsonrpc", "2.0"},
           {"method", "textDocument/didChange"},
           {"params", Json::object({{"textDocument", Json::object({{"uri", file_uri(path)}, {"version", document.version}})},
                                    {"contentChanges", changes}})}}),
      until);
}

std::optional<std::vector<ServerDiagnostic>> LanguageServer::diagnose(const std::string& path, const std::string& text,
                                                                      Clock::time_point until) {
  if (!is_ready(until) || !show(path, text, until)) return std::nullopt;
  const auto settled = [&] {
    const auto document = documents_.find(path);
    return document != documents_.end() && document->second.diagnostics.has_value();
  };
  while (!settled()) {
    if (!hear(until)) return std::nullopt;
  }
  // Only the last of several counts, where nothing says which one is about this text.
  while (!has_versions_ && documents_.contains(path) && documents_.at(path).fresh) {
    documents_.at(path).fresh = false;
    const Clock::time_point calm = std::min(until, Clock::now() + settling_time);
    while (documents_.contains(path) && !documents_.at(path).fresh && hear(calm)) {
    }
  }
  const auto document = documents_.find(path);
  return document != documents_.end() ? document->second.diagnostics : std::nullopt;
}

std::expected<std::vector<ServerEdit>, std::string> LanguageServer::rename(const std::string& path, const std::string& text,
                                                                           ByteOffset at, const std::string& name,
                                                                           Clock::time_point until) {
  // A server that has not looked at the project yet would find the name in this file alone. When it has something to say about
  // the file, it has looked.
  if (!diagnose(path, text, until)) return std::unexpected("it does not answer");
  const int id = ++last_id_;
  const Json params = Json::object({{"textDocument", Json::object({{"uri", file_uri(path)}})},
                                    {"position", position_json(position_of(Text(text), at, unit_))},
                                    {"newName", name}});
  if (!send(Json::object({{"jsonrpc", "2.0"}, {"id", id}, {"method", "textDocument/rename"}, {"params", params}}), until)) {
    return std::unexpected("it does not answer");
  }
  const std::optional<Json> answer = answer_to(id, until);
  if (!answer) return std::unexpected("it does not answer in time");
  if (const std::string refused = member_text(*answer, "refused"); answer->find("refused") != nullptr) {
    return std::unexpected(concat("it says: ", printable(refused.substr(0, 300))));
  }
  return edits_of_workspace(*answer);
}

void LanguageServer::forget(const std::string& path) {
  if (documents_.erase(path) == 0) return;
  send(Json::object({{"jsonrpc", "2.0"},
                     {"method", "textDocument/didClose"},
                     {"params", Json::object({{"textDocument", Json::object({{"uri", file_uri(path)}})}})}}),
       Clock::now() + std::chrono::seconds(1));
}

}  // namespace kedge
