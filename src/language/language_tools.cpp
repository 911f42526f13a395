#include "language/language_tools.hpp"

#include <algorithm>

#include "language/lsp_positions.hpp"
#include "support/base64.hpp"
#include "support/json_members.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

constexpr JsonLimits answer_limits{.string_bytes = largest_companion_message, .values = 2'000'000};
constexpr std::chrono::milliseconds grace{500};  // for what is not the work itself
constexpr std::size_t most_told = 20;            // diagnostics of a file
constexpr std::size_t largest_file = 8UL * 1024 * 1024;
constexpr std::uint32_t most_renamed_edits = 100'000;

Json server_json(const ConfiguredProgram& program) {
  return Json::object({{"name", program.name},
                       {"language", program.language},
                       {"command", Json::strings(program.command)},
                       {"options", program.options}});
}

std::optional<Json> asked(Companion& companion, const Json& question, std::chrono::milliseconds time) {
  const std::optional<std::string> answer = companion.ask(question.dump(), time + grace);
  if (!answer) return std::nullopt;
  std::expected<Json, JsonProblem> json = read_json(*answer, answer_limits);
  return json ? std::optional(*std::move(json)) : std::nullopt;
}

// Servers may say anything.
std::uint32_t within_file(std::int64_t number) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number, 0, INT32_MAX));
}

std::uint32_t number_at(const Json::Array& items, std::size_t at) {
  return items[at].as_integer() != nullptr ? within_file(*items[at].as_integer()) : 0;
}

bool can_be_sent(const std::optional<Text>& text) { return !text || (text->size() <= largest_file && is_utf8(text->bytes())); }

}  // namespace

std::unique_ptr<LanguageTools> LanguageTools::start(LanguageSettings settings, std::string program) {
  if (settings.servers.empty() && settings.formatters.empty()) return nullptr;
  std::unique_ptr<Companion> companion = Companion::start({std::move(program), std::string(language_worker_word)});
  if (!companion) return nullptr;
  return std::unique_ptr<LanguageTools>(new LanguageTools(std::move(settings), std::move(companion)));
}

LanguageTools::Diagnosed LanguageTools::diagnose(const std::string& root, const std::vector<EditedText>& edits) {
  Diagnosed all;
  all.files.resize(edits.size());
  Json files = Json::array();
  std::vector<std::pair<std::size_t, const ConfiguredProgram*>> asked_about;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const EditedText& edit = edits[i];
    const ConfiguredProgram* const server = program_for(settings_.servers, edit.path);
    if (server == nullptr || !can_be_sent(edit.before) || !can_be_sent(edit.after)) continue;
    Json file = Json::object({{"path", edit.path}, {"server", server_json(*server)}});
    if (edit.before) file.set("before", edit.before->bytes());
    if (edit.after) file.set("after", edit.after->bytes());
    files.push(std::move(file));
    asked_about.emplace_back(i, server);
  }
  if (asked_about.empty()) return all;
  const std::optional<Json> answer = asked(
      *companion_,
      Json::object({{"ask", "diagnose"}, {"root", root}, {"ms", settings_.patience.count()}, {"files", std::move(files)}}),
      settings_.patience);
  const Json::Array& told = answer ? member_list(*answer, "files") : Json::Array();
  for (std::size_t i = 0; i < asked_about.size(); ++i) {
    const auto& [file, server] = asked_about[i];
    const Json::Array* const list = i < told.size() ? told[i].as_array() : nullptr;
    if (list == nullptr) {
      all.unanswered.push_back(concat(printable(edits[file].path), ": ", printable(server->name), " has said nothing in time"));
      continue;
    }
    for (const Json& each : *list) {
      if (all.files[file].size() == most_told) break;
      all.files[file].push_back({.line = LineNo{std::max(within_file(member_number(each, "line")), 1U)},
                                 .column = std::max(within_file(member_number(each, "column")), 1U),
                                 .message = printable_rows(member_text(each, "message")),
                                 .severity = member_number(each, "severity") == 2 ? "warning" : "error",
                                 .source = printable(member_text(each, "source"))});
    }
  }
  return all;
}

std::optional<LanguageTools::Formatted> LanguageTools::format(const std::string& root, std::string_view path,
                                                              const Text& text) {
  const ConfiguredProgram* const formatter = program_for(settings_.formatters, path);
  if (formatter == nullptr) return std::nullopt;
  const auto without = [&](std::string why) { return Formatted{formatter->name, std::unexpected(std::move(why))}; };
  if (!can_be_sent(text)) return without("the file is too large, or not UTF-8");
  const std::optional<Json> answer = asked(*companion_,
                                           Json::object({{"ask", "format"},
                                                         {"root", root},
                                                         {"path", path},
                                                         {"command", Json::strings(formatter->command)},
                                                         {"ms", settings_.patience_of_formatters.count()},
                                                         {"text", text.bytes()}}),
                                           settings_.patience_of_formatters);
  if (!answer) return without("it took too long");
  if (const std::string problem = member_text(*answer, "problem"); !problem.empty()) return without(problem);
  std::optional<std::string> bytes = from_base64(member_text(*answer, "text"));
  if (!bytes || !is_utf8(*bytes)) return without("what it printed is not UTF-8");
  // A program that reads nothing and says nothing has not formatted anything.
  if (bytes->empty() && text.size() > 0) return without("it printed nothing");
  return Formatted{formatter->name, Text(*std::move(bytes))};
}

std::expected<std::vector<LanguageTools::ServerRename>, std::string> LanguageTools::rename(const std::string& root,
                                                                                           std::string_view path,
                                                                                           const Text& text, ByteOffset at,
                                                                                           const std::string& name) {
  const ConfiguredProgram* const server = program_for(settings_.servers, path);
  if (server == nullptr) return std::unexpected("no language server is configured for it");
  if (!can_be_sent(text)) return std::unexpected("the file is too large, or not UTF-8");
  const std::optional<Json> answer = asked(*companion_,
                                           Json::object({{"ask", "rename"},
                                                         {"root", root},
                                                         {"path", path},
                                                         {"server", server_json(*server)},
                                                         {"ms", settings_.patience_of_renames.count()},
                                                         {"at", at.value},
                                                         {"name", name},
                                                         {"text", text.bytes()}}),
                                           settings_.patience_of_renames);
  if (!answer) return std::unexpected(concat(printable(server->name), " does not answer"));
  if (const std::string problem = member_text(*answer, "problem"); !problem.empty()) {
    return std::unexpected(concat(printable(server->name), ": ", problem));
  }
  const ColumnUnit unit = member_flag(*answer, "bytes").value_or(false) ? ColumnUnit::utf8 : ColumnUnit::utf16;
  std::vector<ServerRename> files;
  for (const Json& file : member_list(*answer, "files")) {
    ServerRename& renamed = files.emplace_back(ServerRename{.path = member_text(file, "path"), .unit = unit});
    for (const Json& edit : member_list(file, "edits")) {
      const Json::Array& numbers = edit.as_array() != nullptr ? *edit.as_array() : Json::Array();
      if (numbers.size() != 5 || numbers[4].as_string() == nullptr || renamed.edits.size() == most_renamed_edits) {
        return std::unexpected(concat(printable(server->name), ": its answer is unclear"));
      }
      renamed.edits.push_back({{number_at(numbers, 0), number_at(numbers, 1)},
                               {number_at(numbers, 2), number_at(numbers, 3)},
                               *numbers[4].as_string()});
    }
  }
  return files;
}

}  // namespace kedge
