#include "resolve/reindent.hpp"

#include <algorithm>
#include <optional>

#include "edit/diff.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"
#include "text/line_quality.hpp"

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

std::string_view unindented(std::string_view row) { return row.substr(indentation_of(row).size()); }

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

// A row as it is named in a refusal.
std::string in_words(std::string_view row) {
  constexpr std::size_t longest = 80;
  const std::string_view content = trimmed(row);
  return content.size() <= longest ? printable(content) : concat(printable(beginning_of(content, longest)), "…");
}

// Shifts every row as if it were new.
std::expected<Rows, std::string> shifted(const Rows& sent, const Shift& shift, std::size_t least_quoted) {
  Rows rows = sent;
  if (shift.blanks.empty()) return rows;
  for (std::string& row : rows) {
    if (!says_something(row)) continue;
    const std::string_view indentation = indentation_of(row);
    if (shift.way == Shift::Way::add) {
      // Further left than everything quoted: it may be meant to be at the margin, whatever the shift.
      if (indentation.size() < least_quoted) {
        return std::unexpected(concat("the new row `", in_words(row),
                                      "` is indented less than every quoted line, and the "
                                      "file's lines are indented by ",
                                      described_indentation(shift.blanks), " more than quoted"));
      }
      row.insert(0, shift.blanks);
    } else {
      if (!indentation.starts_with(shift.blanks)) {
        return std::unexpected(concat("the new row `", in_words(row), "` does not begin with the ",
                                      described_indentation(shift.blanks), " by which the quotation is indented too far"));
      }
      row.erase(0, shift.blanks.size());
    }
  }
  return rows;
}

// For each new row, the old row that it keeps, according to one shortest diff.
using KeptRows = std::vector<std::optional<std::uint32_t>>;

// Which of equal rows are paired depends on the end from which a diff is read.
enum class ReadFrom : std::uint8_t { top, end };

KeptRows kept_rows(std::vector<std::string_view> before, std::vector<std::string_view> after, ReadFrom from) {
  if (from == ReadFrom::end) {
    std::ranges::reverse(before);
    std::ranges::reverse(after);
    KeptRows kept = kept_rows(before, after, ReadFrom::top);
    std::ranges::reverse(kept);
    for (std::optional<std::uint32_t>& row : kept) {
      if (row) row = static_cast<std::uint32_t>(before.size()) - 1 - *row;
    }
    return kept;
  }
  KeptRows kept(after.size());
  std::uint32_t at_before = 0;
  std::uint32_t at = 0;
  for (const IndexHunk& hunk : diff_sequences(before, after)) {
    while (at_before < hunk.old_begin) kept[at++] = at_before++;
    at_before = hunk.old_end;
    at = hunk.new_end;
  }
  while (at_before < before.size()) kept[at++] = at_before++;
  return kept;
}

// Only rows that say something: blank ones are equal everywhere, and must not be paired instead of them.
KeptRows kept_among_words(std::span<const std::string> before, std::span<const std::string> after,
                          std::string_view (*key)(std::string_view), ReadFrom from) {
  const auto words = [&](std::span<const std::string> rows) {
    std::pair<std::vector<std::string_view>, std::vector<std::uint32_t>> found;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      if (!says_something(rows[i])) continue;
      found.first.push_back(key(rows[i]));
      found.second.push_back(i);
    }
    return found;
  };
  const auto [old, old_at] = words(before);
  const auto [now, now_at] = words(after);
  const KeptRows kept = kept_rows(old, now, from);
  KeptRows pairs(after.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (const std::optional<std::uint32_t>& row = kept[i]) pairs[now_at[i]] = old_at[*row];
  }
  return pairs;
}

// One replacement, and what its rows say about the slip of its quotation.
class Reindentation {
 public:
  Reindentation(const Text& text, LineSpan lines, const Rows& quoted, std::span<const SentRows> sent, const Shift& shift,
                ReadFrom from)
      : text_(text), lines_(lines), quoted_(quoted), sent_(sent), shift_(shift) {
    for (const SentRows& change : sent) pairs_.push_back(pairs_of(change, from));
  }

  std::expected<std::vector<Rows>, std::string> rows() const {
    if (shift_.blanks.empty()) return as_sent();
    const Evidence kept = of_kept_rows();
    const Evidence leading = of_leading_rows();
    const bool slips = !kept.slip.empty() || (kept.file.empty() && !leading.slip.empty());
    const bool fits = !kept.file.empty() || (kept.slip.empty() && !leading.file.empty());
    if (!slips && !fits) {
      const auto change = std::ranges::find_if(sent_, [](const SentRows& one) { return first_row(one).has_value(); });
      if (change == sent_.end()) return as_sent();
      const std::string& row = change->rows[first_row(*change).value_or(0)];
      return std::unexpected(with_both_readings(
          concat("the new row `", in_words(row), "` is indented neither like the quotation nor like the file")));
    }
    const std::string& one = !kept.slip.empty() ? kept.slip : leading.slip;
    const std::string& other = !kept.file.empty() ? kept.file : leading.file;
    if (!one.empty() && !other.empty()) {
      return std::unexpected(with_both_readings(
          concat("`", in_words(one), "` has the indentation of the quotation, and `", in_words(other), "` that of the file")));
    }
    if (fits) return as_sent();
    return all_shifted();
  }

