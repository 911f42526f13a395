#include "search/needles.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <span>
#include <utility>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t block = 64;  // places that are looked at in one step
// For each place of a block: not 0 if a needle may begin there.
using Hits = std::array<std::uint8_t, block>;

// The commonest bytes of source code, commonest first. What is not among them is rarer than all of these.
constexpr std::string_view commonest = " etnisraoc_ldpumf,(h)g.b*;0y\"-1=/x\n#v:'Ek>TS<wRAI2NCPO{}LD&3M4\t";

std::size_t rarity(char byte) { return std::min(commonest.find(byte), commonest.size()); }

constexpr bool is_lower_letter(char c) { return c >= 'a' && c <= 'z'; }

// The first place at or after `from` that is a hit; `block` if there is none.
std::size_t first_hit(const Hits& hits, std::size_t from) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::size_t bytes_of_word = sizeof(std::uint64_t);
  std::uint64_t not_before = ~std::uint64_t{0} << (from % bytes_of_word * 8);
  for (std::size_t at = from / bytes_of_word * bytes_of_word; at < block; at += bytes_of_word) {
    std::uint64_t word = 0;
    std::memcpy(&word, hits.data() + at, sizeof word);
    word &= std::exchange(not_before, ~std::uint64_t{0});
    if (word != 0) return at + static_cast<std::size_t>(std::countr_zero(word)) / 8;
  }
  return block;
}

// What follows is compiled twice, with AVX2 and without. An AVX2 register holds half a block; other processors use two
// registers.
#define KEDGE_INLINE [[gnu::always_inline]] inline
using Bytes [[gnu::vector_size(block / 2)]] = std::uint8_t;
static_assert(sizeof(Hits) == 2 * sizeof(Bytes));

KEDGE_INLINE void load(Bytes& bytes, const char* from) { std::memcpy(&bytes, from, sizeof bytes); }

KEDGE_INLINE void add_hits(Bytes& hits, const char* at, const Needles::Needle& needle) {
  Bytes here, there;
  load(here, at + needle.rare.distance);
  load(there, at + needle.next_rare.distance);
  hits |= reinterpret_cast<Bytes>(((here | needle.rare.fold) == needle.rare.value) &
                                  ((there | needle.next_rare.fold) == needle.next_rare.value));
}

KEDGE_INLINE bool is_empty(const Bytes& hits) {
  std::array<std::uint64_t, sizeof hits / sizeof(std::uint64_t)> words;
  std::memcpy(words.data(), &hits, sizeof hits);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any == 0;
}

// The next block at or after `at` in which a needle may begin, or where less than a whole one is left.
KEDGE_INLINE std::size_t next_block(std::span<const Needles::Needle> needles, std::string_view text, std::size_t at,
                                    std::size_t end, Hits& hits) {
  for (; at < end; at += block) {
    Bytes first{}, second{};
    for (const Needles::Needle& needle : needles) {
      add_hits(first, text.data() + at, needle);
      add_hits(second, text.data() + at + sizeof first, needle);
    }
    if (is_empty(first | second)) continue;
    std::memcpy(hits.data(), &first, sizeof first);
    std::memcpy(hits.data() + sizeof first, &second, sizeof second);
    break;
  }
  return at;
}

using NextBlock = std::size_t (*)(std::span<const Needles::Needle>, std::string_view, std::size_t, std::size_t, Hits&);

std::size_t next_block_anywhere(std::span<const Needles::Needle> needles, std::string_view text, std::size_t at,
                                std::size_t end, Hits& hits) {
  return next_block(needles, text, at, end, hits);
}

#ifdef __x86_64__
[[gnu::target("avx2")]] std::size_t next_block_avx2(std::span<const Needles::Needle> needles, std::string_view text,
                                                    std::size_t at, std::size_t end, Hits& hits) {
  return next_block(needles, text, at, end, hits);
}
const NextBlock next_block_here = __builtin_cpu_supports("avx2") != 0 ? &next_block_avx2 : &next_block_anywhere;
#else
constexpr NextBlock next_block_here = &next_block_anywhere;
#endif
#undef KEDGE_INLINE

}  // namespace

Needles::Needles(std::vector<std::string> needles, Case letters) : letters_(letters) {
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

Needles::Probe Needles::probe(const std::string& bytes, std::size_t distance) const {
  const char c = bytes[distance];
  const bool folds = letters_ == Case::ignored && is_lower_letter(c);
  return {distance, static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(folds ? 0x20 : 0)};
}

bool Needles::any_begins_at(std::string_view text, std::size_t at) const {
  return std::ranges::any_of(needles_, [&](const Needle& needle) {
    const std::string_view there = text.substr(at, needle.bytes.size());
    return letters_ == Case::exact ? there == needle.bytes : std::ranges::equal(there, needle.bytes, {}, to_lower);
  });
}

std::size_t Needles::find(std::string_view text, std::size_t from) const {
  const std::size_t beyond = block + furthest_probe_;
  if (from + beyond > text.size()) return find_near_end(text, from);
  // The last block begins before `end`.
  const std::size_t end = text.size() - beyond + 1 - from;
  if (const std::size_t found = find_in(text.substr(from), end, text, from); found != std::string_view::npos) return found;
  return find_near_end(text, from + (end + block - 1) / block * block);
}

std::size_t Needles::find_in(std::string_view window, std::size_t end, std::string_view text, std::size_t from) const {
  Hits hits{};
  for (std::size_t at = 0; (at = next_block_here(needles_, window, at, end, hits)) < end; at += block) {
    for (std::size_t hit = first_hit(hits, 0); hit < block; hit = first_hit(hits, hit + 1)) {
      const std::size_t place = from + at + hit;
      if (place < text.size() && any_begins_at(text, place)) return place;
    }
  }
  return std::string_view::npos;
}

// Fewer bytes are left than one step reads at a time, so they are searched in a copy that is followed by zeros. In most files,
// which are small, that is a large part.
std::size_t Needles::find_near_end(std::string_view text, std::size_t from) const {
  constexpr std::size_t room = 512;
  const std::string_view rest = text.substr(std::min(from, text.size()));
  const std::size_t needed = (rest.size() + block - 1) / block * block + furthest_probe_;
  if (needed <= room) {
    std::array<char, room> copy;
    std::ranges::fill(std::ranges::copy(rest, copy.begin()).out, copy.begin() + needed, '\0');
    return find_in({copy.data(), needed}, rest.size(), text, from);
  }
  for (std::size_t at = from; at < text.size(); ++at) {
    if (any_begins_at(text, at)) return at;
  }
  return std::string_view::npos;
}

}  // namespace kedge
