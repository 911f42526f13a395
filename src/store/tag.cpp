#include "store/tag.hpp"

#include <algorithm>
#include <charconv>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr TagNumber four_digits = 0x10000;

}  // namespace

Tag to_tag(TagNumber number) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  Tag tag;
  for (; number > 0 || tag.size() < 4; number >>= 4U) tag.insert(tag.begin(), digits[number & 15U]);
  return tag;
}

std::optional<TagNumber> tag_number(std::string_view tag) {
  TagNumber number = 0;
  const auto [end, problem] = std::from_chars(tag.data(), tag.data() + tag.size(), number, 16);
  if (problem != std::errc{} || end != tag.data() + tag.size() || to_tag(number) != tag) return std::nullopt;
  return number;
}

TagNumber first_tag(const Digest& version) {
  return free_tag(version, [](TagNumber) { return false; });
}

TagNumber free_tag(const Digest& version, const std::function<bool(TagNumber)>& taken) {
  const auto suggested = [&](std::size_t at) { return static_cast<TagNumber>((version[at] << 8U) | version[at + 1]); };
  for (std::size_t at = 0; at < version.size(); at += 2) {
    if (!taken(suggested(at))) return suggested(at);
  }
  for (TagNumber step = 1; step < four_digits; ++step) {
    const TagNumber next = (suggested(0) + step) % four_digits;
    if (!taken(next)) return next;
  }
  TagNumber longer = four_digits;
  while (taken(longer)) ++longer;
  return longer;
}

Tag loose_tag(const Digest& version, const std::function<bool(const Tag&)>& taken) {
  Tag all = to_hex(version);
  std::ranges::transform(all, all.begin(), [](char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; });
  std::size_t digits = loose_tag_digits;
  while (digits < all.size() && taken(all.substr(0, digits))) ++digits;
  return all.substr(0, digits);
}

}  // namespace kedge
