#include "store/secrets.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

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

// The first two bytes of all secrets, each pair once.
using Pair = std::pair<std::uint8_t, std::uint8_t>;
constexpr std::size_t most_pairs = secrets.size();
constexpr auto pairs_and_count = [] {
  std::array<Pair, most_pairs> pairs{};
  std::size_t count = 0;
  for (const Secret& secret : secrets) {
    const Pair pair(secret.beginning[0], secret.beginning[1]);
    if (std::find(pairs.begin(), pairs.begin() + count, pair) == pairs.begin() + count) pairs.at(count++) = pair;
  }
  return std::pair(pairs, count);
}();

// Every byte of every kept file is tested, sixteen at a time: for each of them, not 0 if a secret could begin there.
constexpr std::size_t block = 16;
using Bytes [[gnu::vector_size(block)]] = std::uint8_t;

template <std::size_t... index>
Bytes beginnings_in(const Bytes& here, const Bytes& next, std::index_sequence<index...> /*of pairs*/) {
  constexpr auto& pairs = pairs_and_count.first;
  return reinterpret_cast<Bytes>((((here == pairs[index].first) & (next == pairs[index].second)) | ...));
}

using Hits = std::array<std::uint64_t, block / sizeof(std::uint64_t)>;

// In the first `size` bytes, at most a block; one more is read.
Hits beginnings_in(const char* at, std::size_t size) {
  static_assert(std::endian::native == std::endian::little);
  std::array<char, block + 1> copy{};  // no secret has a zero
  if (size < block) at = static_cast<const char*>(std::memcpy(copy.data(), at, size + 1));
  Bytes here, next;
  std::memcpy(&here, at, sizeof here);
  std::memcpy(&next, at + 1, sizeof next);
  const Bytes found = beginnings_in(here, next, std::make_index_sequence<pairs_and_count.second>());
  Hits hits;
  std::memcpy(hits.data(), &found, sizeof found);
  return hits;
}

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

std::optional<std::string_view> secret_at(std::string_view bytes, std::size_t at) {
  // A token begins at the start of a word; nothing else comes before the dashes of a key either.
  if (at > 0 && is_of_token(bytes[at - 1]) && bytes[at] != '-') return std::nullopt;
  const auto* const found =
      std::ranges::find_if(secrets, [&](const Secret& secret) { return stands_at_the_front(secret, bytes.substr(at)); });
  return found == secrets.end() ? std::nullopt : std::optional(found->what);
}

// One that begins in [begin, end).
std::optional<std::string_view> secret_beginning_in(std::string_view bytes, std::size_t begin, std::size_t end) {
  if (bytes.size() < 2) return std::nullopt;
  end = std::min(end, bytes.size() - 1);
  for (std::size_t at = begin; at < end; at += block) {
    const Hits hits = beginnings_in(bytes.data() + at, std::min(block, end - at));
    for (std::size_t word = 0; word < hits.size(); ++word) {
      for (std::uint64_t left = hits[word]; left != 0;) {
        const auto byte = static_cast<std::size_t>(std::countr_zero(left)) / 8;
        if (const auto secret = secret_at(bytes, at + word * sizeof left + byte)) return secret;
        left &= ~(std::uint64_t{0xFF} << (byte * 8));
      }
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
