#include "dialects/udiff/hunk_body.hpp"

#include "dialects/udiff/diff_name.hpp"
#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

bool is_marker(std::string_view row) { return row.starts_with("\\ "); }

// A body as far as it has been read.
class BodyRows {
 public:
  // Takes a row of the body; says why it cannot be one, or returns an empty text.
  std::string take(std::string_view row) {
    if (is_empty_row(row)) return take(RowFate::kept, row);
    switch (row.front()) {
      case ' ': return take(RowFate::kept, row.substr(1));
      case '-': return take(RowFate::removed, row.substr(1));
      case '+': return take(RowFate::added, row.substr(1));
      default: return mark();
    }
  }

  const HunkBody& body() const { return body_; }

 private:
  std::string take(RowFate fate, std::string_view text) {
    const bool is_old = fate != RowFate::added;
    const bool is_new = fate != RowFate::removed;
    if ((is_old && body_.old_unterminated) || (is_new && body_.new_unterminated)) {
      return "a row follows the one that is said to end the file without a line break";
    }
    body_.rows.push_back({fate, std::string(text)});
    if (is_old) ++body_.old_count;
    if (is_new) ++body_.new_count;
    marked_ = false;
    return {};
  }

  std::string mark() {
    if (body_.rows.empty() || marked_) return "`\\ No newline at end of file` follows the row that it is about, once";
    marked_ = true;
    const RowFate fate = body_.rows.back().fate;
    if (fate != RowFate::added) body_.old_unterminated = true;
    if (fate != RowFate::removed) body_.new_unterminated = true;
    return {};
  }

  HunkBody body_;
  bool marked_ = false;
};

bool is_body_row(std::string_view row) {
  return is_empty_row(row) || row.front() == ' ' || row.front() == '-' || row.front() == '+' || is_marker(row);
}

// Whether what follows a complete body can follow one: the end, another file or hunk, or prose, but no further row of a body.
bool may_follow_a_body(const DiffRowList& rows, std::size_t at) {
  while (at < rows.size() && is_empty_row(rows[at])) ++at;
  if (at == rows.size() || are_name_rows(rows, at) || is_signature(rows[at])) return true;
  return !is_body_row(rows[at]);
}

struct ByCounts {
  std::optional<HunkBody> body = std::nullopt;
  bool cut_off = false;  // all remaining rows belong to it, and there are too few
};

ByCounts read_by_counts(const DiffRowList& rows, std::size_t at, const HunkNumbers& numbers) {
  BodyRows read;
  const auto is_complete = [&] {
    return read.body().old_count == numbers.old_count && read.body().new_count == numbers.new_count;
  };
  for (; !is_complete(); ++at) {
    if (at == rows.size()) return {.cut_off = true};
    if (!is_body_row(rows[at]) || !read.take(rows[at]).empty()) return {};
    if (read.body().old_count > numbers.old_count || read.body().new_count > numbers.new_count) return {};
  }
  for (; at < rows.size() && is_marker(rows[at]); ++at) {
    if (!read.take(rows[at]).empty()) return {};
  }
  if (!may_follow_a_body(rows, at)) return {};
  HunkBody body = read.body();
  body.end = at;
  body.by_counts = true;
  return {.body = std::move(body)};
}

// Rows that name a file rather than remove and add lines: both name the same file, and a hunk follows.
bool are_surely_name_rows(const DiffRowList& rows, std::size_t at) {
  if (!are_name_rows(rows, at) || at + 2 >= rows.size() || !is_hunk_row(rows[at + 2])) return false;
  const std::optional<DiffName> old_name = read_diff_name(rows[at].substr(4));
  const std::optional<DiffName> new_name = read_diff_name(rows[at + 1].substr(4));
  if (!old_name || !new_name) return false;
  return old_name->is_nothing || new_name->is_nothing || meant_file(old_name->text, new_name->text).has_value();
}

