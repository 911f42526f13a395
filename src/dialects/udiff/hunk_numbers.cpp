#include "dialects/udiff/hunk_numbers.hpp"

#include <algorithm>

#include "dialects/sent_rows.hpp"
#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

// Line numbers and counts below this can be added without overflow.
constexpr std::uint64_t most = 1'000'000'000;

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(' '), text.size())); }

enum class Read : std::uint8_t { fine, malformed, absurd };

Read read_number(std::string_view& text, std::uint32_t& into) {
  const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
  if (digits.empty()) return Read::malformed;
  text.remove_prefix(digits.size());
  const std::optional<std::uint64_t> value = number_of(digits);
  if (!value || *value > most) return Read::absurd;
  into = static_cast<std::uint32_t>(*value);
  return Read::fine;
}

// "-3,2": one side.
Read read_side(std::string_view& text, char mark, std::uint32_t& first, std::uint32_t& count) {
  if (!text.starts_with(mark)) return Read::malformed;
  text.remove_prefix(1);
  if (const Read read = read_number(text, first); read != Read::fine) return read;
  if (text.starts_with(',')) {
    text.remove_prefix(1);
    if (const Read read = read_number(text, count); read != Read::fine) return read;
  }
  return first == 0 && count > 0 ? Read::absurd : Read::fine;
}

Read read_numbers(std::string_view text, HunkNumbers& numbers) {
  if (const Read read = read_side(text, '-', numbers.old_first, numbers.old_count); read != Read::fine) return read;
  if (!text.starts_with(' ')) return Read::malformed;
  skip_blanks(text);
  if (const Read read = read_side(text, '+', numbers.new_first, numbers.new_count); read != Read::fine) return read;
  skip_blanks(text);
  return text.starts_with("@@") ? Read::fine : Read::malformed;
}

std::string side(char mark, std::uint32_t first, std::uint32_t count) {
  return count == 1 ? concat(mark, first) : concat(mark, first, ',', count);
}

}  // namespace

bool is_hunk_row(std::string_view row) { return row.starts_with("@@"); }

HunkRow read_hunk_row(std::string_view row) {
  HunkRow read;
  std::string_view text = row.substr(2);
  if (text.starts_with('@')) {
    read.problem =
        "this is a combined diff of a merge, which says nothing that can be applied; send a diff against one version";
    return read;
  }
  skip_blanks(text);
  if (text.ends_with('\r')) text.remove_suffix(1);
  for (const std::string_view without : {"", "@@", "... @@", "...", "... ..."}) {
    if (text == without) return read;
  }
  HunkNumbers numbers;
  Read outcome = read_numbers(text, numbers);
  if (outcome == Read::malformed && !is_ascii(text)) {
    const std::string plain = with_plain_forms(row);
    if (const HunkRow meant = plain == row ? HunkRow{.problem = "other"} : read_hunk_row(plain); meant.problem.empty()) {
      read.problem = concat("the hunk header holds the character ", odd_character_in(row).value_or(""),
                            ", which only looks like what belongs there");
      read.corrected = plain;
      return read;
    }
  }
  switch (outcome) {
    case Read::fine: read.numbers = numbers; break;
    case Read::absurd:
      read.problem =
          "the numbers of the hunk header cannot be: lines are counted from 1, 0 stands only with a count of 0, and no file "
          "is so long";
      break;
    case Read::malformed:
      read.problem = "the hunk header is not of the form `@@ -FIRST,COUNT +FIRST,COUNT @@`";
      read.corrected = "@@ ... @@";
      break;
  }
  return read;
}

std::string written(const HunkNumbers& numbers) {
  return concat("@@ ", side('-', numbers.old_first, numbers.old_count), ' ', side('+', numbers.new_first, numbers.new_count),
                " @@");
}

}  // namespace kedge
