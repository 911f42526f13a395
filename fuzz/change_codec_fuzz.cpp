// Any bytes as a row of the records: nothing, or change sets and line sets that keep their rules and say the same when they are
// written again; and what went in comes out.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/input.hpp"
#include "store/change_codec.hpp"
#include "support/fast_hash.hpp"
#include "support/require.hpp"

namespace kedge::fuzz {
namespace {

// The checksum that a fuzzer does not guess.
std::string sealed(std::string_view body) {
  std::string out(body);
  std::uint64_t sum = fast_hash(body);
  for (int i = 0; i < 8; ++i, sum >>= 8U) out.push_back(static_cast<char>(sum & 0xFFU));
  return out;
}

void check_row(std::string_view bytes) {
  if (const auto changes = decode_changes(bytes)) {
    // What a reader of the records relies on, without a look at the code that checks it.
    std::size_t behind = 0;
    for (const Edit& edit : changes->edits()) {
      KEDGE_REQUIRE(edit.span.begin.value >= behind && edit.span.end >= edit.span.begin);
      behind = edit.span.end.value;
    }
    KEDGE_REQUIRE(behind <= changes->base_size());
    KEDGE_REQUIRE(decode_changes(encode(*changes)) == *changes);
    if (changes->base_size() <= 4096) {
      const Text base(std::string(changes->base_size(), 'x'));
      KEDGE_REQUIRE(changes->invert(base).apply(changes->apply(base)) == base);
    }
  }
  if (const auto lines = decode_lines(bytes)) {
    for (std::size_t i = 0; i < lines->spans().size(); ++i) {
      KEDGE_REQUIRE(lines->spans()[i].first < lines->spans()[i].end && lines->spans()[i].first.value >= 1);
      KEDGE_REQUIRE(i == 0 || lines->spans()[i - 1].end < lines->spans()[i].first);
    }
    KEDGE_REQUIRE(decode_lines(encode(*lines)) == *lines);
  }
}

// A change set from bytes, so that true ones are taken apart and put together, too.
void check_true_one(std::string_view bytes) {
  Input input(bytes);
  const Text base(std::string(input.byte(), 'b'));
  std::vector<Edit> edits;
  while (!input.empty() && edits.size() < 6) {
    const std::size_t begin = std::min(input.byte(), base.size());
    const std::size_t end = std::min(begin + input.below(16), base.size());
    const Lean lean = static_cast<Lean>(input.below(3));
    edits.push_back({{{begin}, {end}}, std::string(input.text()), static_cast<int>(edits.size()), lean});
  }
  const Result<ChangeSet> changes = ChangeSet::make(base, edits);
  if (!changes) return;
  const std::string written = encode(*changes);
  const auto read = decode_changes(written);
  KEDGE_REQUIRE(read && read->apply(base) == changes->apply(base) && encode(*read) == written);
  // One byte of it altered is nothing.
  std::string damaged = written;
  damaged[bytes.size() % damaged.size()] = static_cast<char>(~damaged[bytes.size() % damaged.size()]);
  KEDGE_REQUIRE(!decode_changes(damaged));
}

}  // namespace

void change_codec(std::string_view bytes) {
  check_row(bytes);
  check_row(sealed(bytes));
  check_true_one(bytes);
}

}  // namespace kedge::fuzz
