#include "http/chunks.hpp"

#include <algorithm>
#include <optional>

#include "http/head.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view line_end_of_chunk = "\r\n";
constexpr std::size_t most_digits_of_size = 8;
constexpr std::size_t most_line_bytes = 1024;
constexpr std::size_t most_trailer_bytes = 16UL * 1024;

std::unexpected<HttpRefusal> bad_chunk(int status, std::string_view what) {
  return std::unexpected(HttpRefusal{status, std::string(what)});
}

// The size at the beginning of a chunk's first line.
std::optional<std::size_t> size_of_chunk(std::string_view line) {
  const std::string_view digits = line.substr(0, line.find(';'));
  if (digits.empty() || digits.size() > most_digits_of_size) return std::nullopt;
  std::size_t size = 0;
  for (const char c : digits) {
    const std::optional<std::uint8_t> digit = hex_digit(c);
    if (!digit) return std::nullopt;
    size = size * 16 + *digit;
  }
  return size;
}

}  // namespace

std::expected<bool, HttpRefusal> ChunkedBody::take(std::string& bytes) {
  std::string_view rest = bytes;
  std::expected<bool, HttpRefusal> went = true;
  while (went && *went && !ended_) went = step(rest);
  bytes.erase(0, bytes.size() - rest.size());
  if (!went) return went;
  return ended_;
}

std::expected<bool, HttpRefusal> ChunkedBody::take_line(std::string_view& rest, std::string_view& line) {
  const std::size_t end = rest.find(line_end_of_chunk);
  const std::string_view known = rest.substr(0, end == std::string_view::npos ? end : end + line_end_of_chunk.size());
  if (problem_of_form(known))
    return bad_chunk(400, "a line between chunks has a control character, or does not end with CR and LF");
  if (known.size() > most_line_bytes) return bad_chunk(400, "a line between chunks is too long");
  if (end == std::string_view::npos) return false;
  line = rest.substr(0, end);
  rest.remove_prefix(known.size());
  return true;
}

std::expected<bool, HttpRefusal> ChunkedBody::step(std::string_view& rest) {
  std::string_view line;
  if (next_ == Next::data) {
    const std::string_view piece = rest.substr(0, left_);
    append(text, piece);
    rest.remove_prefix(piece.size());
    left_ -= piece.size();
    if (left_ == 0) next_ = Next::end_of_data;
    return left_ == 0;
  }
  std::expected<bool, HttpRefusal> came = take_line(rest, line);
  if (!came || !*came) return came;
  if (next_ == Next::end_of_data) {
    if (!line.empty()) return bad_chunk(400, "a chunk is longer than it says");
    next_ = Next::size;
  } else if (next_ == Next::size) {
    const std::optional<std::size_t> size = size_of_chunk(line);
    if (!size) return bad_chunk(400, "the size of a chunk is not a number");
    if (*size > most_bytes_ - text.size()) return bad_chunk(413, "the message is too large");
    left_ = *size;
    next_ = *size > 0 ? Next::data : Next::trailer;
  } else {
    trailer_bytes_ += line.size();
    if (trailer_bytes_ > most_trailer_bytes) return bad_chunk(431, "the trailer is too large");
    ended_ = line.empty();
  }
  return true;
}

std::string as_chunk(std::string_view text) {
  std::string size;
  for (std::size_t left = text.size(); left > 0; left /= 16) size.insert(size.begin(), "0123456789abcdef"[left % 16]);
  return text.empty() ? std::string() : concat(size, line_end_of_chunk, text, line_end_of_chunk);
}

}  // namespace kedge
