#include "tools/toolbox.hpp"

#include <algorithm>

#include "engine/watchers.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "tools/missing_path.hpp"
#include "tools/refusal_page.hpp"

namespace kedge {
namespace {

std::vector<Happening> opened_files(const Reply& reply, const ServedTool& tool, const Session& session) {
  Happening told = happening(session, Happening::Kind::opened, tool.text->name);
  for (const Opened& opened : reply.opened) {
    ToldText text = told_text(opened.text.bytes());
    Happening::File file{.path = opened.path, .version = to_hex(opened.version), .text = std::move(text.text)};
    file.bytes_left_out = text.bytes_left_out;
    if (!opened.lines.empty()) {
      file.first_line = opened.lines.first.value;
      file.last_line = opened.lines.last().value;
    }
    told.files.push_back(std::move(file));
  }
  return {std::move(told)};
}

}  // namespace

const Verb& ServedTool::verb() const {
  const Verb* const known = find_verb(text->verb);
  KEDGE_REQUIRE(known != nullptr);
  return *known;
}

bool is_prefix(std::string_view text) {
  return text.size() <= longest_prefix && std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
         });
}

std::vector<ServedTool> served_tools(std::span<const Dialect* const> dialects, const ToolChoice& choice) {
  std::vector<ServedTool> served;
  for (const Dialect* const dialect : dialects) {
    const std::string prefix = concat(choice.prefix, dialects.size() > 1 ? concat(dialect->name, '_') : std::string());
    for (const Verb* const verb : verbs()) {
      const ToolText* const text = text_of(*dialect, *verb);
      const bool wanted = verb->on_request == nullptr || (choice.for_programs && verb->on_request(*dialect));
      const bool possible = !verb->with_servers || choice.with_servers;
      if (text != nullptr && wanted && possible) served.push_back({concat(prefix, text->name), dialect, text});
    }
  }
  return served;
}

std::vector<NamedPath> paths_of(const ServedTool& tool, const Json& arguments) {
  if (const auto paths = tool.verb().paths) return paths(*tool.dialect, arguments);
  for (const std::string_view name : {std::string_view("path"), tool.dialect->fields.path, std::string_view("file_path")}) {
    const Json* const path = arguments.find(name);
    if (path != nullptr && path->as_string() != nullptr) return {{*path->as_string()}};
  }
  return {};
}

Reply refused(const Error& error) { return {.text = to_text(error), .structured = to_json(error), .refusal = error}; }

Reply call(const ServedTool& tool, const Json& arguments, Session& session) {
  Result<Reply> reply = tool.verb()(*tool.dialect, arguments, session);
  if (!reply) {
    add_nearest_path(reply.error(), session.workspace.fs(), session.workspace.root());
    tell_refused(session, tool.text->name, reply.error());
    // Room for the line before it that says that it is a refusal.
    constexpr std::size_t first_line = 100;
    const std::size_t most = session.room->longest_refusal();
    return refused(within_page(std::move(reply).error(), most - std::min(most, first_line)));
  }
  if (!reply->opened.empty()) tell(session, [&] { return opened_files(*reply, tool, session); });
  return *std::move(reply);
}

}  // namespace kedge
