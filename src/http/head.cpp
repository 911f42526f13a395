#include "http/head.hpp"

#include <algorithm>

#include "error/error.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; }

bool is_number(std::string_view text) {
  constexpr std::size_t most_digits = 18;  // any number of that length still fits
  return !text.empty() && text.size() <= most_digits && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

constexpr std::string_view line_end = "\r\n";

std::unexpected<HttpRefusal> not_understood(std::string_view what) {
  return std::unexpected(HttpRefusal{400, std::string(what)});
}

// A name as RFC 9110 has it, of a method or a header.
bool is_token(std::string_view text) {
  static constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || marks.find(c) != std::string_view::npos;
  });
}

bool lists(std::string_view values, std::string_view wanted) {
  return std::ranges::any_of(split(values, ','),
                             [&](std::string_view each) { return lower_case(without_blanks(each)) == wanted; });
}

// REQUIRES: the form of the head is accepted.
std::expected<HttpHead, HttpRefusal> read_head(std::string_view head) {
  HttpHead read;
  const std::string_view first = head.substr(0, head.find(line_end));
  const std::vector<std::string_view> words = split(first, ' ');
  const bool is_known = words.size() == 3 && (words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0");
  const bool is_plain = is_known && !words[1].empty() && words[1].find('\t') == std::string_view::npos;
  if (!is_plain || !is_token(words[0])) return not_understood("this is not HTTP/1.1");
  read.method = words[0];
  read.target = words[1];
  read.version = words[2] == "HTTP/1.1" ? 11 : 10;
  head.remove_prefix(first.size() + line_end.size());
  for (;;) {
    const std::string_view line = head.substr(0, head.find(line_end));
    head.remove_prefix(line.size() + line_end.size());
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
      return not_understood("a line of the header is not NAME: VALUE");
    read.headers.add(line.substr(0, colon), line.substr(colon + 1));
  }
  if (const std::optional<std::string> problem = problem_of_framing(read.headers, read.version))
    return not_understood(*problem);
  const std::string_view connection = read.headers.one("connection").value_or("");
  read.keep_alive = read.version == 11 ? !lists(connection, "close") : lists(connection, "keep-alive");
  return read;
}

}  // namespace

std::optional<std::size_t> length_of_head(std::string_view bytes) {
  constexpr std::string_view end = "\r\n\r\n";
  const std::size_t at = bytes.find(end);
  return at == std::string_view::npos ? std::nullopt : std::optional(at + end.size());
}

std::optional<std::string> problem_of_form(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool last = i + 1 == bytes.size();
    if (bytes[i] == '\r' && (last || bytes[i + 1] == '\n')) continue;
    if (bytes[i] == '\n' && i > 0 && bytes[i - 1] == '\r') {
      if (!last && (bytes[i + 1] == ' ' || bytes[i + 1] == '\t')) return "a header is folded over several lines";
      continue;
    }
    if (is_control(bytes[i])) return "a line of the header has a control character, or does not end with CR and LF";
  }
  return std::nullopt;
}

std::optional<std::string> problem_of_framing(const Headers& headers, unsigned version) {
  constexpr unsigned with_chunks = 11;
  const std::size_t encodings = headers.count("transfer-encoding"), lengths = headers.count("content-length");
  if (encodings > 0 && lengths > 0) return "either Content-Length or Transfer-Encoding";
  if (encodings > 0) {
    const std::optional<std::string_view> encoding = headers.one("transfer-encoding");
    if (!encoding || !std::ranges::equal(*encoding, std::string_view("chunked"), {}, to_lower))
      return "Transfer-Encoding may be chunked and nothing else";
    if (version < with_chunks) return "Transfer-Encoding came with HTTP/1.1";
  }
  if (lengths > 1) return "Content-Length is given twice";
  if (lengths == 1 && !is_number(headers.one("content-length").value_or(""))) return "Content-Length is not a number";
  return std::nullopt;
}

std::expected<std::optional<HttpHead>, HttpRefusal> head_of(std::string_view bytes, std::size_t most_bytes) {
  const std::optional<std::size_t> length = length_of_head(bytes);
  const std::string_view head = bytes.substr(0, length.value_or(bytes.size()));
  if (const std::optional<std::string> problem = problem_of_form(head)) return not_understood(*problem);
  if (head.size() > most_bytes) return std::unexpected(HttpRefusal{431, "the header is too large"});
  if (!length) return std::optional<HttpHead>();
  KEDGE_TRY(HttpHead read, read_head(head));
  read.length = *length;
  return std::optional(std::move(read));
}

}  // namespace kedge
