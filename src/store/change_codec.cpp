#include "store/change_codec.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "support/fast_hash.hpp"

namespace kedge {
namespace {

constexpr std::size_t checksum_size = 8;

// Seven bits a byte, the lowest first; the last byte of a number has its top bit clear.
void put_number(std::string& out, std::uint64_t number) {
  for (; number >= 0x80U; number >>= 7U) out.push_back(static_cast<char>(0x80U | (number & 0x7fU)));
  out.push_back(static_cast<char>(number));
}

std::string sealed(std::string body) {
  std::uint64_t sum = fast_hash(body);
  for (std::size_t i = 0; i < checksum_size; ++i, sum >>= 8U) body.push_back(static_cast<char>(sum & 0xffU));
  return body;
}

// The bytes before the checksum; nullopt if the checksum is wrong.
std::optional<std::string_view> unsealed(std::string_view bytes) {
  if (bytes.size() < checksum_size) return std::nullopt;
  const std::string_view body = bytes.substr(0, bytes.size() - checksum_size);
  std::uint64_t sum = 0;
  for (std::size_t i = bytes.size(); i > body.size(); --i) sum = (sum << 8U) | static_cast<unsigned char>(bytes[i - 1]);
  return sum == fast_hash(body) ? std::optional(body) : std::nullopt;
}

// Reads sequentially; after an error everything is zero and `broken` is set.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number(std::uint64_t limit) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
      if (byte < 0x80U) return value <= limit ? value : spoil();
    }
    return spoil();
  }
  std::string_view bytes(std::size_t size) {
    if (rest_.size() < size) {
      spoil();
      return {};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::size_t left() const { return rest_.size(); }
  bool broken() const { return broken_; }
  bool all_read() const { return !broken_ && rest_.empty(); }

 private:
  std::uint64_t spoil() {
    broken_ = true;
    rest_ = {};
    return 0;
  }

  std::string_view rest_;
  bool broken_ = false;
};

constexpr std::uint64_t largest_text = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::string encode(const ChangeSet& changes) {
  std::string out;
  put_number(out, changes.base_size());
  put_number(out, changes.edits().size());
  ByteOffset behind;
  for (const Edit& edit : changes.edits()) {
    put_number(out, edit.span.begin - behind);
    put_number(out, edit.span.size());
    put_number(out, static_cast<std::uint32_t>(edit.op));
    put_number(out, static_cast<std::uint64_t>(edit.lean));
    put_number(out, edit.text.size());
    out.append(edit.text);
    behind = edit.span.end;
  }
  return sealed(std::move(out));
}

std::optional<ChangeSet> decode_changes(std::string_view bytes) {
  const std::optional<std::string_view> body = unsealed(bytes);
  if (!body) return std::nullopt;
  Reader reader(*body);
  const std::size_t base_size = reader.number(largest_text);
  const std::size_t count = reader.number(reader.left());
  std::vector<Edit> edits;
  ByteOffset behind;
  for (std::size_t i = 0; i < count && !reader.broken(); ++i) {
    Edit edit;
    edit.span.begin = behind + reader.number(base_size - behind.value);
    edit.span.end = edit.span.begin + reader.number(base_size - edit.span.begin.value);
    edit.op = static_cast<int>(static_cast<std::uint32_t>(reader.number(std::numeric_limits<std::uint32_t>::max())));
    edit.lean = static_cast<Lean>(reader.number(static_cast<std::uint64_t>(Lean::below)));
    edit.text = reader.bytes(reader.number(reader.left()));
    behind = edit.span.end;
    edits.push_back(std::move(edit));
  }
  if (!reader.all_read()) return std::nullopt;
  return ChangeSet::in_order(base_size, std::move(edits));
}

std::string encode(const LineSet& lines) {
  std::string out;
  put_number(out, lines.spans().size());
  LineNo behind{0};
  for (const LineSpan& span : lines.spans()) {
    put_number(out, span.first - behind);
    put_number(out, span.size());
    behind = span.end;
  }
  return sealed(std::move(out));
}

std::optional<LineSet> decode_lines(std::string_view bytes) {
  const std::optional<std::string_view> body = unsealed(bytes);
  if (!body) return std::nullopt;
  constexpr std::uint64_t last_line = std::numeric_limits<std::uint32_t>::max();
  Reader reader(*body);
  const std::size_t count = reader.number(reader.left());
  LineSet lines;
  std::uint64_t behind = 0;
  for (std::size_t i = 0; i < count && !reader.broken(); ++i) {
    const std::uint64_t gap = reader.number(last_line - behind);
    const std::uint64_t size = reader.number(last_line - behind - gap);
    if (gap == 0 || size == 0) return std::nullopt;  // spans that touch would have been one
    const auto first = static_cast<std::uint32_t>(behind + gap);
    behind = behind + gap + size;
    lines.add({LineNo{first}, LineNo{static_cast<std::uint32_t>(behind)}});
  }
  return reader.all_read() ? std::optional(std::move(lines)) : std::nullopt;
}

std::string encode(const LineMap& map) {
  std::string out;
  put_number(out, map.runs().size());
  std::uint32_t end = 0;
  std::uint32_t end_now = 0;
  for (const LineMap::Run& run : map.runs()) {
    put_number(out, run.first - end);
    put_number(out, run.now - end_now);
    put_number(out, run.size);
    end = run.first + run.size;
    end_now = run.now + run.size;
  }
  return sealed(std::move(out));
}

std::optional<LineMap> decode_map(std::string_view bytes) {
  const std::optional<std::string_view> body = unsealed(bytes);
  if (!body) return std::nullopt;
  constexpr std::uint64_t most_lines = std::numeric_limits<std::uint32_t>::max();
  Reader reader(*body);
  const std::size_t count = reader.number(reader.left());
  std::vector<LineMap::Run> runs;
  std::uint64_t end = 0;
  std::uint64_t end_now = 0;
  for (std::size_t i = 0; i < count && !reader.broken(); ++i) {
    const std::uint64_t first = end + reader.number(most_lines - end);
    const std::uint64_t now = end_now + reader.number(most_lines - end_now);
    const std::uint64_t size = reader.number(most_lines - std::max(first, now));
    runs.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(now), static_cast<std::uint32_t>(size)});
    end = first + size;
    end_now = now + size;
  }
  return reader.all_read() ? LineMap::of_runs(std::move(runs)) : std::nullopt;
}

}  // namespace kedge
