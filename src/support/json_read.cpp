#include "support/json_read.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "support/json_text.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

// A number as JSON writes it; nullopt if it is not finite.
std::optional<double> double_in(std::string_view text) {
  double value = 0;
#if defined(__cpp_lib_to_chars)
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) return std::nullopt;
#else
  // A standard library that cannot do it yet. Nothing here sets a locale, so that the point is a point.
  value = std::strtod(std::string(text).c_str(), nullptr);
  if (value == 0 && text.find_first_of("123456789") < text.find_first_of("eE")) return std::nullopt;  // too small
#endif
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

struct Fault {
  std::size_t offset;
  std::string what;
  bool limit = false;
};

// The text that is left may be anything; where it is said, it is short and cannot steer a terminal.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  return concat('\'', printable(text.substr(0, most)), text.size() > most ? "...'" : "'");
}

// An object or array that has begun and not ended. What it has so far is at the end of what all of them have.
struct Open {
  bool is_object;
  std::size_t begin;  // among the items or members
};

// Sorting needs no table that chosen keys could make slow.
std::optional<std::size_t> first_repeated(std::span<const Json::Member> members) {
  constexpr std::size_t few = 8;  // each is compared with each: that takes no memory
  if (members.size() <= few) {
    for (std::size_t i = 1; i < members.size(); ++i) {
      const auto before = members.first(i);
      if (std::ranges::find(before, members[i].first, &Json::Member::first) != before.end()) return i;
    }
    return std::nullopt;
  }
  std::vector<std::size_t> order(members.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const int compared = members[a].first.compare(members[b].first);
    return compared != 0 ? compared < 0 : a < b;
  });
  std::optional<std::size_t> first;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (members[order[i - 1]].first == members[order[i]].first) first = std::min(first.value_or(order[i]), order[i]);
  }
  return first;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::string& out, char32_t code) {
  const auto byte = [&](char32_t bits) { out.push_back(static_cast<char>(static_cast<std::uint8_t>(bits))); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | (code >> 6U));
    byte(0x80 | (code & 0x3FU));
  } else if (code < 0x10000) {
    byte(0xE0 | (code >> 12U));
    byte(0x80 | ((code >> 6U) & 0x3FU));
    byte(0x80 | (code & 0x3FU));
  } else {
    byte(0xF0 | (code >> 18U));
    byte(0x80 | ((code >> 12U) & 0x3FU));
    byte(0x80 | ((code >> 6U) & 0x3FU));
    byte(0x80 | (code & 0x3FU));
  }
}

class Reader {
 public:
  Reader(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  std::expected<Json, Fault> document() {
    constexpr std::size_t usual = 12;  // members of all objects that are open, in a message
    members_.reserve(usual);
    key_offsets_.reserve(usual);
    open_.reserve(usual);
    Step step = begin_value();
    while (step) {
      std::optional<Json> value = *std::move(step);
      if (!value) {
        step = begin_value();
      } else if (!open_.empty()) {
        step = after_value(*std::move(value));
      } else {
        skip_space();
        if (!at_end()) return fault("text after the end of the value");
        return *std::move(value);
      }
    }
    return std::unexpected(std::move(step).error());
  }

 private:
  // A finished value; nullopt: the innermost container is open and its next value follows.
  using Step = std::expected<std::optional<Json>, Fault>;

  bool at_end() const { return at_ == text_.size(); }
  bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool take(char c) {
    const bool there = at(c);
    at_ += there ? 1 : 0;
    return there;
  }
  void skip_space() {
    while (at(' ') || at('\n') || at('\r') || at('\t')) ++at_;
  }

  std::unexpected<Fault> fault(std::string what) const { return std::unexpected(Fault{at_, std::move(what)}); }
  std::unexpected<Fault> beyond(std::size_t offset, std::string what) const {
    return std::unexpected(Fault{offset, std::move(what), true});
  }
  std::unexpected<Fault> expected_here(std::string_view what) const {
    if (at_end()) return fault(concat("the text ends where ", what, " was expected"));
    return fault(concat(what, " was expected, not ", in_quotes(text_.substr(at_, next_code_point(text_.substr(at_)).length))));
  }

  Step begin_value() {
    skip_space();
    if (++values_ > limits_.values) return beyond(at_, concat("more than ", limits_.values, " values"));
    if (at_end()) return expected_here("a value");
    const char c = text_[at_];
    if (c == '{' || c == '[') return begin_container(c == '{');
    if (c == '"') {
      std::expected<std::string, Fault> string = read_string();
      if (!string) return std::unexpected(std::move(string).error());
      return Json(*std::move(string));
    }
    if (c == '-' || is_digit(c)) return read_number();
    return read_word();
  }

  Step begin_container(bool is_object) {
    if (open_.size() == limits_.depth) return beyond(at_, concat("nested deeper than ", limits_.depth));
    ++at_;
    open_.push_back({is_object, is_object ? members_.size() : items_.size()});
    skip_space();
    if (take(is_object ? '}' : ']')) return end_container();
    return is_object ? read_key() : Step(std::nullopt);
  }

  // Takes what belongs to the container that has ended, into memory of just that size.
  template <class Piece>
  static std::vector<Piece> taken_from(std::vector<Piece>& all, std::size_t begin) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(begin);
    std::vector<Piece> taken(std::make_move_iterator(first), std::make_move_iterator(all.end()));
    all.erase(first, all.end());
    return taken;
  }

