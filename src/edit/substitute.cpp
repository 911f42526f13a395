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
                  Json::object({{"first", first}, {"second", second}, {"line", line}}));
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
    built_.append(with_plain_newlines(text_->slice({at_, next.span.begin})));
    built_.append(with_plain_newlines(next.text));
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
    built_.append(with_plain_newlines(text_->slice({at_, text_->span(lines_).end})));
    const bool at_end = lines_.end == text_->all_lines().end;
    const bool was_open = at_end && text_->ends_unterminated();
    LineEdit edit{.lines = lines_, .rows = {}, .op = op_};
    if (was_open) {
      edit.rows = rows(built_);
    } else if (built_.ends_with('\n')) {
      edit.rows = rows(std::string_view(built_).substr(0, built_.size() - 1));
    } else if (!built_.empty()) {
      edit.rows = rows(built_);
      Edit lowered = replace_lines(*text_, edit);
      // Only at the end of the file does a terminator go without another line that is glued on.
      KEDGE_REQUIRE(at_end && lowered.text.ends_with('\n'));
      lowered.text.resize(lowered.text.size() - (lowered.text.ends_with("\r\n") ? 2 : 1));
      return lowered;
    }
    return replace_lines(*text_, edit);
  }

 private:
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

std::vector<LineNo> glued_lines(const Text& text, const std::vector<Substitution>& substitutions) {
  std::vector<LineNo> lines;
  for (const Substitution& one : substitutions) {
    const bool takes_break = text.slice(one.span).ends_with('\n');
    const bool is_followed = one.span.end.value < text.size();
    if (!takes_break || !is_followed || one.text.empty() || one.text.ends_with('\n')) continue;
    const LineSpan touched = text.lines_touched(one.span);
    if (text.content(touched.end).empty()) continue;
    lines.push_back(touched.last());
  }
  return lines;
}

}  // namespace kedge