// Why a row of a body without counts may be something else.
std::string doubt_about(const DiffRowList& rows, std::size_t at) {
  const std::string_view row = rows[at];
  const bool is_last = at + 1 == rows.size();
  if (are_name_rows(rows, at)) return "this row and the next can be lines of the file or the names of another file";
  if (is_last && (row == "-" || row == "--" || row == "---" || row.starts_with("--- "))) {
    return "this row can be a line of the file or the beginning of another file's section";
  }
  if (is_signature(row) && rows.size() - at <= 4) return "this row can be a line of the file or the signature of a mail";
  return {};
}

// Reads up to where something else begins.
HunkBody read_by_looks(const DiffRowList& rows, std::size_t at, SentFaults& faults) {
  BodyRows read;
  bool is_sound = true;
  const auto refuse_row = [&](const std::string& problem, const std::string& corrected = {}) {
    faults.refuse_row(row_number(at), concat(problem, '.'), corrected);
    is_sound = false;
  };
  std::size_t said = at;  // up to here it is certain that the body goes on: empty rows at its end are layout
  for (; at < rows.size(); ++at) {
    if (at >= said) {
      while (said < rows.size() && is_empty_row(rows[said])) ++said;
      if (said == rows.size() || begins_something_else(rows[said]) || are_surely_name_rows(rows, said)) {
        at = said;
        break;
      }
      ++said;
    }
    const std::string_view row = rows[at];
    if (!is_body_row(row)) {
      if (const std::optional<std::string> odd = odd_first_character(row)) {
        refuse_row(concat("the row begins with the character ", *odd, ", which only looks like a mark or like nothing"),
                   with_plain_forms(row));
      } else {
        refuse_row(
            concat("every row of a hunk begins with a blank (kept), - (taken out) or + (put in), and this one does not: \"",
                   quoted_row(row), '"'),
            concat(' ', row));
      }
      break;
    }
    if (const std::string doubt = doubt_about(rows, at); !doubt.empty()) {
      refuse_row(concat(doubt, ", and the counts of the hunk header do not tell: write them as they are"));
      break;
    }
    if (const std::string problem = read.take(row); !problem.empty()) {
      refuse_row(problem);
      break;
    }
  }
  HunkBody body = read.body();
  body.end = at;
  body.is_sound = is_sound;
  return body;
}

// A broken body ends where the next thing begins.
std::size_t behind_broken_body(const DiffRowList& rows, std::size_t at) {
  while (at < rows.size() && !begins_something_else(rows[at]) && !are_name_rows(rows, at)) ++at;
  return at;
}

}  // namespace

HunkBody read_hunk_body(const DiffRowList& rows, std::size_t at, const std::optional<HunkNumbers>& numbers,
                        SentFaults& faults) {
  if (numbers) {
    ByCounts counted = read_by_counts(rows, at, *numbers);
    if (counted.body && !counted.body->rows.empty()) return *std::move(counted.body);
    if (counted.cut_off) {
      faults.refuse_row(row_number(rows.size() - 1),
                        concat("the diff is cut off: the hunk on line ", at, " has fewer rows than its header says (",
                               written(*numbers), "). Nothing of it was applied; send all of it, or correct the counts."));
      return {.end = rows.size(), .is_sound = false};
    }
  }
  HunkBody body = read_by_looks(rows, at, faults);
  if (!body.is_sound) {
    body.end = behind_broken_body(rows, body.end);
    return body;
  }
  if (body.rows.empty()) {
    faults.refuse_row(row_number(at - 1), "the hunk has no rows.");
    body.is_sound = false;
  } else if (numbers && body.end == rows.size() &&
             (body.old_count < numbers->old_count || body.new_count < numbers->new_count)) {
    faults.refuse_row(row_number(rows.size() - 1), concat("the diff is cut off, or the counts of the hunk on line ", at,
                                                          " are wrong: it has ", body.old_count, " old and ", body.new_count,
                                                          " new rows, and its header says ", written(*numbers), '.'));
    body.is_sound = false;
  }
  return body;
}

}  // namespace kedge