 private:
  // A row that has the indentation of the quotation, and one that has the file's.
  struct Evidence {
    std::string slip = {};
    std::string file = {};

    void add(const Evidence& other) {
      if (slip.empty()) slip = other.slip;
      if (file.empty()) file = other.file;
    }
  };

  std::string_view line(std::uint32_t quoted) const { return text_.content(lines_.first + quoted); }
  bool tells(std::uint32_t quoted) const { return says_something(quoted_[quoted]) && says_something(line(quoted)); }

  // Rows of a change that are also among the rows it removes, but for their indentation.
  KeptRows pairs_of(const SentRows& change, ReadFrom from) const {
    const auto removed = std::span(quoted_).subspan(change.first, change.removed);
    KeptRows pairs = kept_among_words(removed, change.rows, unindented, from);
    for (std::optional<std::uint32_t>& row : pairs) {
      if (row) row = change.first + *row;
      if (row && !tells(*row)) row.reset();
    }
    return pairs;
  }

  Evidence of_kept_rows() const {
    Evidence found;
    Evidence put_inside;
    std::uint32_t at = 0;
    const auto note_kept_until = [&](std::uint32_t end) {
      for (; at < end; ++at) {
        if (tells(at) && found.slip.empty()) found.slip = quoted_[at];
      }
    };
    for (std::size_t k = 0; k < sent_.size(); ++k) {
      note_kept_until(sent_[k].first);
      at += sent_[k].removed;
      Evidence of_change;
      for (std::size_t i = 0; i < sent_[k].rows.size(); ++i) {
        if (const std::optional<std::uint32_t>& kept = pairs_[k][i]) note(sent_[k].rows[i], {&*kept, 1}, of_change);
      }
      const std::optional<std::size_t> first = first_row(sent_[k]);
      const bool begins_slipped = first && !pairs_[k][*first] && !of_first_row(k).slip.empty();
      if (begins_slipped && shift_.way == Shift::Way::add) std::swap(put_inside.file, of_change.file);
      found.add(of_change);
    }
    note_kept_until(static_cast<std::uint32_t>(quoted_.size()));
    // Below a new row that slipped like others, a kept one is indented further because it was put inside.
    if (found.slip.empty()) found.add(put_inside);
    return found;
  }

  Evidence of_leading_rows() const {
    Evidence found;
    for (std::size_t k = 0; k < sent_.size(); ++k) found.add(of_first_row(k));
    return found;
  }

  // What the first row of a change says as the successor of what was there. One that replaces nothing may be indented further
  // than its neighbours for any reason.
  Evidence of_first_row(std::size_t k) const {
    Evidence found;
    const std::optional<std::size_t> first = first_row(sent_[k]);
    // A bracket occurs in every column.
    if (first && !is_low(sent_[k].rows[*first])) note(sent_[k].rows[*first], rows_beside(sent_[k]), found);
    bool replaces = false;
    for (std::uint32_t i = 0; i < sent_[k].removed; ++i) replaces |= tells(sent_[k].first + i);
    if (!replaces) found.file.clear();
    return found;
  }

  static std::optional<std::size_t> first_row(const SentRows& change) {
    const auto first = std::ranges::find_if(change.rows, says_something);
    if (first == change.rows.end()) return std::nullopt;
    return static_cast<std::size_t>(first - change.rows.begin());
  }

  // The quoted rows that the first row of a change is to be compared with.
  std::vector<std::uint32_t> rows_beside(const SentRows& change) const {
    for (std::uint32_t i = change.first; i < change.first + change.removed; ++i) {
      if (tells(i)) return {i};
    }
    std::vector<std::uint32_t> beside;
    for (std::uint32_t i = change.first; i > 0 && beside.empty(); --i) {
      if (tells(i - 1)) beside.push_back(i - 1);
    }
    for (std::uint32_t i = change.first + change.removed; i < quoted_.size(); ++i) {
      if (!tells(i)) continue;
      beside.push_back(i);
      break;
    }
    return beside;
  }

