#include "text/text.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "support/large_buffer.hpp"
#include "support/require.hpp"
#include "support/utf8.hpp"
#include "text/newlines.hpp"

namespace kedge {
namespace {

// The hash under way is kept after each piece: an edit has less than one of them to hash again before its first change. Most
// files that are edited are small, so the pieces at the beginning are.
constexpr std::size_t small_piece = 512;
constexpr std::size_t small_pieces = 16;
constexpr std::size_t piece_size = 4096;

// How many bytes the first so many pieces have.
constexpr std::size_t size_of_pieces(std::size_t count) {
  return std::min(count, small_pieces) * small_piece + (count - std::min(count, small_pieces)) * piece_size;
}
// How many whole pieces so many bytes have.
constexpr std::size_t pieces_in(std::size_t bytes) {
  constexpr std::size_t all_small = small_pieces * small_piece;
  return bytes < all_small ? bytes / small_piece : small_pieces + (bytes - all_small) / piece_size;
}

std::size_t terminator_size(std::string_view raw) {
  if (!raw.ends_with('\n')) return 0;
  return raw.ends_with("\r\n") ? 2 : 1;
}

}  // namespace

Text::Text(std::string bytes) {
  KEDGE_REQUIRE(bytes.size() < std::numeric_limits<std::uint32_t>::max());
  auto body = std::make_shared<Body>();
  body->bytes = std::move(bytes);
  const std::string_view all = body->bytes;
  const std::size_t content_begin = all.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  const std::string_view lines = all.substr(content_begin);
  const bool unterminated = !lines.empty() && lines.back() != '\n';

  std::vector<std::uint32_t>& starts = body->starts;
  starts.resize(1 + count_newlines(lines) + (unterminated ? 1 : 0));
  starts.front() = static_cast<std::uint32_t>(content_begin);
  const auto behind_first = std::span(starts).subspan(1);
  std::uint32_t* end = offsets_behind_newlines(lines, behind_first.data());
  if (unterminated) *end = static_cast<std::uint32_t>(lines.size());
  if (content_begin > 0) {
    for (std::uint32_t& start : behind_first) start += static_cast<std::uint32_t>(content_begin);
  }
  body_ = std::move(body);
}

Text Text::with(std::span<const Replacement> replacements) const {
  std::size_t size = this->size();
  std::size_t most_lines = body_->starts.size() + 1;
  for (const Replacement& one : replacements) {
    size = size - one.span.size() + one.bytes.size();
    most_lines += count_newlines(one.bytes);
  }
  KEDGE_REQUIRE(size < std::numeric_limits<std::uint32_t>::max());
  auto made = std::make_shared<Body>();
  made->bytes = large_buffer(size);
  std::string& bytes = made->bytes;
  std::vector<std::uint32_t>& starts = made->starts;
  starts.reserve(most_lines);
  starts.push_back(0);

  // All but the first are just after an LF; the last may be the end of an unterminated line.
  std::span<const std::uint32_t> behind_newlines = std::span(body_->starts).subspan(1);
  if (ends_unterminated()) behind_newlines = behind_newlines.first(behind_newlines.size() - 1);
  const auto keep = [&](std::size_t begin, std::size_t end) {
    const auto first = std::ranges::upper_bound(behind_newlines, begin);
    const auto last = std::ranges::upper_bound(first, behind_newlines.end(), end);
    const auto moved = static_cast<std::uint32_t>(bytes.size() - begin);  // modulo 2^32, and so is the sum
    const std::size_t before = starts.size();
    starts.resize(before + static_cast<std::size_t>(last - first));
    std::transform(first, last, starts.begin() + static_cast<std::ptrdiff_t>(before),
                   [moved](std::uint32_t offset) { return offset + moved; });
    bytes.append(this->bytes().substr(begin, end - begin));
  };
  const auto add = [&](std::string_view piece) {
    const auto at = static_cast<std::uint32_t>(bytes.size());
    const std::size_t before = starts.size();
    starts.resize(before + count_newlines(piece));
    const auto fresh = std::span(starts).subspan(before);
    offsets_behind_newlines(piece, fresh.data());
    for (std::uint32_t& start : fresh) start += at;
    bytes.append(piece);
  };
  std::size_t copied = 0;
  for (const Replacement& one : replacements) {
    keep(copied, one.span.begin.value);
    add(one.bytes);
    copied = one.span.end.value;
  }
  keep(copied, this->size());

  const std::string_view all = bytes;
  if (all.starts_with(byte_order_mark)) starts.front() = static_cast<std::uint32_t>(byte_order_mark.size());
  if (all.size() > starts.front() && all.back() != '\n') starts.push_back(static_cast<std::uint32_t>(all.size()));
  if (!replacements.empty()) {
    // Up to the first change the hash goes the same way.
    const std::lock_guard lock(body_->hash.guard);
    const std::vector<Sha256>& milestones = body_->hash.milestones;
    const std::size_t shared = std::min(pieces_in(replacements.front().span.begin.value), milestones.size());
    made->hash.milestones.assign(milestones.begin(), milestones.begin() + static_cast<std::ptrdiff_t>(shared));
    std::ranges::transform(body_->hash.heads, made->hash.heads.begin(),
                           [&](const Heads& heads) { return heads_after(heads, replacements); });
  }
  return Text(std::move(made));
}

const Digest& Text::digest() const {
  Hash& hash = body_->hash;
  const std::lock_guard lock(hash.guard);
  if (hash.digest) return *hash.digest;
  Sha256 under_way = hash.milestones.empty() ? Sha256() : hash.milestones.back();
  const std::size_t pieces = pieces_in(size());
  hash.milestones.reserve(pieces);
  for (std::size_t at = hash.milestones.size(); at < pieces; ++at) {
    under_way.add(bytes().substr(size_of_pieces(at), size_of_pieces(at + 1) - size_of_pieces(at)));
    hash.milestones.push_back(under_way);
  }
  under_way.add(bytes().substr(size_of_pieces(pieces)));
  hash.digest = under_way.finish();
  return *hash.digest;
}

std::string_view Text::content(LineNo line) const {
  const std::string_view all = raw(line);
  return all.substr(0, all.size() - terminator_size(all));
}

std::string_view Text::terminator(LineNo line) const {
  const std::string_view all = raw(line);
  return all.substr(all.size() - terminator_size(all));
}

LineSpan Text::lines_touched(ByteSpan bytes) const {
  const std::vector<std::uint32_t>& starts = body_->starts;
  const auto line_holding = [&](std::size_t offset) {  // number of starts at or before the offset
    const auto after = std::ranges::upper_bound(starts, offset);
    return static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(1, after - starts.begin()));
  };
  const LineNo limit = all_lines().end;
  if (bytes.end.value <= starts.front()) return between_lines(LineNo{1});  // the BOM is no part of a line
  if (bytes.empty()) {
    const std::size_t at = bytes.begin.value;
    if (at >= size()) return ends_unterminated() ? one_line(limit - 1) : between_lines(limit);
    const LineNo line{line_holding(at)};
    return starts[line.value - 1] >= at ? between_lines(line) : one_line(line);
  }
  const LineNo first = std::min(LineNo{line_holding(bytes.begin.value)}, limit);
  const LineNo last = std::min(LineNo{line_holding(bytes.end.value - 1)}, limit);
  return {first, last < limit ? last + 1 : limit};
}

LineSpan with_context(const Text& text, LineSpan lines, std::uint32_t count) {
  const LineSpan all = text.all_lines();
  const LineNo first = std::min(lines.first, all.end);
  const LineNo end = std::min(lines.end, all.end);
  return {first - std::min(count, first - all.first), end + std::min(count, all.end - end)};
}

}  // namespace kedge
