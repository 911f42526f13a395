#include "store/secrets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "support/strings.hpp"

namespace kedge {
namespace {

struct Secret {
  std::string_view beginning;
  std::size_t token;  // at least so many characters of a token follow
  std::string_view what;
};

constexpr std::array secrets{
#define SECRET(beginning, token, what) Secret{beginning, token, what},
#include "store/secrets.def"
#undef SECRET
};

constexpr bool is_of_token(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

// Every byte of every kept file is tested, and this table rules out most of them.
constexpr std::array<bool, 256> begins_a_secret = [] {
  std::array<bool, 256> begins{};
  for (const Secret& secret : secrets) begins[static_cast<unsigned char>(secret.beginning.front())] = true;
  return begins;
}();

bool stands_at_the_front(const Secret& secret, std::string_view rest) {
  if (!rest.starts_with(secret.beginning)) return false;
  rest.remove_prefix(secret.beginning.size());
  return rest.size() >= secret.token && std::ranges::all_of(rest.substr(0, secret.token), is_of_token);
}

}  // namespace

std::optional<std::string_view> secret_in(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (!begins_a_secret[static_cast<unsigned char>(bytes[i])]) continue;
    // A token begins at the start of a word; nothing else comes before the dashes of a key either.
    if (i > 0 && is_of_token(bytes[i - 1]) && bytes[i] != '-') continue;
    for (const Secret& secret : secrets) {
      if (stands_at_the_front(secret, bytes.substr(i))) return secret.what;
    }
  }
  return std::nullopt;
}

}  // namespace kedge
