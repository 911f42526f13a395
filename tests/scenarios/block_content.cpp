#include "scenarios/block_content.hpp"

#include <algorithm>
#include <charconv>

#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge::test {
namespace {

// A row that looks like the start of a block is quoted by one backslash, as is a row that looks like a quoted one.
bool is_marked(std::string_view row) {
  const std::size_t behind_backslashes = row.find_first_not_of('\\');
  return behind_backslashes != std::string_view::npos && row.substr(behind_backslashes).starts_with(block_mark);
}

bool stands_for_itself(std::string_view text) { return printable(text) == text && text.find("\xEF\xBB\xBF") == text.npos; }

std::string_view unquoted(std::string_view row) { return row.starts_with('\\') && is_marked(row) ? row.substr(1) : row; }

std::expected<std::string, std::string> unescaped(std::string_view row) {
  std::string out;
  while (!row.empty()) {
    const std::size_t backslash = row.find('\\');
    out.append(row.substr(0, backslash));
    if (backslash == std::string_view::npos) break;
    row.remove_prefix(backslash + 1);
    if (row.empty()) return out;  // the lone backslash: no newline
    const std::size_t taken = take_escape(row, out);
    if (taken == 0) return std::unexpected(concat("unknown escape \\", row.substr(0, 1)));
    row.remove_prefix(taken);
  }
  out.push_back('\n');
  return out;
}

}  // namespace

std::string escaped(std::string_view row) {
  std::string out;
  const std::size_t visible = row.find_last_not_of(" \t") + 1;  // 0 for a row of blanks
  for (std::size_t at = 0; at < row.size();) {
    const std::size_t length = next_code_point(row.substr(at)).length;
    const std::string_view piece = row.substr(at, length);
    if (piece == "\\") {
      out.append("\\\\");
    } else if (piece == "\r") {
      out.append("\\r");
    } else if (piece == "\t") {
      out.append("\\t");
    } else if (stands_for_itself(piece) && (piece != " " || at < visible)) {
      out.append(piece);
    } else {
      for (const char c : piece) {
        const auto byte = static_cast<std::uint8_t>(c);
        out.append("\\x").append(to_hex({&byte, 1}));
      }
    }
    at += length;
  }
  return out;
}

std::size_t take_escape(std::string_view rest, std::string& out) {
  if (rest.empty()) return 0;
  switch (rest.front()) {
    case 'r': out.push_back('\r'); return 1;
    case 'n': out.push_back('\n'); return 1;
    case 't': out.push_back('\t'); return 1;
    case '0': out.push_back('\0'); return 1;
    case '\\': out.push_back('\\'); return 1;
    case 'x': {
      unsigned value = 0;
      const char* const digits = rest.data() + 1;
      if (rest.size() < 3 || std::from_chars(digits, digits + 2, value, 16).ptr != digits + 2) return 0;
      out.push_back(static_cast<char>(value));
      return 3;
    }
    default: return 0;
  }
}

std::expected<std::string, std::string> decoded(std::string_view rows, ContentForm form) {
  std::string out;
  while (!rows.empty()) {
    const std::size_t newline = rows.find('\n');
    const std::string_view row = unquoted(rows.substr(0, newline));
    rows.remove_prefix(newline == std::string_view::npos ? rows.size() : newline + 1);
    if (form != ContentForm::escaped) {
      append(out, concat(row, '\n'));
      continue;
    }
    const std::expected<std::string, std::string> bytes = unescaped(row);
    if (!bytes) return bytes;
    out.append(*bytes);
  }
  if (form == ContentForm::no_final_newline) {
    if (out.empty()) return std::unexpected("no-final-newline needs a row to end without one");
    out.pop_back();
  }
  return out;
}

std::string encoded(std::string_view bytes, ContentForm form) {
  std::string out;
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const bool terminated = newline != std::string_view::npos;
    const std::string_view row = bytes.substr(0, newline);
    const std::string shown = form == ContentForm::escaped ? escaped(row) : std::string(row);
    if (is_marked(shown)) out.push_back('\\');
    out.append(shown);
    if (form == ContentForm::escaped && !terminated) out.push_back('\\');
    out.push_back('\n');
    bytes.remove_prefix(terminated ? newline + 1 : bytes.size());
  }
  return out;
}

ContentForm form_for(std::string_view bytes) {
  const std::string_view last = bytes.substr(bytes.rfind('\n') + 1);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t newline = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view row = bytes.substr(at, newline - at);
    const bool blank_at_end = row.ends_with(' ') || row.ends_with('\t');
    if (blank_at_end || !stands_for_itself(row)) return ContentForm::escaped;
    at = newline + 1;
  }
  return last.empty() ? ContentForm::literal : ContentForm::no_final_newline;
}

}  // namespace kedge::test
