// kedge blame: which change wrote each line of a file.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "cli/pages.hpp"
#include "engine/history.hpp"
#include "render/row.hpp"
#include "support/strings.hpp"
#include "support/time_text.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> blame_positionals{
    {{"PATH", "the file, relative to the root; PATH:A-B for some of its lines"}}};
constexpr auto blame_options = joined_options(paging_options, workspace_options);

constexpr std::size_t longest_session = 16;  // that is printed

std::string_view name_of(Origin::Kind kind) {
  switch (kind) {
    case Origin::Kind::recorded: return "recorded";
    case Origin::Kind::others: return "others";
    case Origin::Kind::not_known: return "not_known";
  }
  return "";
}

struct Lines {
  std::uint32_t first, last;
};

Result<Lines> lines_of(const PathAndLines& asked, const Blame& blame) {
  const std::uint32_t count = blame.text.line_count();
  if (!asked.first) return Lines{1, count};
  const std::uint32_t last = asked.last.value_or(*asked.first);
  if (*asked.first < 1 || *asked.first > count || last < *asked.first) {
    return std::unexpected(refuse(Code::line_out_of_range, {{"path", asked.path}, {"line", *asked.first}, {"count", count}}));
  }
  return Lines{*asked.first, std::min(last, count)};
}

// Consecutive lines of one origin are one entry.
Json json_of(const Blame& blame, const PathAndLines& asked, Lines lines) {
  Json ranges = Json::array();
  for (std::uint32_t line = lines.first; line <= lines.last;) {
    const std::size_t place = blame.lines[line - 1];
    std::uint32_t end = line;
    while (end <= lines.last && blame.lines[end - 1] == place) ++end;
    const Origin& origin = blame.origins[place];
    Json range = Json::object({{"first", line}, {"last", end - 1}, {"by", name_of(origin.kind)}});
    if (origin.record) {
      range.set("id", origin.record->id);
      range.set("kind", kedge::name_of(origin.record->kind));
      range.set("session", origin.record->session);
      if (!origin.record->client.empty()) range.set("client", origin.record->client);
      range.set("time", time_text(origin.record->time));
    }
    ranges.push(std::move(range));
    line = end;
  }
  return Json::object({{"path", asked.path}, {"version", to_hex(blame.version)}, {"lines", std::move(ranges)}});
}

struct Columns {
  std::string id, session, time;
};

Columns columns_of(const Origin& origin) {
  if (origin.kind == Origin::Kind::others) return {"-", "others", ""};
  if (!origin.record) return {"-", "", ""};
  const std::string& who = origin.record->client.empty() ? origin.record->session : origin.record->client;
  return {origin.record->id, printable(who.substr(0, longest_session)), time_text(origin.record->time)};
}

std::string text_of(const Blame& blame, Lines lines, ui::Colour colour) {
  std::vector<Columns> all;
  std::size_t id = 0;
  std::size_t session = 0;
  std::size_t time = 0;
  for (const Origin& origin : blame.origins) {
    all.push_back(columns_of(origin));
    id = std::max(id, all.back().id.size());
    session = std::max(session, all.back().session.size());
    time = std::max(time, all.back().time.size());
  }
  const std::size_t number = std::to_string(lines.last).size();
  const auto wide = [](const std::string& cell, std::size_t width) {
    return concat(cell, std::string(width - std::min(width, cell.size()), ' '));
  };
  std::string text;
  for (std::uint32_t line = lines.first; line <= lines.last; ++line) {
    const Columns& columns = all[blame.lines[line - 1]];
    const std::string shown = std::to_string(line);
    append(text, concat(ui::in_colour(wide(columns.id, id), ui::yellow, colour), ' ', wide(columns.session, session), ' ',
                        wide(columns.time, time), ' ', std::string(number - shown.size(), ' '), shown, ':',
                        printable(shown_row(blame.text, LineNo{line})), '\n'));
  }
  return text;
}

Ended run_blame(const Arguments& arguments) {
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "blame"));
  const PathAndLines asked = path_and_lines(arguments.required("PATH"));
  Result<Blame> answer = blame(opened->session(), asked.path);
  KEDGE_DO(opened->heard_all());
  opened->finish();
  KEDGE_TRY(const Blame found, std::move(answer));
  KEDGE_TRY(const Lines lines, lines_of(asked, found));
  if (arguments.json()) return print_json(json_of(found, asked, lines));
  return print_pages(arguments, text_of(found, lines, colour_of_output()));
}

}  // namespace

namespace command {

extern const Command blame;
const Command blame{
    "blame",
    "Show which change wrote each line of a file",
    R"(Prints the file as it is, each line after the change that wrote it: its ID for kedge show, who made it and when. "others"
wrote what was changed after kedge without kedge; what is older than the records has no name. Lines that were taken back
or brought back belong to the change that wrote them first.)",
    blame_positionals,
    blame_options,
    &run_blame,
};

}  // namespace command
}  // namespace kedge
