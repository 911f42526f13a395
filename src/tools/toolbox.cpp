#include "tools/toolbox.hpp"

#include <algorithm>

#include "engine/watchers.hpp"
#include "support/strings.hpp"
#include "tools/preview.hpp"
#include "tools/refusal_page.hpp"
#include "tools/verbs.hpp"

namespace kedge {
namespace {

Result<Reply> run(const ServedTool& tool, const Json& arguments, Session& session) {
  const Dialect& dialect = *tool.dialect;
  switch (tool.text->verb) {
    case Verb::read: return verb::read(dialect, arguments, session);
    case Verb::search: return verb::search(dialect, arguments, session);
    case Verb::write: return verb::write(dialect, arguments, session);
    case Verb::edit: return verb::edit(dialect, arguments, session);
    case Verb::undo: return verb::undo(dialect, arguments, session);
    case Verb::preview: return verb::preview(dialect, arguments, session);
  }
  return Reply{};
}

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

std::vector<ServedTool> served_tools(std::span<const Dialect* const> dialects, bool preview) {
  std::vector<ServedTool> served;
  for (const Dialect* const dialect : dialects) {
    const std::string prefix = dialects.size() > 1 ? concat(dialect->name, '_') : std::string();
    for (const ToolText& text : dialect->tools) served.push_back({concat(prefix, text.name), dialect, &text});
    if (preview && dialect->arrives_in_rows) served.push_back({concat(prefix, preview_tool.name), dialect, &preview_tool});
  }
  return served;
}

Reply refused(const Error& error) { return {.text = to_text(error), .structured = to_json(error), .refusal = error}; }

Reply call(const ServedTool& tool, const Json& arguments, Session& session) {
  Result<Reply> reply = run(tool, arguments, session);
  if (!reply) {
    tell_refused(session, tool.text->name, reply.error());
    // In front of it stands a line that says that it is a refusal.
    constexpr std::size_t first_line = 100;
    const std::size_t most = session.room->longest_refusal();
    return refused(within_page(std::move(reply).error(), most - std::min(most, first_line)));
  }
  if (!reply->opened.empty()) tell(session, [&] { return opened_files(*reply, tool, session); });
  return *std::move(reply);
}

}  // namespace kedge
