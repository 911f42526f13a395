#include "resolve/reindent.hpp"

#include <algorithm>
#include <optional>

#include "edit/diff.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

// How the file's indentation differs from the quoted one: `blanks` are put before it or removed from its start.
struct Shift {
  enum class Way : std::uint8_t { add, remove };
  Way way = Way::add;
  std::string_view blanks = {};  // none: nothing moves

  friend bool operator==(const Shift&, const Shift&) = default;
};

bool says_something(std::string_view row) { return !trimmed(row).empty(); }

std::optional<Shift> shift_between(std::string_view quoted, std::string_view in_file) {
  if (in_file.ends_with(quoted)) return Shift{Shift::Way::add, in_file.substr(0, in_file.size() - quoted.size())};
  if (quoted.ends_with(in_file)) return Shift{Shift::Way::remove, quoted.substr(0, quoted.size() - in_file.size())};
  return std::nullopt;
}

std::string indented_otherwise(LineNo line, std::string_view in_file, std::string_view quoted) {
  const std::string how = in_file.empty() ? " is not indented" : concat(" is indented by ", described_indentation(in_file));
  return concat("line ", line.value, how, " where the quotation has ", described_indentation(quoted));
}

std::expected<Shift, std::string> uniform_shift(const Text& text, LineSpan lines, const Rows& quoted) {
  std::optional<Shift> uniform;
  std::string first_pair;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const LineNo line = lines.first + i;
    if (!says_something(quoted[i]) || !says_something(text.content(line))) continue;
    const std::string_view in_file = indentation_of(text.content(line));
    const std::string_view in_quotation = indentation_of(quoted[i]);
    const std::optional<Shift> shift = shift_between(in_quotation, in_file);
    if (!shift) return std::unexpected(indented_otherwise(line, in_file, in_quotation));
    if (!uniform) {
      uniform = shift;
      first_pair = indented_otherwise(line, in_file, in_quotation);
    }
    if (*shift != *uniform)
      return std::unexpected(concat(indented_otherwise(line, in_file, in_quotation), ", but ", first_pair));
  }
  return uniform.value_or(Shift{});
}

std::size_t least_indentation(const Rows& quoted) {
  std::size_t least = std::string::npos;
  for (const std::string& row : quoted) {
    if (says_something(row)) least = std::min(least, indentation_of(row).size());
  }
  return least == std::string::npos ? 0 : least;
}

// Shifts every row of the replacement as if it were new.
std::expected<Rows, std::string> shifted(const Rows& replacement, const Shift& shift, std::size_t least_quoted) {
  Rows rows = replacement;
  if (shift.blanks.empty()) return rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!says_something(rows[i])) continue;
    const std::string_view indentation = indentation_of(rows[i]);
    if (shift.way == Shift::Way::add) {
      // Further left than everything quoted: it may be meant to be at the margin, whatever the shift.
      if (indentation.size() < least_quoted) {
        return std::unexpected(concat("line ", i + 1,
                                      " of the replacement is indented less than every quoted line, and the "
                                      "file's lines are indented by ",
                                      described_indentation(shift.blanks), " more than quoted"));
      }
      rows[i].insert(0, shift.blanks);
    } else {
      if (!indentation.starts_with(shift.blanks)) {
        return std::unexpected(concat("line ", i + 1, " of the replacement does not begin with the ",
                                      described_indentation(shift.blanks), " by which the quotation is indented too far"));
      }
      rows[i].erase(0, shift.blanks.size());
    }
  }
  return rows;
}

// For each row of the replacement, the quoted row that it keeps, according to one shortest diff.
using KeptRows = std::vector<std::optional<std::uint32_t>>;

KeptRows kept_rows(const std::vector<std::string_view>& quoted, const std::vector<std::string_view>& replacement) {
  KeptRows kept(replacement.size());
  std::uint32_t quoted_at = 0;
  std::uint32_t at = 0;
  for (const IndexHunk& hunk : diff_sequences(quoted, replacement)) {
    while (quoted_at < hunk.old_begin) kept[at++] = quoted_at++;
    quoted_at = hunk.old_end;
    at = hunk.new_end;
  }
  while (quoted_at < quoted.size()) kept[at++] = quoted_at++;
  return kept;
}

// The same read from the end, which may pair equal rows differently.
KeptRows kept_rows_from_the_end(std::vector<std::string_view> quoted, std::vector<std::string_view> replacement) {
  std::ranges::reverse(quoted);
  std::ranges::reverse(replacement);
  KeptRows kept = kept_rows(quoted, replacement);
  std::ranges::reverse(kept);
  for (std::optional<std::uint32_t>& row : kept) {
    if (row) row = static_cast<std::uint32_t>(quoted.size()) - 1 - *row;
  }
  return kept;
}

Rows with_kept_lines(const Text& text, LineSpan lines, const KeptRows& kept, Rows rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (kept[i]) rows[i] = text.content(lines.first + *kept[i]);
  }
  return rows;
}

}  // namespace

std::expected<Rows, std::string> replacement_rows(const Text& text, LineSpan lines, const Rows& quoted,
                                                  const Rows& replacement) {
  KEDGE_REQUIRE(lines.size() == quoted.size() && lines.end <= text.all_lines().end);
  const std::expected<Shift, std::string> shift = uniform_shift(text, lines, quoted);
  if (!shift) return std::unexpected(shift.error());
  const std::expected<Rows, std::string> all_new = shifted(replacement, *shift, least_indentation(quoted));
  if (!all_new) return std::unexpected(all_new.error());

  const std::vector<std::string_view> before(quoted.begin(), quoted.end());
  const std::vector<std::string_view> after(replacement.begin(), replacement.end());
  Rows rows = with_kept_lines(text, lines, kept_rows(before, after), *all_new);
  // Equal rows of the quotation may stand for different lines. Which of them is kept must not depend on the diff algorithm.
  if (rows != with_kept_lines(text, lines, kept_rows_from_the_end(before, after), *all_new)) {
    return std::unexpected("the quotation has equal lines where the file's differ, and it is unclear which of them are kept");
  }
  return rows;
}

std::expected<Rows, std::string> shifted_rows(const Text& text, LineSpan lines, const Rows& quoted, const Rows& added) {
  KEDGE_REQUIRE(lines.size() == quoted.size() && lines.end <= text.all_lines().end);
  const std::expected<Shift, std::string> shift = uniform_shift(text, lines, quoted);
  if (!shift) return std::unexpected(shift.error());
  if (shift->way == Shift::Way::add && shift->blanks == " ") {
    return std::unexpected("every quoted row is indented by one blank less than the file's line");
  }
  return shifted(added, *shift, least_indentation(quoted));
}

}  // namespace kedge
