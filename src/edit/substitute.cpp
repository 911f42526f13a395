#include "edit/substitute.hpp"

#include <algorithm>
#include <span>

#include "edit/replace_lines.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {

std::string with_plain_newlines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (;;) {
    const std::size_t at = text.find("\r\n");
    out.append(text.substr(0, at));
    if (at == std::string_view::npos) return out;
    text.remove_prefix(at + 1);
  }
}

namespace {

std::optional<Error> overlap(const Text& text, const std::vector<Substitution>& sorted) {
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const Substitution& one = sorted[i - 1];
    const Substitution& other = sorted[i];
    if (other.span.begin >= one.span.end && other.span != one.span) continue;
    const std::uint32_t line = text.lines_touched(other.span).first.value;
    const auto [first, second] = std::minmax({one.op + 1, other.op + 1});
    return refuse(Code::overlapping_operations, concat("Operations ", first, " and ", second, " both touch line ", line, '.'),
                  {{"first", first}, {"second", second}, {"line", line}});
  }
  return std::nullopt;
}

// Whole lines and their replacement, grown from the first of some substitutions until it ends between two lines.
class Stretch {
 public:
  Stretch(const Text& text, const Substitution& first)
      : text_(&text), lines_{text.lines_touched(first.span).first, text.lines_touched(first.span).first}, op_(first.op) {
    at_ = text.span(between_lines(lines_.first)).begin;
  }

  // Substitutions have to be given in order, as long as they belong to it.
  void take(const Substitution& next) {
    add_untouched(next.span.begin);
    built_.append(with_plain_newlines(next.text));
    breaks_.resize(static_cast<std::size_t>(std::ranges::count(built_, '\n')));
    at_ = next.span.end;
    lines_.end = std::max(lines_.end, text_->lines_touched(next.span).end);
  }

  bool wants(const Substitution& next) {
    while (next.span.begin >= text_->span(lines_).end) {
      if (!widen()) return false;
    }
    return true;
  }

  Edit finish() {
    while (widen()) continue;
    add_untouched(text_->span(lines_).end);
    const bool at_end = lines_.end == text_->all_lines().end;
    const bool was_open = at_end && text_->ends_unterminated();
    LineEdit edit{.lines = lines_, .rows = {}, .op = op_};
    if (was_open) {
      edit.rows = rows(built_);
    } else if (built_.ends_with('\n')) {
      edit.rows = rows(std::string_view(built_).substr(0, built_.size() - 1));
    } else if (!built_.empty()) {
      // Only at the end of the file does a terminator go without another line that is glued on.
      KEDGE_REQUIRE(at_end);
      edit.rows = rows(built_);
    }
    return with_untouched_breaks(edit.rows, replace_lines(*text_, edit));
  }

 private:
  // Bytes up to here that no substitution touches.
  void add_untouched(ByteOffset end) {
    const std::string_view bytes = text_->slice({at_, end});
    for (std::size_t at = bytes.find('\n'); at != std::string_view::npos; at = bytes.find('\n', at + 1)) {
      breaks_.emplace_back(at > 0 && bytes[at - 1] == '\r' ? "\r\n" : "\n");
    }
    built_.append(with_plain_newlines(bytes));
    at_ = end;
  }

  // Only line breaks of new text are chosen by replace_lines; the others stay as they are, and none is added at the end.
  Edit with_untouched_breaks(const Rows& rows, Edit edit) const {
    std::string_view rest = edit.text;
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      text.append(rows[i]);
      if (i == breaks_.size()) break;
      rest.remove_prefix(rows[i].size());
      const std::string_view chosen = rest.substr(0, rest.find('\n') + 1);
      text.append(breaks_[i].empty() ? chosen : breaks_[i]);
      rest.remove_prefix(chosen.size());
    }
    edit.text = std::move(text);
    return edit;
  }

  static Rows rows(std::string_view text) {
    const std::vector<std::string_view> pieces = split(text, '\n');
    return {pieces.begin(), pieces.end()};
  }

  // By one line, if something would be before it without a line break.
  bool widen() {
    const std::string_view rest = text_->slice({at_, text_->span(lines_).end});
    const std::string_view last = rest.empty() ? std::string_view(built_) : rest;
    if (last.empty() || last.ends_with('\n') || lines_.end == text_->all_lines().end) return false;
    lines_.end = lines_.end + 1;
    return true;
  }

  const Text* text_;
  LineSpan lines_;
  int op_;
  ByteOffset at_;
  std::string built_;
  std::vector<std::string_view> breaks_;  // for each line break of built_: the one that it was, or none if it is new
};