  Step end_container() {
    const Open ended = open_.back();
    open_.pop_back();
    if (!ended.is_object) return Json(taken_from(items_, ended.begin));
    const std::span<const Json::Member> members = std::span(members_).subspan(ended.begin);
    if (const std::optional<std::size_t> repeated = first_repeated(members)) {
      return std::unexpected(Fault{key_offsets_[ended.begin + *repeated],
                                   concat("the name ", in_quotes(members[*repeated].first), " occurs twice")});
    }
    key_offsets_.resize(ended.begin);
    return Json::object_of(taken_from(members_, ended.begin));
  }

  Step after_value(Json value) {
    const Open open = open_.back();
    if (open.is_object) {
      members_.back().second = std::move(value);
    } else {
      items_.push_back(std::move(value));
    }
    skip_space();
    if (take(open.is_object ? '}' : ']')) return end_container();
    if (!take(',')) return expected_here(open.is_object ? "',' or '}'" : "',' or ']'");
    return open.is_object ? read_key() : Step(std::nullopt);
  }

  Step read_key() {
    skip_space();
    if (!at('"')) return expected_here("a name in quotes");
    if (members_.size() - open_.back().begin == limits_.keys)
      return beyond(at_, concat("an object with more than ", limits_.keys, " names"));
    key_offsets_.push_back(at_);
    std::expected<std::string, Fault> key = read_string();
    if (!key) return std::unexpected(std::move(key).error());
    members_.emplace_back(*std::move(key), Json());
    skip_space();
    if (!take(':')) return expected_here("':'");
    return std::nullopt;
  }

  // REQUIRES: at a quote.
  std::expected<std::string, Fault> read_string() {
    const std::size_t start = at_++;
    std::string out;
    std::size_t run = at_;  // what is not copied yet
    for (;;) {
      at_ += plain_json_run(text_.substr(at_));
      if (out.size() + (at_ - run) > limits_.string_bytes) {
        return beyond(start, concat("a string of more than ", limits_.string_bytes, " bytes"));
      }
      if (at_end()) return fault("the text ends inside a string");
      const char c = text_[at_];
      if (c == '"') {
        const std::string_view last = text_.substr(run, at_++ - run);
        if (out.empty()) return std::string(last);  // most have no escapes
        out.append(last);
        return out;
      }
      if (c == '\\') {
        out.append(text_.substr(run, at_ - run));
        if (std::optional<Fault> problem = read_escape(out)) return std::unexpected(*std::move(problem));
        run = at_;
      } else if (static_cast<std::uint8_t>(c) < 0x20) {
        return fault("a control character inside a string, which has to be escaped");
      } else {
        const Utf8Step step = next_code_point(text_.substr(at_));
        if (!step.valid) return fault("bytes that are no UTF-8");
        at_ += step.length;
      }
    }
  }

