#include "support/file_uri.hpp"

#include <cstdint>

#include "support/strings.hpp"

namespace kedge {
namespace {

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::string file_uri(std::string_view absolute_path) {
  std::string uri(file_scheme);
  for (const char c : absolute_path) {
    if (is_unreserved(c)) {
      uri.push_back(c);
    } else {
      const auto byte = static_cast<std::uint8_t>(c);
      append(uri, concat('%', to_hex({&byte, 1})));
    }
  }
  return uri;
}

std::optional<std::string> path_of_uri(std::string_view uri) {
  if (!uri.starts_with(file_scheme)) return std::nullopt;
  std::string_view rest = uri.substr(file_scheme.size());
  constexpr std::string_view this_machine = "localhost/";
  if (rest.starts_with(this_machine)) rest.remove_prefix(this_machine.size() - 1);
  if (!rest.starts_with('/')) return std::nullopt;
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] != '%') {
      path.push_back(rest[i]);
      continue;
    }
    const std::string_view digits = rest.substr(i + 1, 2);
    if (digits.size() < 2 || !is_hex(digits)) return std::nullopt;
    path.push_back(static_cast<char>(std::stoi(std::string(digits), nullptr, 16)));
    i += 2;
  }
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return path;
}

}  // namespace kedge
