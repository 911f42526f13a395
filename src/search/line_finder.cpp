#include "search/line_finder.hpp"

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <ranges>

#include "search/needles.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/newlines.hpp"

namespace kedge {
namespace {

constexpr std::size_t nowhere = std::string_view::npos;

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

RE2::Options options_for(const LinePattern& pattern, RE2::Options::Encoding encoding) {
  RE2::Options options;
  options.set_encoding(encoding);
  options.set_literal(pattern.literal);
  options.set_case_sensitive(!pattern.ignore_case);
  options.set_never_nl(true);
  options.set_log_errors(false);
  options.set_max_mem(static_cast<std::int64_t>(LineFinder::most_memory));
  return options;
}

// ^ and $ match at the ends of every line.
std::string for_whole_file(const LinePattern& pattern) { return pattern.literal ? pattern.text : concat("(?m)", pattern.text); }

Error wrong_pattern(std::string problem) {
  return refuse(Code::schema_invalid, {{"field", "pattern"}, {"problem", std::move(problem)}});
}

// RE2's complaint, and its position in the pattern as given.
Error compile_error(const RE2& compiled, std::string_view pattern) {
  const std::string& fragment = compiled.error_arg();
  const std::size_t at = fragment.empty() ? nowhere : pattern.find(fragment);
  std::string problem = compiled.error();
  if (at != nowhere) problem = concat("position ", at + 1, ": ", problem);
  Error refused = wrong_pattern(printable(problem));
  if (compiled.error_code() == RE2::ErrorBadPerlOp || compiled.error_code() == RE2::ErrorBadEscape ||
      compiled.error_code() == RE2::ErrorRepeatArgument) {
    refused.next =
        "Look-around and back-references are not available. Correct the pattern, or send literal: true to search for "
        "these very characters.";
  } else {
    refused.next = "Correct the pattern, or send literal: true to search for these very characters.";
  }
  return refused;
}

// What matters when a regular expression runs over a whole file.
struct Peculiarities {
  bool newline = false;      // \n outside a set, which no line has
  bool single_line = false;  // \A, \z, a flag that gives ^ and $ that meaning, or \C, which takes any byte
};

Peculiarities peculiarities_of(std::string_view pattern) {
  Peculiarities found;
  bool in_set = false;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const std::string_view left = pattern.substr(at);
    if (left.starts_with("\\Q") && !in_set) {
      const std::size_t end = left.find("\\E");
      if (end == nowhere) break;
      at += end + 1;
    } else if (left.front() == '\\') {
      if (left.starts_with("\\n") && !in_set) found.newline = true;
      if (left.starts_with("\\A") || left.starts_with("\\z") || left.starts_with("\\C")) found.single_line = true;
      ++at;
    } else if (in_set && left.starts_with("[:")) {
      at += std::min(left.find(":]"), left.size() - 2) + 1;  // [:alpha:]
    } else if (in_set) {
      in_set = left.front() != ']';
    } else if (left.front() == '[') {
      in_set = true;
      const bool negated = left.starts_with("[^");
      if (left.substr(negated ? 2 : 1).starts_with(']')) at += negated ? 2 : 1;  // a leading ] is a member
    } else if (left.starts_with("(?")) {
      const std::size_t minus = left.find_first_not_of("imsU", 2);
      if (minus != nowhere && left[minus] == '-') found.single_line = true;
    }
  }
  return found;
}

// The needles, or what they all begin or end with if they are many; none if they are too many to be of use.
std::vector<std::string> merged(std::vector<std::string> needles) {
  constexpr std::size_t few = 4;
  constexpr std::size_t too_many = 9;
  if (needles.size() <= few) return needles;
  std::string begin = needles.front();
  std::string end = needles.front();
  for (const std::string& needle : needles) {
    begin.erase(std::ranges::mismatch(begin, needle).in1, begin.end());
    const auto differs = std::ranges::mismatch(std::views::reverse(end), std::views::reverse(needle)).in1;
    end.erase(end.begin(), differs.base());
  }
  std::string& longer = begin.size() >= end.size() ? begin : end;
  if (!longer.empty()) return {std::move(longer)};
  return needles.size() < too_many ? needles : std::vector<std::string>();
}

// Literals in lower case of which every match contains at least one; empty if the pattern requires none. RE2 knows a condition
// over literals, and answers whether it can be fulfilled by some of them: we take away as many as we can while it cannot be
// fulfilled by what is left.
std::vector<std::string> required_literals(const LinePattern& pattern) {
  constexpr int shortest = 1;
  constexpr std::size_t most = 64;
  re2::FilteredRE2 filter(shortest);
  int id = 0;
  if (filter.Add(for_whole_file(pattern), options_for(pattern, RE2::Options::EncodingLatin1), &id) != RE2::NoError) return {};
  std::vector<std::string> literals;
  filter.Compile(&literals);
  if (literals.empty() || literals.size() > most) return {};

  const auto can_match = [&filter](const std::vector<int>& present) {
    std::vector<int> possible;
    filter.AllPotentials(present, &possible);
    return !possible.empty();
  };
  std::vector<int> dispensable;
  if (can_match(dispensable)) return {};
  std::vector<int> by_length;
  by_length.reserve(literals.size());
  for (std::size_t index = 0; index < literals.size(); ++index) by_length.push_back(static_cast<int>(index));
  const auto length = [&literals](int index) { return literals[static_cast<std::size_t>(index)].size(); };
  std::ranges::stable_sort(by_length, {}, length);
  std::vector<std::string> required;
  for (const int index : by_length) {
    dispensable.push_back(index);
    if (!can_match(dispensable)) continue;
    dispensable.pop_back();
    required.push_back(literals[static_cast<std::size_t>(index)]);
  }
  return merged(std::move(required));
}

// Whether an escape names characters by number or property: what RE2 calls the literals of such a pattern may differ from what
// it fits in more than the case of ASCII letters.
bool names_characters(std::string_view pattern) {
  for (std::size_t at = pattern.find('\\'); at != nowhere; at = pattern.find('\\', at + 2)) {
    if (at + 1 < pattern.size() && std::string_view("01234567xpP").find(pattern[at + 1]) != nowhere) return true;
  }
  return false;
}

bool has_twin_beyond_ascii(std::string_view lower_case) { return lower_case.find_first_of("ks") != nowhere; }

// The two characters beyond ASCII that are the same as an ASCII letter when case is ignored: Kelvin sign and long s.
bool holds_twins_of_ascii(std::string_view buffer) {
  return buffer.find("\xE2\x84\xAA") != nowhere || buffer.find("\xC5\xBF") != nowhere;
}

bool is_plain(std::string_view pattern) { return pattern.find_first_of("\\.+*?()|[]{}^$") == nowhere; }

// The lines of a file without their terminators but for the LF, in a copy where they have more.
class LinesOnly {
 public:
  explicit LinesOnly(std::string_view bytes) : view_(bytes) {
    if (view_.starts_with(byte_order_mark)) view_.remove_prefix(byte_order_mark.size());
  }

