#include "http/head.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {
namespace {

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; }

bool is_number(std::string_view text) {
  constexpr std::size_t most_digits = 18;  // any number of that length still fits
  return !text.empty() && text.size() <= most_digits && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
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

}  // namespace kedge