  // REQUIRES: at a backslash.
  std::optional<Fault> read_escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
    const std::size_t start = at_++;
    if (at_end()) return Fault{at_, "the text ends inside a string"};
    const char letter = text_[at_++];
    if (letter == 'u') return read_code_unit(out, start);
    const std::size_t which = letters.find(letter);
    if (which == std::string_view::npos) return Fault{start, "a backslash before what is no escape"};
    out.push_back(meant[which]);
    return std::nullopt;
  }

  // REQUIRES: the position is after the u.
  std::optional<Fault> read_code_unit(std::string& out, std::size_t start) {
    const std::optional<char32_t> unit = hex_digits();
    if (!unit) return Fault{start, "\\u without four hex digits"};
    if (*unit < 0xD800 || *unit > 0xDFFF) {
      append_utf8(out, *unit);
      return std::nullopt;
    }
    if (*unit < 0xDC00 && take('\\') && take('u')) {
      const std::optional<char32_t> low = hex_digits();
      if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
        append_utf8(out, 0x10000 + ((*unit - 0xD800) << 10U) + (*low - 0xDC00));
        return std::nullopt;
      }
    }
    return Fault{start, "half of a surrogate pair"};
  }

  std::optional<char32_t> hex_digits() {
    if (text_.size() - at_ < 4) return std::nullopt;
    std::uint32_t value = 0;
    const char* const end = text_.data() + at_ + 4;
    const std::from_chars_result read = std::from_chars(text_.data() + at_, end, value, 16);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    at_ += 4;
    return value;
  }

  bool skip_digits() {
    const std::size_t start = at_;
    while (!at_end() && is_digit(text_[at_])) ++at_;
    return at_ > start;
  }

  Step read_number() {
    const std::size_t start = at_;
    take('-');
    if (!take('0') && !skip_digits()) return expected_here("a digit");
    if (!at_end() && is_digit(text_[at_])) return fault("a number does not begin with 0");
    const bool whole = !at('.') && !at('e') && !at('E');
    if (take('.') && !skip_digits()) return expected_here("a digit");
    if (take('e') || take('E')) {
      if (!take('-')) take('+');
      if (!skip_digits()) return expected_here("a digit");
    }
    const std::string_view text = text_.substr(start, at_ - start);
    const auto too_large = [&] { return beyond(start, concat("the number ", in_quotes(text), " is too large or too small")); };
    if (whole) {
      std::int64_t value = 0;
      if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) return too_large();
      return Json(value);
    }
    const std::optional<double> value = double_in(text);
    return value ? Step(Json(*value)) : too_large();
  }

  Step read_word() {
    const std::string_view rest = text_.substr(at_);
    const auto took = [&](std::string_view word) {
      if (!rest.starts_with(word)) return false;
      at_ += word.size();
      return true;
    };
    if (took("true")) return Json(true);
    if (took("false")) return Json(false);
    if (took("null")) return Json();
    return expected_here("a value");
  }

  std::string_view text_;
  const JsonLimits& limits_;
  std::size_t at_ = 0;
  std::size_t values_ = 0;
  std::vector<Open> open_;
  // Of all that are open, outermost first: so each takes memory once, when it ends and its size is known.
  std::vector<Json> items_;
  std::vector<Json::Member> members_;     // the value of the last may still have to be read
  std::vector<std::size_t> key_offsets_;  // one per member
};

JsonProblem placed(std::string_view text, Fault fault) {
  const std::string_view before = text.substr(0, fault.offset);
  const std::size_t row = before.rfind('\n') + 1;  // npos + 1 is 0
  return {fault.offset, static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n')),
          static_cast<std::uint32_t>(1 + before.size() - row), std::move(fault.what), fault.limit};
}

}  // namespace

std::expected<Json, JsonProblem> read_json(std::string_view text, const JsonLimits& limits) {
  std::expected<Json, Fault> read = Reader(text, limits).document();
  if (!read) return std::unexpected(placed(text, std::move(read).error()));
  return *std::move(read);
}

}  // namespace kedge