  void drop_carriage_returns() {
    std::size_t at = view_.find("\r\n");
    if (at == nowhere) return;
    copy_.reserve(view_.size());
    std::size_t kept = 0;
    for (; at != nowhere; at = view_.find("\r\n", kept)) {
      copy_.append(view_.substr(kept, at - kept));
      kept = at + 1;
    }
    copy_.append(view_.substr(kept));
    view_ = copy_;
  }

  std::string_view view() const { return view_; }

 private:
  std::string_view view_;
  std::string copy_;
};

}  // namespace

// One way to find places in a buffer whose lines end in LF alone.
class LineFinder::Matcher {
 public:
  Matcher() = default;
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;
  virtual ~Matcher() = default;

  // False if no line can match, whatever the encoding and the ends of lines are: one quick look at the bytes as they are.
  virtual bool may_match(std::string_view /*bytes*/) const { return true; }
  virtual bool reads_ends_of_lines() const = 0;  // a CR before a LF could make a difference
  virtual std::vector<LineNo> lines(std::string_view buffer, std::size_t most) const = 0;

 protected:
  // `next(from)` is the start of the next match at or after `from`.
  template <class Next>
  static std::vector<LineNo> collect(std::string_view buffer, std::size_t most, const Next& next) {
    std::vector<LineNo> found;
    std::size_t counted = 0;  // up to where `line` is known
    std::uint32_t line = 1;
    for (std::size_t from = 0; from < buffer.size() && found.size() < most;) {
      const std::size_t at = next(from);
      if (at == nowhere || (at == buffer.size() && buffer.back() == '\n')) break;  // there is no line after the last LF
      line += static_cast<std::uint32_t>(count_newlines(buffer.substr(counted, at - counted)));
      counted = at;
      found.push_back(LineNo{line});
      const std::size_t end = buffer.find('\n', at);
      if (end == nowhere) break;
      from = end + 1;
    }
    return found;
  }
};

class LineFinder::LiteralMatcher final : public Matcher {
 public:
  explicit LiteralMatcher(std::string text) : text_(std::move(text)) {
    if (!text_.empty() && text_.size() <= longest_needle) needle_.emplace(std::vector{text_}, Needles::Case::exact);
  }

  bool reads_ends_of_lines() const override { return text_.find('\r') != nowhere; }
  std::vector<LineNo> lines(std::string_view buffer, std::size_t most) const override {
    return collect(buffer, most, [&](std::size_t from) {
      if (needle_) return needle_->find(buffer, from);
      const void* const at = ::memmem(buffer.data() + from, buffer.size() - from, text_.data(), text_.size());
      return at == nullptr ? nowhere : static_cast<std::size_t>(static_cast<const char*>(at) - buffer.data());
    });
  }

 private:
  // Of a longer one much could be compared in vain at every place.
  static constexpr std::size_t longest_needle = 64;

  std::string text_;
  std::optional<Needles> needle_;
};

class LineFinder::PatternMatcher final : public Matcher {
 public:
  static Result<std::shared_ptr<const Matcher>> make(const LinePattern& pattern) {
    auto matcher = std::make_shared<PatternMatcher>(pattern);
    if (!matcher->characters_.ok()) return std::unexpected(compile_error(matcher->characters_, pattern.text));
    return matcher;
  }

