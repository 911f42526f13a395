#include "search/needles.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t block = 64;  // places that are looked at in one step
using Hits = std::array<std::uint8_t, block>;

// The commonest bytes of source code, commonest first. What is not among them is rarer than all of these.
constexpr std::string_view commonest = " etnisraoc_ldpumf,(h)g.b*;0y\"-1=/x\n#v:'Ek>TS<wRAI2NCPO{}LD&3M4\t";

std::size_t rarity(char byte) { return std::min(commonest.find(byte), commonest.size()); }

constexpr bool is_lower_letter(char c) { return c >= 'a' && c <= 'z'; }
// REQUIRES: a whole block from both places on. Simple enough for the compiler to vectorise.
void mark(Hits& hits, const char* rare, const char* next_rare, std::uint8_t value, std::uint8_t fold, std::uint8_t next_value,
          std::uint8_t next_fold) {
  for (std::size_t i = 0; i < block; ++i) {
    const auto here = static_cast<std::uint8_t>(static_cast<std::uint8_t>(rare[i]) | fold);
    const auto there = static_cast<std::uint8_t>(static_cast<std::uint8_t>(next_rare[i]) | next_fold);
    hits[i] = static_cast<std::uint8_t>(hits[i] | ((here == value ? 1U : 0U) & (there == next_value ? 1U : 0U)));
  }
}

// The first marked place at or after `from`; `block` if there is none.
std::size_t first_hit(const Hits& hits, std::size_t from) {
  for (std::size_t at = from; at < block; at = (at / 8 + 1) * 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, hits.data() + at / 8 * 8, sizeof word);
    for (std::size_t i = at; word != 0 && i < at / 8 * 8 + 8; ++i) {
      if (hits[i] != 0) return i;
    }
  }
  return block;
}

}  // namespace

Needles::Needles(std::vector<std::string> needles) {
  for (std::string& bytes : needles) {
    std::vector<std::size_t> places;
    places.reserve(bytes.size());
    for (std::size_t place = 0; place < bytes.size(); ++place) places.push_back(place);
    std::ranges::stable_sort(places, std::greater{}, [&](std::size_t place) { return rarity(bytes[place]); });
    const Probe rare = probe(bytes, places.front());
    const Probe next_rare = places.size() > 1 ? probe(bytes, places[1]) : rare;
    furthest_probe_ = std::max({furthest_probe_, rare.distance, next_rare.distance});
    needles_.push_back({std::move(bytes), rare, next_rare});
  }
}

Needles::Probe Needles::probe(const std::string& bytes, std::size_t distance) {
  const char c = bytes[distance];
  return {distance, static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(is_lower_letter(c) ? 0x20 : 0)};
}

bool Needles::any_begins_at(std::string_view text, std::size_t at) const {
  return std::ranges::any_of(needles_, [&](const Needle& needle) {
    return std::ranges::equal(text.substr(at, needle.bytes.size()), needle.bytes, {}, to_lower);
  });
}

std::size_t Needles::find(std::string_view text, std::size_t from) const {
  std::size_t at = from;
  for (; at + block + furthest_probe_ <= text.size(); at += block) {
    Hits hits{};
    for (const Needle& needle : needles_) {
      mark(hits, text.data() + at + needle.rare.distance, text.data() + at + needle.next_rare.distance, needle.rare.value,
           needle.rare.fold, needle.next_rare.value, needle.next_rare.fold);
    }
    for (std::size_t hit = first_hit(hits, 0); hit < block; hit = first_hit(hits, hit + 1)) {
      if (any_begins_at(text, at + hit)) return at + hit;
    }
  }
  for (; at < text.size(); ++at) {
    if (any_begins_at(text, at)) return at;
  }
  return std::string_view::npos;
}

}  // namespace kedge
