// kedge log: what was changed here, the newest first.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "support/strings.hpp"
#include "support/time_text.hpp"

namespace kedge {
namespace {

constexpr std::array<Option, 1> log_own_options{{{"limit", "N", "at most so many changes (20)"}}};
constexpr auto log_options = joined_options(log_own_options, workspace_options);

Json json_of(const Record& record) {
  Json files = Json::array();
  for (const RecordedFile& file : record.files) {
    files.push(Json::object({{"path", file.path},
                             {"before", file.before ? Json(to_hex(*file.before)) : Json()},
                             {"after", file.after ? Json(to_hex(*file.after)) : Json()}}));
  }
  Json json = Json::object({{"id", record.id},
                            {"time", time_text(record.time)},
                            {"kind", name_of(record.kind)},
                            {"session", record.session},
                            {"undone", record.undone},
                            {"files", std::move(files)}});
  if (!record.takes_back.empty()) json.set("of", record.takes_back);
  return json;
}

std::string text_of(const Record& record) {
  std::string row = concat(record.id, "  ", time_text(record.time), "  ", name_of(record.kind));
  if (!record.takes_back.empty()) append(row, concat(" of ", record.takes_back));
  append(row, "  ");
  for (std::size_t i = 0; i < record.files.size(); ++i) {
    append(row, concat(i == 0 ? "" : ", ", printable(record.files[i].path)));
  }
  return concat(row, record.undone ? "  (taken back)\n" : "\n");
}

Exit run_log(const Arguments& arguments) {
  const Result<std::uint32_t> limit = number_option(arguments, "limit", {.otherwise = 20, .least = 1, .most = 100'000}, "log");
  if (!limit) return report(limit.error(), Exit::usage, arguments.json());
  Result<std::unique_ptr<CommandSession>> opened = CommandSession::open(arguments, "log");
  if (!opened) return report(opened.error(), arguments.json());
  const std::vector<Record> records = (*opened)->session().store.newest(*limit);
  (*opened)->finish();
  if (arguments.json()) {
    Json list = Json::array();
    for (const Record& record : records) list.push(json_of(record));
    return print_json(Json::object({{"changes", std::move(list)}}));
  }
  std::string text;
  for (const Record& record : records) append(text, text_of(record));
  return print(text.empty() ? "nothing has been changed here yet\n" : text);
}

}  // namespace

namespace command {

extern const Command log;
const Command log{
    "log",
    "List the changes that were made, the newest first",
    "Each row is an edit or write, or one that was taken or brought back, under this root: its ID for kedge undo and redo, "
    "when, what, and in which files.",
    {},
    log_options,
    &run_log,
};

}  // namespace command
}  // namespace kedge
