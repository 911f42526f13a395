#include "dialects/foreign_format.hpp"

#include <algorithm>
#include <functional>

#include "dialects/dialect.hpp"
#include "dialects/sent_rows.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

// The dialects with a format, highest rank first.
std::vector<const Dialect*> by_rank() {
  std::vector<const Dialect*> all;
  for (const Dialect* const dialect : dialects()) {
    if (!dialect->format.name.empty()) all.push_back(dialect);
  }
  std::ranges::stable_sort(all, std::greater(), [](const Dialect* dialect) { return dialect->format.rank; });
  return all;
}

Error told(const Dialect& dialect, std::size_t row) {
  const std::string problem = concat("this is ", dialect.format.name, "; use the dialect `", dialect.name, "`");
  Error error =
      refuse(Code::patch_syntax, concat(problem, '.'), {{"patch_line", row}, {"dialect", dialect.name}, {"problem", problem}});
  error.next = concat(
      "Nothing was changed. Write the same change in the format of this tool, as its description shows, or send it to the tool "
      "of `",
      dialect.name, "` where that is served.");
  return error;
}

std::optional<Error> marked_text(std::string_view input, std::string_view own) {
  const std::vector<std::string_view> rows = sent_rows(input);
  std::optional<Error> first;
  for (const Dialect* const dialect : by_rank()) {
    const std::optional<std::size_t> row =
        dialect->format.recognises != nullptr ? dialect->format.recognises(rows) : std::nullopt;
    if (!row) continue;
    if (dialect->name == own) return std::nullopt;
    if (!first) first = told(*dialect, *row + 1);
  }
  return first;
}

// A tool's arguments, sent as text.
std::optional<Error> json_arguments(std::string_view input, std::string_view own) {
  const std::string_view text = trimmed(input);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || (text[begin] != '{' && text[begin] != '[')) return std::nullopt;
  const std::expected<Json, JsonProblem> read = read_json(text.substr(begin));
  // Even cut off or badly escaped, it is recognised by its argument names.
  const auto has = [&](std::string_view name) {
    return read ? read->find(name) != nullptr
                : text[begin] == '{' && text.find(concat('"', name, '"')) != std::string_view::npos;
  };
  for (const Dialect* const dialect : by_rank()) {
    if (dialect->name != own && std::ranges::any_of(dialect->format.arguments, has)) return told(*dialect, 1);
  }
  const bool wraps = has("input") || (read && read->as_array() != nullptr && !read->empty());
  if (!wraps) return std::nullopt;
  const std::string problem = "this is JSON around the text of an edit; send the text alone, with real line breaks";
  return refuse(Code::patch_syntax, concat(problem, '.'), {{"patch_line", 1}, {"problem", problem}});
}

}  // namespace

std::optional<Error> foreign_format(std::string_view input, std::string_view own) {
  if (std::optional<Error> marked = marked_text(input, own)) return marked;
  return json_arguments(input, own);
}

Error or_foreign(Error refusal, std::string_view input, std::string_view own) {
  return foreign_format(input, own).value_or(std::move(refusal));
}

}  // namespace kedge
