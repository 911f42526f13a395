#include "search/git_pattern.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace kedge {
namespace {

struct ByteClass {
  std::string_view name;
  bool (*holds)(unsigned char);
};

constexpr bool is_between(unsigned char c, char first, char last) {
  return c >= static_cast<unsigned char>(first) && c <= static_cast<unsigned char>(last);
}
constexpr bool is_digit(unsigned char c) { return is_between(c, '0', '9'); }
constexpr bool is_lower(unsigned char c) { return is_between(c, 'a', 'z'); }
constexpr bool is_upper(unsigned char c) { return is_between(c, 'A', 'Z'); }
constexpr bool is_letter(unsigned char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_visible(unsigned char c) { return is_between(c, '!', '~'); }

constexpr std::array classes{
    ByteClass{"alnum", [](unsigned char c) { return is_letter(c) || is_digit(c); }},
    ByteClass{"alpha", is_letter},
    ByteClass{"blank", [](unsigned char c) { return c == ' ' || c == '\t'; }},
    ByteClass{"cntrl", [](unsigned char c) { return c < ' ' || c == 0x7F; }},
    ByteClass{"digit", is_digit},
    ByteClass{"graph", is_visible},
    ByteClass{"lower", is_lower},
    ByteClass{"print", [](unsigned char c) { return c == ' ' || is_visible(c); }},
    ByteClass{"punct", [](unsigned char c) { return is_visible(c) && !is_letter(c) && !is_digit(c); }},
    ByteClass{"space", [](unsigned char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }},  // no \v, no \f
    ByteClass{"upper", is_upper},
    ByteClass{"xdigit", [](unsigned char c) { return is_digit(c) || is_between(c, 'a', 'f') || is_between(c, 'A', 'F'); }},
};

constexpr unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

// Reads a set, from after the [ to the ]. Without an end, or with an unknown class, it is not a set.
class SetReader {
 public:
  explicit SetReader(std::string_view text) : text_(text) {}

  std::optional<std::bitset<256>> read() {
    const bool negated = !at_end() && (peek() == '!' || peek() == '^');
    if (negated) ++at_;
    // A leading ] is a member.
    for (bool first = true; first || at_end() || peek() != ']'; first = false) {
      if (at_end() || !read_member()) return std::nullopt;
    }
    ++at_;
    if (negated) members_.flip();
    members_.reset('/');
    return members_;
  }

  std::size_t length() const { return at_; }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return text_[at_]; }

  bool read_member() {
    if (text_.substr(at_).starts_with("[:")) {
      const std::size_t close = text_.find(']', at_ + 2);
      if (close == std::string_view::npos) return false;
      if (close > at_ + 2 && text_[close - 1] == ':') return read_class(close);
    }
    const std::optional<unsigned char> first = take();
    if (!first) return false;
    members_.set(*first);
    const bool range = at_ + 1 < text_.size() && peek() == '-' && text_[at_ + 1] != ']';
    if (!range) return true;
    ++at_;
    const std::optional<unsigned char> last = take();
    if (!last) return false;
    for (std::size_t byte = *first; byte <= *last; ++byte) members_.set(byte);
    return true;
  }

  bool read_class(std::size_t close) {
    const std::string_view name = text_.substr(at_ + 2, close - 1 - (at_ + 2));
    const auto* const found = std::ranges::find(classes, name, &ByteClass::name);
    if (found == classes.end()) return false;
    for (std::size_t byte = 0; byte < members_.size(); ++byte) {
      if (found->holds(static_cast<unsigned char>(byte))) members_.set(byte);
    }
    at_ = close + 1;
    return true;
  }

  std::optional<unsigned char> take() {
    if (peek() == '\\') ++at_;
    if (at_end()) return std::nullopt;
    return byte_of(text_[at_++]);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::bitset<256> members_;
};

}  // namespace

GitPattern::GitPattern(std::string_view pattern) {
  while (!pattern.empty() && !fits_nothing_) {
    switch (pattern.front()) {
      case '*': add_stars(pattern); break;
      case '?':
        add({.fits = Part::Fits::any});
        pattern.remove_prefix(1);
        break;
      case '[': fits_nothing_ = !add_set(pattern); break;
      case '\\':
        pattern.remove_prefix(1);
        fits_nothing_ = pattern.empty();
        if (fits_nothing_) break;
        [[fallthrough]];
      default:
        parts_.push_back({.byte = pattern.front()});
        tail_.push_back(pattern.front());
        pattern.remove_prefix(1);
    }
  }
  only_star_and_tail_ = parts_.size() == tail_.size() + 1 && parts_.front().takes == WildcardStep::star;
}

void GitPattern::add(Part part) {
  tail_.clear();
  parts_.push_back(part);
}

void GitPattern::add_stars(std::string_view& pattern) {
  const std::size_t stars = std::min(pattern.find_first_not_of('*'), pattern.size());
  pattern.remove_prefix(stars);
  const auto begins_component = [this] {
    if (parts_.empty() || parts_.back().takes == WildcardStep::inside_folders) return true;
    return parts_.back().takes == WildcardStep::one && parts_.back().byte == '/';
  };
  if (stars == 1 || !begins_component()) {
    add({.takes = WildcardStep::star});
  } else if (pattern.starts_with('/')) {
    pattern.remove_prefix(1);
    if (!parts_.empty() && parts_.back().takes == WildcardStep::inside_folders) return;  // **/**/ says no more than **/
    add({.takes = WildcardStep::folders});
    add({.takes = WildcardStep::inside_folders});
  } else {
    add({.takes = pattern.empty() || pattern.starts_with("\\/") ? WildcardStep::rest : WildcardStep::star});
  }
}

bool GitPattern::add_set(std::string_view& pattern) {
  SetReader reader(pattern.substr(1));
  const std::optional<ByteSet> members = reader.read();
  if (!members) return false;
  add({.fits = Part::Fits::set, .set = sets_.size()});
  sets_.push_back(*members);
  pattern.remove_prefix(1 + reader.length());
  return true;
}

bool GitPattern::fits(const Part& part, char byte) const {
  switch (part.fits) {
    case Part::Fits::byte: return byte == part.byte;
    case Part::Fits::any: return byte != '/';
    case Part::Fits::set: return sets_[part.set].test(byte_of(byte));
  }
  return false;
}

bool GitPattern::matches(std::string_view path) const {
  if (fits_nothing_ || !path.ends_with(tail_)) return false;
  if (only_star_and_tail_) return path.substr(0, path.size() - tail_.size()).find('/') == std::string_view::npos;
  if (parts_.size() == tail_.size()) return path.size() == tail_.size();
  WildcardWalk<Part> walk(parts_);
  for (const char each : path) {
    walk.take(each, [this](const Part& part, char byte) { return fits(part, byte); });
    if (walk.is_lost()) return false;
  }
  return walk.is_done();
}

}  // namespace kedge
