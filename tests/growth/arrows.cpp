// A dialect that only exists while it is tested that a dialect of texts is one file and one row: below `@file PATH`, each row
// `OLD => NEW` puts one line in the place of another.
#include <algorithm>
#include <array>

#include "dialects/dialect.hpp"
#include "dialects/edit_options.hpp"
#include "dialects/foreign_format.hpp"
#include "dialects/passage_results.hpp"
#include "dialects/said_passages.hpp"
#include "dialects/sent_rows.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view file_mark = "@file ";
constexpr std::string_view arrow = " => ";

constexpr std::string_view prompt =
    "Editing files with kedge (dialect `arrows`): below `@file PATH`, each row `OLD => NEW` puts one line in the place of "
    "another.\n";

constexpr std::string_view edit_schema = R"({"type":"object","properties":{"input":{"type":"string"},)" KEDGE_EDIT_OPTIONS
                                         R"(},"required":["input"],"additionalProperties":false})";

constexpr std::array<ToolText, 2> tools{{
    passages::read_tool,
    {"edit", "edit", "Replace lines", "Puts lines in the place of others.", edit_schema, passages::edit_result_schema},
}};

std::optional<std::size_t> first_file_mark(std::span<const std::string_view> rows) {
  const auto found = std::ranges::find_if(rows, [](std::string_view row) { return row.starts_with(file_mark); });
  return found == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - rows.begin()));
}

Result<Request> hear_edit(const Json& arguments) {
  KEDGE_TRY(passages::Heard heard, passages::hear(arguments, "arrows"));
  if (std::optional<Error> foreign = foreign_format(heard.input, "arrows")) return std::unexpected(*std::move(foreign));
  SentFaults faults;
  std::uint32_t number = 0;
  for (const std::string_view row : sent_rows(heard.input)) {
    ++number;
    const std::size_t at = row.find(arrow);
    if (row.starts_with(file_mark)) {
      heard.request.files.push_back({.path = std::string(row.substr(file_mark.size()))});
    } else if (at == std::string_view::npos || heard.request.files.empty()) {
      faults.refuse_row(number, "a row is `OLD => NEW`, below `@file PATH`.");
    } else {
      Passage passage;
      passage.rows.push_back({RowFate::removed, std::string(row.substr(0, at))});
      passage.rows.push_back({RowFate::added, std::string(row.substr(at + arrow.size()))});
      heard.request.files.back().operations.push_back({std::move(passage), {}, number});
    }
  }
  if (faults.empty() && heard.request.files.empty()) faults.refuse_row(1, "there is no `@file PATH`.");
  for (const FileRequest& file : heard.request.files) {
    if (file.operations.empty()) faults.refuse_row(number, "there is no row below `@file PATH`.");
  }
  if (!faults.empty()) return std::unexpected(faults.take());
  return std::move(heard.request);
}

Result<Json> say(std::span<const FileOutcome> files) {
  std::string text;
  for (const FileOutcome& file : files) {
    KEDGE_TRY(const std::vector<SaidPassage> said, said_passages(file));
    append(text, concat(file_mark, file.path, '\n'));
    for (const SaidPassage& passage : said) {
      std::vector<std::string> removed;
      std::vector<std::string> added;
      for (const PassageRow& row : passage.rows) {
        if (row.fate == RowFate::removed) removed.push_back(row.text);
        if (row.fate == RowFate::added) added.push_back(row.text);
      }
      if (removed.size() != 1 || added.size() != 1) return cannot_be_said(file, "it is not one line for another");
      append(text, concat(removed.front(), arrow, added.front(), '\n'));
    }
  }
  return passages::said(std::move(text));
}

}  // namespace

namespace dialect {

extern const Dialect arrows;
const Dialect arrows{.name = "arrows",
                     .prompt = prompt,
                     .tools = tools,
                     .takes_text = true,
                     .fields = {.anchored = "numbers"},
                     .format = {.name = "a list of arrows", .recognises = &first_file_mark},
                     .rows = &passages::rows,
                     .last_row = &passages::last_row,
                     .hear_edit = &hear_edit,
                     .tell = &passages::tell,
                     .say = &say};

}  // namespace dialect
}  // namespace kedge