// How many substitutions from the first on are inside one line and keep it one line. 0 if more is needed for that line.
std::size_t inside_lines(const Text& text, std::span<const Substitution> rest) {
  const ByteOffset end = text.span(text.lines_touched(rest.front().span)).end;
  std::size_t count = 0;
  for (; count < rest.size() && rest[count].span.begin < end; ++count) {
    const bool breaks =
        text.slice(rest[count].span).find('\n') != std::string_view::npos || rest[count].text.find('\n') != std::string::npos;
    if (breaks) return 0;
  }
  return count;
}

}  // namespace

Result<ChangeSet> substitute(const Text& text, std::vector<Substitution> substitutions) {
  if (substitutions.size() > 1)
    std::ranges::stable_sort(substitutions, {}, [](const Substitution& one) { return one.span.begin; });
  if (std::optional<Error> found = overlap(text, substitutions)) return std::unexpected(*std::move(found));
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < substitutions.size();) {
    if (const std::size_t inside = inside_lines(text, std::span(substitutions).subspan(i)); inside > 0) {
      // No line break comes or goes: only these bytes change.
      for (std::size_t k = 0; k < inside; ++k, ++i)
        edits.push_back({substitutions[i].span, substitutions[i].text, substitutions[i].op});
      continue;
    }
    Stretch stretch(text, substitutions[i]);
    do stretch.take(substitutions[i++]);
    while (i < substitutions.size() && stretch.wants(substitutions[i]));
    edits.push_back(stretch.finish());
  }
  return ChangeSet::in_order(text.size(), std::move(edits)).trimmed(text);
}

namespace {

// Whether a blank line below takes the place of the break that the new text lacks. Rows may be quoted up to that blank line;
// one that replaces as many others, and not only drops the break, has rather lost its own.
bool ends_with_blank_row(const Text& text, const Substitution& one) {
  if (one.text.empty() || !text.content(text.lines_touched(one.span).end).empty()) return false;
  std::string old = with_plain_newlines(text.slice(one.span));
  old.pop_back();
  const std::string now = with_plain_newlines(one.text);
  return now == old || std::ranges::count(now, '\n') != std::ranges::count(old, '\n');
}

}  // namespace

std::vector<GluedLine> glued_lines(const Text& text, const std::vector<Substitution>& substitutions) {
  std::vector<GluedLine> lines;
  for (const Substitution& one : substitutions) {
    const std::string_view old = text.slice(one.span);
    const LineSpan touched = text.lines_touched(one.span);
    const bool has_left = one.span.begin > text.span(one_line(touched.first)).begin;  // of its first line
    const bool is_followed = one.span.end.value < text.size();
    const bool only_breaks = old.find_first_not_of("\r\n") == std::string_view::npos;
    const auto begins_with_break = [](std::string_view some) { return some.starts_with('\n') || some.starts_with("\r\n"); };

    const std::string_view rest = text.slice({one.span.end, {text.size()}});
    const bool joins_left =
        has_left && begins_with_break(old) && !begins_with_break(one.text.empty() ? rest : std::string_view(one.text));
    const bool joins_right = old.ends_with('\n') && is_followed && !one.text.ends_with('\n') && (has_left || !one.text.empty());
    if (one.text.empty() && only_breaks) continue;
    if (joins_left && (is_followed || !one.text.empty())) lines.push_back({touched.first, GluedLine::To::the_new_text});
    if (joins_right && !ends_with_blank_row(text, one)) lines.push_back({touched.last(), GluedLine::To::the_next_line});
  }
  return lines;
}

}  // namespace kedge
