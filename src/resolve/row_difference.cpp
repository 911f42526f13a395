#include "resolve/row_difference.hpp"

#include <algorithm>
#include <optional>

#include "resolve/odd_characters.hpp"
#include "support/linear_find.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

std::string without(std::string_view unwanted, std::string row) {
  std::erase_if(row, [&](char c) { return unwanted.contains(c); });
  return row;
}

// The first odd character that only `row` has.
std::optional<char32_t> odd_character_of(std::string_view row, std::string_view other) {
  std::u32string both_have;
  for (std::string_view rest = row; !rest.empty();) {
    const Utf8Step step = next_code_point(rest);
    if (step.valid && plain_form(step.code) && !both_have.contains(step.code)) {
      if (!other.contains(rest.substr(0, step.length))) return step.code;
      both_have.push_back(step.code);
    }
    rest.remove_prefix(step.length);
  }
  return std::nullopt;
}

std::string plainly(std::string_view row) {
  const std::string plain = with_plain_forms(row);
  return std::string(trimmed(plain));
}

std::string odd_character_phrase(char32_t code, std::string_view owner, std::string_view other) {
  const std::string_view plain = plain_form(code).value_or("");
  if (plain.empty()) return concat(owner, " has ", code_name(code), ", which ", other, " lacks");
  return concat(owner, " has ", code_name(code), " where ", other, " has ", plain == " " ? "a space" : plain);
}

std::string odd_difference(std::string_view row, std::string_view line) {
  if (const auto code = odd_character_of(line, row)) return odd_character_phrase(*code, "the file", "the quotation");
  if (const auto code = odd_character_of(row, line)) return odd_character_phrase(*code, "the quotation", "the file");
  return "characters that look alike differ";
}

std::string blank_difference(std::string_view row, std::string_view line, RowPart part) {
  const std::string_view quoted = indentation_of(row);
  const std::string_view in_file = indentation_of(line);
  const bool may_begin_inside = part == RowPart::tail || part == RowPart::inside;
  const bool ends_the_line = part == RowPart::tail && is_blank(row);
  if (quoted == in_file || ends_the_line || (may_begin_inside && in_file.ends_with(quoted))) return "trailing blanks differ";
  return concat("indentation differs: the file has ", described_indentation(in_file), ", the quotation ",
                described_indentation(quoted));
}

std::string backslash_difference(std::string_view row, std::string_view line) {
  const bool quoted_more = std::ranges::count(row, '\\') > std::ranges::count(line, '\\');
  return quoted_more ? "the quotation has backslashes that the file has not"
                     : "the file has backslashes that the quotation has not";
}

std::string text_difference(std::string_view row, std::string_view line) {
  row = trimmed(row);
  line = trimmed(line);
  if (line.empty()) return "the file has a blank line there";
  if (row.empty()) return "the quotation has a blank line there";
  if (line.starts_with(row)) return "the file's line goes on";
  if (row.starts_with(line)) return "the quotation's line goes on";
  if (line.ends_with(row)) return "the file's line begins earlier";
  if (row.ends_with(line)) return "the quotation's line begins earlier";
  return "only the text differs";
}

}  // namespace

bool fits(std::string_view row, std::string_view line, RowPart part) {
  switch (part) {
    case RowPart::whole: return line == row;
    case RowPart::tail: return line.ends_with(row);
    case RowPart::head: return line.starts_with(row);
    case RowPart::inside: return linear_find(line, row) != std::string_view::npos;
  }
  return false;
}

std::string difference(std::string_view row, std::string_view line, RowPart part) {
  if (part == RowPart::whole && is_blank(row) != is_blank(line)) return text_difference(row, line);
  if (fits(trimmed(row), trimmed(line), part)) return blank_difference(row, line, part);

  // Each step ignores one more kind of difference on both sides; the first with which the row matches is the reason.
  std::string row_form;
  std::string line_form;
  const auto fits_as = [&](std::string forgiving_row, std::string forgiving_line) {
    row_form = std::move(forgiving_row);
    line_form = std::move(forgiving_line);
    return fits(row_form, line_form, part);
  };
  if (fits_as(plainly(row), plainly(line))) return odd_difference(row, line);
  if (fits_as(lower_case(row_form), lower_case(line_form))) return "letters differ in case only";
  if (fits_as(without(row_blanks, row_form), without(row_blanks, line_form))) return "blanks inside the line differ";
  if (fits_as(without("\\", row_form), without("\\", line_form))) return backslash_difference(row, line);
  return text_difference(row, line);
}

std::string essence_of(std::string_view row) { return lower_case(plainly(row)); }

}  // namespace kedge
