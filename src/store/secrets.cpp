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

// Every byte of every kept file is tested, and this table rules out nearly all of them by themselves and the next byte.
constexpr std::size_t pair_of(char first, char second) {
  return static_cast<std::size_t>(static_cast<unsigned char>(first)) << 8U | static_cast<unsigned char>(second);
}
constexpr std::array<bool, 1UL << 16U> begins_a_secret = [] {
  std::array<bool, 1UL << 16U> begins{};
  for (const Secret& secret : secrets) begins[pair_of(secret.beginning[0], secret.beginning[1])] = true;
  return begins;
}();

// The longest piece of text that makes a secret, with the byte before it.
constexpr std::size_t longest_secret = [] {
  std::size_t longest = 0;
  for (const Secret& secret : secrets) longest = std::max(longest, secret.beginning.size() + secret.token + 1);
  return longest;
}();

bool stands_at_the_front(const Secret& secret, std::string_view rest) {
  if (!rest.starts_with(secret.beginning)) return false;
  rest.remove_prefix(secret.beginning.size());
  return rest.size() >= secret.token && std::ranges::all_of(rest.substr(0, secret.token), is_of_token);
}

// One that begins in [begin, end).
std::optional<std::string_view> secret_beginning_in(std::string_view bytes, std::size_t begin, std::size_t end) {
  if (bytes.size() < 2) return std::nullopt;
  end = std::min(end, bytes.size() - 1);
  for (std::size_t i = begin; i < end; ++i) {
    if (!begins_a_secret[pair_of(bytes[i], bytes[i + 1])]) continue;
    // A token begins at the start of a word; nothing else comes before the dashes of a key either.
    if (i > 0 && is_of_token(bytes[i - 1]) && bytes[i] != '-') continue;
    for (const Secret& secret : secrets) {
      if (stands_at_the_front(secret, bytes.substr(i))) return secret.what;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> secret_in(std::string_view bytes) { return secret_beginning_in(bytes, 0, bytes.size()); }

std::optional<std::string_view> new_secret_in(std::string_view bytes, const ChangeSet& inverse) {
  for (const Edit& edit : inverse.edits()) {
    const std::size_t begin = edit.span.begin.value - std::min<std::size_t>(edit.span.begin.value, longest_secret);
    // What follows the change may begin a secret since something else is before it.
    if (const auto secret = secret_beginning_in(bytes, begin, edit.span.end.value + 1)) return secret;
  }
  return std::nullopt;
}

}  // namespace kedge