  void note(const std::string& row, std::span<const std::uint32_t> beside, Evidence& found) const {
    const std::string_view indentation = indentation_of(row);
    const auto like_quoted = [&](std::uint32_t i) { return indentation == indentation_of(quoted_[i]); };
    const auto like_file = [&](std::uint32_t i) { return indentation == indentation_of(line(i)); };
    if (std::ranges::any_of(beside, like_quoted)) {
      if (found.slip.empty()) found.slip = row;
    } else if (std::ranges::any_of(beside, like_file)) {
      if (found.file.empty()) found.file = row;
    }
  }

  // Rows that are kept with the file's indentation are the file's lines, with what is at their ends.
  std::vector<Rows> as_sent() const {
    std::vector<Rows> all;
    for (std::size_t k = 0; k < sent_.size(); ++k) {
      all.push_back(sent_[k].rows);
      for (std::size_t i = 0; i < all.back().size(); ++i) {
        std::string& row = all.back()[i];
        const std::optional<std::uint32_t>& kept = pairs_[k][i];
        if (kept && indentation_of(row) == indentation_of(line(*kept))) row = line(*kept);
      }
    }
    return all;
  }

  // A row that closes what the row above it is in belongs further left than that row. If both are at the margin, the slip has
  // taken less from one than from the other.
  std::optional<std::string> cut_at_margin() const {
    const auto at_margin = [](std::string_view row) { return says_something(row) && indentation_of(row).empty(); };
    const auto has_any = [](char c, std::string_view of) { return of.contains(c); };
    for (const SentRows& change : sent_) {
      std::string_view above = change.first > 0 ? std::string_view(quoted_[change.first - 1]) : std::string_view();
      for (const std::string& row : change.rows) {
        if (!says_something(row)) continue;
        const bool is_inside =
            at_margin(above) && !has_any(trimmed(above).back(), "{[(:") && !has_any(trimmed(above).front(), "}])");
        if (at_margin(row) && is_inside && has_any(trimmed(row).front(), "}])")) return row;
        above = row;
      }
    }
    return std::nullopt;
  }

  std::expected<std::vector<Rows>, std::string> all_shifted() const {
    std::vector<Rows> all;
    if (const std::optional<std::string> cut = shift_.way == Shift::Way::add ? cut_at_margin() : std::nullopt) {
      return std::unexpected(
          concat("the new row `", in_words(*cut),
                 "` closes what the row above it is in, and both are at the margin, so that it is not clear how "
                 "far each of them is to be indented"));
    }
    for (const SentRows& change : sent_) {
      std::expected<Rows, std::string> rows = shifted(change.rows, shift_, least_indentation(quoted_));
      if (!rows) return std::unexpected(std::move(rows).error());
      all.push_back(*std::move(rows));
    }
    return all;
  }

  // All lines of the place as one reading makes them.
  std::string whole(const std::vector<Rows>& rows) const {
    std::string all;
    std::uint32_t at = 0;
    const auto keep_until = [&](std::uint32_t end) {
      for (; at < end; ++at) append(all, concat(line(at), '\n'));
    };
    for (std::size_t k = 0; k < sent_.size(); ++k) {
      keep_until(sent_[k].first);
      at += sent_[k].removed;
      for (const std::string& row : rows[k]) append(all, concat(row, '\n'));
    }
    keep_until(static_cast<std::uint32_t>(quoted_.size()));
    return all;
  }

  // What can be sent instead: the lines as they are, and one of these in their place.
  std::string with_both_readings(std::string problem) const {
    constexpr std::size_t longest = 8UL * 1024;
    const std::expected<std::vector<Rows>, std::string> moved = all_shifted();
    if (!moved) return problem;
    const std::string left = whole(as_sent());
    const std::string right = whole(*moved);
    if (left.size() + right.size() > longest || !is_utf8(left) || !is_utf8(right)) return problem;
    return concat(problem, "; quote the lines with the file's indentation, and send in their place either\n", left, "or\n",
                  right, "whichever is meant");
  }

  const Text& text_;
  LineSpan lines_;
  const Rows& quoted_;
  std::span<const SentRows> sent_;
  const Shift& shift_;
  std::vector<KeptRows> pairs_;  // for each change
};

// The changes between the rows that a replacement shares with the quotation.
std::vector<SentRows> changes_between(const Rows& replacement, const KeptRows& kept, std::uint32_t quoted) {
  std::vector<SentRows> changes;
  std::uint32_t at = 0;
  SentRows open;
  const auto close = [&](std::uint32_t next_kept) {
    open.first = at;
    open.removed = next_kept - at;
    if (open.removed > 0 || !open.rows.empty()) changes.push_back(std::move(open));
    open = {};
    at = next_kept + 1;
  };
  for (std::size_t i = 0; i < replacement.size(); ++i) {
    if (const std::optional<std::uint32_t>& row = kept[i]) {
      close(*row);
    } else {
      open.rows.push_back(replacement[i]);
    }
  }
  close(quoted);
  return changes;
}

