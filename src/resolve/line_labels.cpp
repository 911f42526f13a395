#include "resolve/line_labels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr unsigned six_digits = 24;
constexpr unsigned eight_digits = 32;
constexpr std::size_t common = 3;  // content that occurs more often than this says little about its place

// Places that may share their first digits with others, in the order of their hashes: all that do, and a few that do not. Only
// these are sorted, so that a large text of distinct lines costs one pass.
std::vector<std::uint32_t> crowded_places(const std::vector<std::uint64_t>& heads) {
  const unsigned bits = std::clamp<unsigned>(static_cast<unsigned>(std::bit_width(heads.size())) + 5, 10, six_digits);
  const auto bucket_of = [bits](std::uint64_t head) { return static_cast<std::size_t>(head >> (64U - bits)); };
  std::vector<bool> met(std::size_t{1} << bits);
  std::vector<bool> again(std::size_t{1} << bits);
  for (const std::uint64_t head : heads) {
    const std::size_t bucket = bucket_of(head);
    if (met[bucket]) again[bucket] = true;
    met[bucket] = true;
  }
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (again[bucket_of(heads[i])]) places.push_back(static_cast<std::uint32_t>(i));
  }
  std::ranges::sort(places, {}, [&](std::uint32_t i) { return heads[i]; });
  return places;
}

// Calls `each` with every run of places that agree in their first bits. REQUIRES: in the order of the heads.
template <class Each>
void for_each_run(const std::vector<std::uint32_t>& places, const std::vector<std::uint64_t>& heads, unsigned bits,
                  const Each& each) {
  for (std::size_t begin = 0; begin < places.size();) {
    const std::uint64_t digits = heads[places[begin]] >> (64U - bits);
    std::size_t end = begin + 1;
    while (end < places.size() && heads[places[end]] >> (64U - bits) == digits) ++end;
    each(std::span(places).subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace

LineLabels::LineLabels(const HashIndex& index) : heads_(index.heads()), lengths_(heads_.size(), Length::six) {
  const Text& text = index.text();
  qualities_.reserve(heads_.size());
  for (LineNo line{1}; text.has(line); line = line + 1) {
    qualities_.push_back(is_low(text.content(line)) ? LineQuality::low : LineQuality::high);
  }
  const std::vector<std::uint32_t> crowded = crowded_places(heads_);
  for_each_run(crowded, heads_, six_digits, [&](std::span<const std::uint32_t> run) {
    for (const std::uint32_t i : run) lengths_[i] = run.size() > 1 ? Length::eight : Length::six;
  });
  std::vector<std::uint32_t> equal;  // equal in eight digits: contexts may tell them apart
  for_each_run(crowded, heads_, eight_digits, [&](std::span<const std::uint32_t> run) {
    if (run.size() > 1) equal.insert(equal.end(), run.begin(), run.end());
  });
  for_each_run(crowded, heads_, 64, [&](std::span<const std::uint32_t> run) {
    if (run.size() <= common) return;
    for (const std::uint32_t i : run) {
      if (qualities_[i] == LineQuality::high) qualities_[i] = LineQuality::med;
    }
  });
  if (equal.empty()) return;

  contexts_ = *text.line_heads(HashedPart::context);
  std::vector<bool> shared(contexts_.size(), false);
  for_each_run(crowded_places(contexts_), contexts_, eight_digits, [&](std::span<const std::uint32_t> run) {
    for (const std::uint32_t i : run) shared[i] = run.size() > 1;
  });
  for (const std::uint32_t i : equal) lengths_[i] = shared[i] ? Length::shared : Length::context;
}

std::string LineLabels::hash(LineNo line) const {
  const std::size_t i = line.value - 1;
  const Length length = lengths_[i];
  const std::uint64_t head = length == Length::context ? contexts_[i] : heads_[i];
  std::array<std::uint8_t, 4> bytes{};
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<std::uint8_t>(head >> (56U - 8U * k));
  const bool is_long = length == Length::eight || length == Length::context;
  return to_hex(std::span(bytes).first(is_long ? 4 : 3));
}

std::string LineLabels::anchor(LineNo line) const { return concat(line.value, '#', hash(line)); }

}  // namespace kedge
