// The other end of LanguageTools: starts the programs, and asks them.
#include <algorithm>
#include <map>

#include "fs/real_file_system.hpp"
#include "language/language_server.hpp"
#include "language/language_tools.hpp"
#include "support/base64.hpp"
#include "support/json_members.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

using Clock = ChildProgram::Clock;

constexpr JsonLimits question_limits{.string_bytes = largest_companion_message, .values = 100'000};
constexpr std::size_t largest_formatted = 64UL * 1024 * 1024;

std::vector<std::string> texts_of(const Json& json, std::string_view name) {
  std::vector<std::string> texts;
  for (const Json& item : member_list(json, name)) {
    if (item.as_string() != nullptr) texts.push_back(*item.as_string());
  }
  return texts;
}

Clock::time_point deadline_of(const Json& question) {
  return Clock::now() + std::chrono::milliseconds(member_number(question, "ms"));
}

// Which lines of the text before are where afterwards: those above and below all that changed.
struct UnchangedLines {
  UnchangedLines(const Text& before, const Text& after) : lines_before(before.line_count()), lines_after(after.line_count()) {
    const std::uint32_t most = std::min(lines_before, lines_after);
    while (above < most && before.raw(LineNo{above + 1}) == after.raw(LineNo{above + 1})) ++above;
    while (below < most - above && before.raw(LineNo{lines_before - below}) == after.raw(LineNo{lines_after - below})) ++below;
  }

  // From 0, as servers count; nullopt: it is among those that changed.
  std::optional<std::uint32_t> after_of(std::uint32_t line) const {
    if (line < above) return line;
    if (line >= lines_before - below) return line + lines_after - lines_before;
    return std::nullopt;
  }

  std::uint32_t lines_before, lines_after, above = 0, below = 0;
};

// What is said after the change and was not said before: about a line that did not change, in the same words; about lines that
// did, as often in these words.
std::vector<ServerDiagnostic> new_ones(const std::vector<ServerDiagnostic>& before, std::vector<ServerDiagnostic> after,
                                       const UnchangedLines& lines) {
  for (const ServerDiagnostic& old : before) {
    const std::optional<std::uint32_t> line = lines.after_of(old.at.line);
    const auto same = std::ranges::find_if(after, [&](const ServerDiagnostic& now) {
      const bool within = now.at.line >= lines.above && now.at.line < lines.lines_after - lines.below;
      return now.says_the_same_as(old) && (line ? now.at.line == *line : within);
    });
    if (same != after.end()) after.erase(same);
  }
  return after;
}

class Worker {
 public:
  std::string answer(std::string_view message) {
    const std::expected<Json, JsonProblem> question = read_json(message, question_limits);
    if (!question) return "{}";
    const std::string what = member_text(*question, "ask");
    if (what == "diagnose") return diagnose(*question).dump();
    if (what == "rename") return rename(*question).dump();
    if (what == "format") return format(*question).dump();
    return "{}";
  }

 private:
  LanguageServer& server_of(const Json& json, const std::string& root) {
    ConfiguredProgram program{.name = member_text(json, "name"),
                              .language = member_text(json, "language"),
                              .command = texts_of(json, "command"),
                              .options = member_text(json, "options")};
    const std::string key = concat(root, '\n', join(program.command, "\n"));
    auto found = servers_.find(key);
    if (found == servers_.end()) found = servers_.emplace(key, LanguageServer(std::move(program), root)).first;
    return found->second;
  }

  Json diagnose(const Json& question) {
    const std::string root = member_text(question, "root");
    const Clock::time_point until = deadline_of(question);
    Json files = Json::array();
    for (const Json& file : member_list(question, "files")) {
      LanguageServer& server = server_of(*file.find("server"), root);
      const std::string path = concat(root, '/', member_text(file, "path"));
      const Json* const after = file.find("after");
      if (after == nullptr || after->as_string() == nullptr) {
        server.forget(path);
        files.push(Json::array());
        continue;
      }
      const std::string before = member_text(file, "before");
      const auto known = file.find("before") != nullptr ? server.diagnose(path, before, until)
                                                        : std::optional(std::vector<ServerDiagnostic>());
      const auto now = server.diagnose(path, *after->as_string(), until);
      if (!known || !now) {
        files.push(Json());
        continue;
      }
      const Text text(*after->as_string());
      Json list = Json::array();
      for (const ServerDiagnostic& each : new_ones(*known, *now, UnchangedLines(Text(before), text))) {
        list.push(Json::object({{"line", each.at.line + 1},
                                {"column", column_of(text, each.at, server.unit())},
                                {"severity", each.severity},
                                {"message", each.message},
                                {"source", each.source}}));
      }
      files.push(std::move(list));
    }
    return Json::object({{"files", std::move(files)}});
  }

  Json rename(const Json& question) {
    const std::string root = member_text(question, "root");
    LanguageServer& server = server_of(*question.find("server"), root);
    const std::string path = concat(root, '/', member_text(question, "path"));
    const std::string text = member_text(question, "text");
    const Json* const at = question.find("at");
    const ByteOffset offset{at != nullptr && at->as_integer() != nullptr ? static_cast<std::size_t>(*at->as_integer()) : 0};
    const auto edits = server.rename(path, text, offset, member_text(question, "name"), deadline_of(question));
    if (!edits) return Json::object({{"problem", edits.error()}});
    std::map<std::string, Json> by_file;
    for (const ServerEdit& edit : *edits) {
      Json& list = by_file.try_emplace(edit.path, Json::array()).first->second;
      list.push(Json::array({edit.begin.line, edit.begin.character, edit.end.line, edit.end.character, edit.text}));
    }
    Json files = Json::array();
    for (auto& [name, list] : by_file) files.push(Json::object({{"path", name}, {"edits", std::move(list)}}));
    return Json::object({{"files", std::move(files)}, {"bytes", server.unit() == ColumnUnit::utf8}});
  }

  static Json format(const Json& question) {
    const Clock::time_point until = deadline_of(question);
    const auto problem = [](std::string_view what) { return Json::object({{"problem", what}}); };
    std::vector<std::string> command = texts_of(question, "command");
    for (std::string& word : command) {
      if (const std::size_t at = word.find("{path}"); at != std::string::npos)
        word.replace(at, 6, member_text(question, "path"));
    }
    const std::unique_ptr<ChildProgram> program = ChildProgram::start(command, member_text(question, "root"));
    if (!program) return problem("it could not be started");
    const std::string text = member_text(question, "text");
    std::string output;
    // It may begin to print before it has read everything.
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view piece = rest.substr(0, 32768);
      if (!program->write(piece, until))
        return problem(Clock::now() >= until ? "it took too long" : "it did not read the file");
      rest.remove_prefix(piece.size());
      while (program->read(output, Clock::now() + std::chrono::milliseconds(rest.empty() ? 0 : 1)) ==
             ChildProgram::Read::some) {
      }
    }
    program->end_input();
    for (;;) {
      const ChildProgram::Read read = program->read(output, until);
      if (read == ChildProgram::Read::late) return problem("it took too long");
      if (output.size() > largest_formatted) return problem("it printed too much");
      if (read == ChildProgram::Read::ended) break;
    }
    const std::optional<int> status = program->exit_status(until);
    if (!status) return problem("it took too long");
    if (*status != 0) return problem(concat("it failed with status ", *status));
    return Json::object({{"text", to_base64(output)}});
  }

  std::map<std::string, LanguageServer> servers_;
};

}  // namespace

int serve_language_tools() {
  Worker worker;
  return serve_companion([&](std::string_view message) { return worker.answer(message); });
}

}  // namespace kedge