  explicit PatternMatcher(const LinePattern& pattern)
      : characters_(for_whole_file(pattern), options_for(pattern, RE2::Options::EncodingUTF8)),
        line_by_line_(!pattern.literal && peculiarities_of(pattern.text).single_line) {
    if (!is_ascii(pattern.text)) return;
    bytes_.emplace(for_whole_file(pattern), options_for(pattern, RE2::Options::EncodingLatin1));
    if (!pattern.literal && names_characters(pattern.text)) return;
    std::vector<std::string> literals = required_literals(pattern);
    if (literals.empty()) return;
    const bool may_fold_case = pattern.ignore_case || pattern.text.find("(?") != nowhere;
    needles_have_twins_ = may_fold_case && std::ranges::any_of(literals, has_twin_beyond_ascii);
    needles_.emplace(std::move(literals));
  }

  // A needle has no LF, and so no CR that is dropped is inside of one.
  bool may_match(std::string_view bytes) const override {
    return !needles_ || needles_->find(bytes, 0) != nowhere || (needles_have_twins_ && holds_twins_of_ascii(bytes));
  }

  bool reads_ends_of_lines() const override { return true; }

  std::vector<LineNo> lines(std::string_view buffer, std::size_t most) const override {
    // Where both read the same, the one for bytes is the simpler machine.
    const bool by_bytes = bytes_ && bytes_->ok() && (is_ascii(buffer) || !is_utf8(buffer));
    const RE2& compiled = by_bytes ? *bytes_ : characters_;
    const bool by_needles = needles_ && (by_bytes || !needles_have_twins_ || !holds_twins_of_ascii(buffer));
    std::size_t looked_at = 0;  // lines with a needle
    return collect(buffer, most, [&](std::size_t from) {
      if (by_needles) {
        while (from < buffer.size() && (looked_at < 16 || looked_at * worthwhile_gap < from)) {
          const std::size_t needle = needles_->find(buffer, from);
          if (needle == nowhere) return nowhere;
          const std::size_t begin = needle == 0 ? 0 : buffer.rfind('\n', needle - 1) + 1;
          const std::size_t end = std::min(buffer.find('\n', needle), buffer.size());
          ++looked_at;
          if (fits(compiled, buffer.substr(begin, end - begin))) return needle;
          from = end + 1;
        }
      }
      return line_by_line_ ? first_line(compiled, buffer, from) : first_match(compiled, buffer, from);
    });
  }

 private:
  // Bytes between lines with a needle. With fewer, trying lines one by one does not pay off.
  static constexpr std::size_t worthwhile_gap = 96;

  static bool fits(const RE2& compiled, std::string_view line) {
    return compiled.Match(piece(line), 0, line.size(), RE2::UNANCHORED, nullptr, 0);
  }

  static std::size_t first_match(const RE2& compiled, std::string_view buffer, std::size_t from) {
    re2::StringPiece match;
    if (from > buffer.size() || !compiled.Match(piece(buffer), from, buffer.size(), RE2::UNANCHORED, &match, 1)) return nowhere;
    return static_cast<std::size_t>(match.data() - buffer.data());
  }

  static std::size_t first_line(const RE2& compiled, std::string_view buffer, std::size_t from) {
    while (from < buffer.size()) {
      const std::size_t end = std::min(buffer.find('\n', from), buffer.size());
      if (fits(compiled, buffer.substr(from, end - from))) return from;
      from = end + 1;
    }
    return nowhere;
  }

  RE2 characters_;
  std::optional<RE2> bytes_;
  std::optional<Needles> needles_;   // each match contains one, in either case
  bool needles_have_twins_ = false;  // case is ignored, and a needle has a letter with a twin beyond ASCII
  bool line_by_line_;
};

Result<LineFinder> LineFinder::make(const LinePattern& pattern) {
  const bool literal = pattern.literal || is_plain(pattern.text);
  const std::size_t limit = literal ? longest_literal : longest_pattern;
  if (pattern.text.size() > limit) {
    return std::unexpected(beyond_limit("the length of the pattern in bytes", pattern.text.size(), limit));
  }
  if (pattern.text.find('\n') != nowhere || (!literal && peculiarities_of(pattern.text).newline)) {
    return std::unexpected(wrong_pattern("a newline cannot be found, because lines are searched one at a time"));
  }
  if (literal && !pattern.ignore_case) return LineFinder(std::make_shared<LiteralMatcher>(pattern.text));
  KEDGE_TRY(std::shared_ptr<const Matcher> matcher, PatternMatcher::make(pattern));
  return LineFinder(std::move(matcher));
}

std::vector<LineNo> LineFinder::find(std::string_view bytes, std::size_t most) const {
  if (!matcher_->may_match(bytes)) return {};
  LinesOnly lines(bytes);
  if (matcher_->reads_ends_of_lines()) lines.drop_carriage_returns();
  return matcher_->lines(lines.view(), most);
}

}  // namespace kedge
