#include "dialects/foreign_format.hpp"

#include <algorithm>
#include <array>

#include "dialects/blocks/block_marker.hpp"
#include "dialects/patch/hunk_header.hpp"
#include "dialects/patch/section_header.hpp"
#include "dialects/sent_rows.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

struct Format {
  std::string_view dialect;
  std::string_view name;
};

constexpr Format v4a{"apply_patch", "a patch in the format of apply_patch"};
constexpr Format unified{"udiff", "a unified diff"};
constexpr Format search_replace{"blocks", "a text of SEARCH/REPLACE blocks"};
constexpr Format numbered{"patch", "a patch that names lines by their numbers"};
constexpr Format substitution{"replace", "a JSON object with old_string and new_string"};
constexpr Format hashed{"anchors", "a JSON object with operations"};

// Where the marks of a format stand first.
struct Mark {
  const Format* format;
  std::uint32_t row;
};

bool is_v4a(std::string_view row) {
  return row.starts_with("*** Update File: ") || row.starts_with("*** Add File: ") || row.starts_with("*** Delete File: ");
}

bool is_numbered(std::string_view row) {
  if (row.starts_with("¶")) return true;
  if (row.starts_with('[')) return read_section_header(row).has_value();
  const bool by_number = row.starts_with("replace ") || row.starts_with("delete ") || row.starts_with("insert ");
  if (!by_number) return false;
  const std::optional<HunkHeader> header = read_hunk_header(row);
  return header && header->hunk && header->tolerated.empty() &&
         (row.ends_with(':') || row.find("..") != std::string_view::npos);
}

bool is_unified(const std::vector<std::string_view>& rows, std::size_t at) {
  const std::string_view row = rows[at];
  if (row.starts_with("diff --git ") || row.starts_with("@@ -")) return true;
  return row.starts_with("--- ") && at + 1 < rows.size() && rows[at + 1].starts_with("+++ ");
}

// The formats whose rows bear a sign each cannot hold the marks of others at the start of a row; blocks can.
std::optional<Mark> mark_of_text(std::string_view input, std::string_view own) {
  const std::vector<std::string_view> rows = sent_rows(input);
  std::array<Mark, 4> first{Mark{&search_replace, 0}, Mark{&v4a, 0}, Mark{&numbered, 0}, Mark{&unified, 0}};
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const std::array<bool, 4> found{block_marker_of(rows[at]) == BlockMarker::search, is_v4a(rows[at]), is_numbered(rows[at]),
                                    is_unified(rows, at)};
    for (std::size_t kind = 0; kind < found.size(); ++kind) {
      if (found[kind] && first[kind].row == 0) first[kind].row = static_cast<std::uint32_t>(at + 1);
    }
  }
  const bool bears_own = std::ranges::any_of(first, [&](const Mark& m) { return m.row != 0 && m.format->dialect == own; });
  if (bears_own) return std::nullopt;
  const auto foreign = std::ranges::find_if(first, [](const Mark& mark) { return mark.row != 0; });
  return foreign == first.end() ? std::nullopt : std::optional(*foreign);
}

Error told(const Format& format, std::uint32_t row) {
  Json facts = Json::object();
  facts.set("patch_line", row);
  facts.set("dialect", format.dialect);
  std::string problem = concat("this is ", format.name, "; use the dialect `", format.dialect, "`");
  facts.set("problem", problem);
  Error error = refuse(Code::patch_syntax, concat(problem, '.'), std::move(facts));
  error.next = concat(
      "Nothing was changed. Write the same change in the format of this tool, as its description shows, or send it to the tool "
      "of `",
      format.dialect, "` where that is served.");
  return error;
}

// Arguments of a tool, as text.
std::optional<Error> json_arguments(std::string_view input, std::string_view own) {
  const std::string_view text = trimmed(input);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || (text[begin] != '{' && text[begin] != '[')) return std::nullopt;
  const std::expected<Json, JsonProblem> read = read_json(text.substr(begin));
  // Cut off or badly escaped, it is still recognised by the names that it holds.
  const auto has = [&](std::string_view name) {
    return read ? read->find(name) != nullptr
                : text[begin] == '{' && text.find(concat('"', name, '"')) != std::string_view::npos;
  };
  if (own != substitution.dialect && (has("old_string") || has("edits"))) return told(substitution, 1);
  if (own != hashed.dialect && has("operations")) return told(hashed, 1);
  const bool wraps = has("input") || (read && read->as_array() != nullptr && !read->empty());
  if (!wraps) return std::nullopt;
  Json facts = Json::object();
  facts.set("patch_line", 1);
  std::string problem = "this is JSON around the text of an edit; send the text alone, with real line breaks";
  facts.set("problem", problem);
  return refuse(Code::patch_syntax, concat(problem, '.'), std::move(facts));
}

}  // namespace

std::optional<Error> foreign_format(std::string_view input, std::string_view own) {
  if (const std::optional<Mark> mark = mark_of_text(input, own)) return told(*mark->format, mark->row);
  return json_arguments(input, own);
}

}  // namespace kedge