// Blank rows of a change are those that it removes, in order.
void keep_blank_rows(const Text& text, LineSpan lines, const Rows& quoted, const SentRows& change, ReadFrom from, Rows& rows) {
  std::vector<std::uint32_t> old;
  std::vector<std::size_t> now;
  for (std::uint32_t i = change.first; i < change.first + change.removed; ++i) {
    if (!says_something(quoted[i])) old.push_back(i);
  }
  for (std::size_t i = 0; i < change.rows.size(); ++i) {
    if (!says_something(change.rows[i])) now.push_back(i);
  }
  if (from == ReadFrom::end) {
    std::ranges::reverse(old);
    std::ranges::reverse(now);
  }
  for (std::size_t i = 0; i < std::min(old.size(), now.size()); ++i) {
    if (change.rows[now[i]] == quoted[old[i]]) rows[now[i]] = text.content(lines.first + old[i]);
  }
}

std::expected<Rows, std::string> replaced(const Text& text, LineSpan lines, const Rows& quoted, const Rows& replacement,
                                          const Shift& shift, ReadFrom from) {
  const KeptRows kept = kept_among_words(quoted, replacement, [](std::string_view row) { return row; }, from);
  const std::vector<SentRows> changes = changes_between(replacement, kept, static_cast<std::uint32_t>(quoted.size()));
  std::expected<std::vector<Rows>, std::string> made = Reindentation(text, lines, quoted, changes, shift, from).rows();
  if (!made) return std::unexpected(std::move(made).error());
  Rows added;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    keep_blank_rows(text, lines, quoted, changes[i], from, (*made)[i]);
    std::ranges::move((*made)[i], std::back_inserter(added));
  }
  std::size_t next = 0;
  Rows all;
  for (const std::optional<std::uint32_t>& row : kept) {
    all.push_back(row ? std::string(text.content(lines.first + *row)) : std::move(added[next++]));
  }
  return all;
}

// What is to be written, or why that cannot be told. Nullopt if it depends on how equal rows are paired: equal rows of the
// quotation may stand for different lines, and the replacement may have a kept row twice.
std::optional<std::expected<Rows, std::string>> only_reading(const Text& text, LineSpan lines, const Rows& quoted,
                                                             const Rows& replacement) {
  KEDGE_REQUIRE(lines.size() == quoted.size() && lines.end <= text.all_lines().end);
  const std::expected<Shift, std::string> shift = uniform_shift(text, lines, quoted);
  if (!shift) return std::unexpected(shift.error());
  std::expected<Rows, std::string> rows = replaced(text, lines, quoted, replacement, *shift, ReadFrom::top);
  const auto other = replaced(text, lines, quoted, replacement, *shift, ReadFrom::end);
  if (rows.has_value() != other.has_value() || (rows && *rows != *other)) return std::nullopt;
  return rows;
}

}  // namespace

std::expected<std::vector<Rows>, std::string> reindented(const Text& text, LineSpan lines, const Rows& quoted,
                                                         std::span<const SentRows> sent) {
  KEDGE_REQUIRE(lines.size() == quoted.size() && lines.end <= text.all_lines().end);
  const std::expected<Shift, std::string> shift = uniform_shift(text, lines, quoted);
  if (!shift) return std::unexpected(shift.error());
  std::expected<std::vector<Rows>, std::string> rows = Reindentation(text, lines, quoted, sent, *shift, ReadFrom::top).rows();
  const auto other = Reindentation(text, lines, quoted, sent, *shift, ReadFrom::end).rows();
  if (rows.has_value() != other.has_value() || (rows && *rows != *other)) return std::unexpected(std::string(unclear_pairs));
  return rows;
}

std::expected<Rows, std::string> replacement_rows(const Text& text, LineSpan lines, const Rows& quoted,
                                                  const Rows& replacement) {
  std::optional<std::expected<Rows, std::string>> rows = only_reading(text, lines, quoted, replacement);
  return rows ? *std::move(rows) : std::unexpected(std::string(unclear_pairs));
}

bool pairs_are_clear(const Text& text, LineSpan lines, const Rows& quoted, const Rows& replacement) {
  return only_reading(text, lines, quoted, replacement).has_value();
}

std::expected<std::vector<Rows>, std::string> passage_rows(const Text& text, LineSpan lines, const Rows& quoted,
                                                           std::span<const SentRows> sent) {
  KEDGE_REQUIRE(lines.size() == quoted.size() && lines.end <= text.all_lines().end);
  const std::expected<Shift, std::string> shift = uniform_shift(text, lines, quoted);
  if (shift && shift->way == Shift::Way::add && shift->blanks == " ") {
    return std::unexpected("every quoted row is indented by one blank less than the file's line");
  }
  return reindented(text, lines, quoted, sent);
}

}  // namespace kedge
