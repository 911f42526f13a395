// Any two texts and any place: recovery refuses, or lands on lines of the same content, in one piece.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "edit/recover.hpp"
#include "support/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kedge;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  // The first byte picks a line; the first 0xFF parts the shown text from the current one.
  const std::size_t parted = input.find('\xFF');
  if (parted == 0 || parted == std::string_view::npos) return 0;
  const Text shown{std::string(input.substr(1, parted - 1))};
  const Text current{std::string(input.substr(parted + 1))};

  KEDGE_REQUIRE(diff(shown, current).apply(shown) == current);
  const Drift drift = Drift::guessed(shown, current);
  for (std::uint32_t length = 1; length <= 3; ++length) {
    const LineNo first{1 + data[0] % (shown.line_count() + 1)};
    if (first + length > shown.all_lines().end) break;
    const LineSpan lines{first, first + length};
    const auto now = drift.follow(lines);
    if (!now) continue;
    KEDGE_REQUIRE(now->size() == lines.size() && now->end <= current.all_lines().end);
    for (std::uint32_t i = 0; i < length; ++i) {
      KEDGE_REQUIRE(shown.content(lines.first + i) == current.content(now->first + i));
    }
  }
  if (const Result<ChangeSet> placed = rebase_texts(shown, current, shown)) {
    KEDGE_REQUIRE(placed->apply(shown) == current);
  }
  return 0;
}
