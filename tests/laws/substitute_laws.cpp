// Text that is quoted and replaced, in files whose lines end in different ways.
#include <gtest/gtest.h>

#include <algorithm>

#include "edit/substitute.hpp"
#include "laws/random_source.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 6> pieces{"a", "b", "\n", "\r\n", "\r", "c"};

std::string random_bytes(Random& random, std::uint32_t most) {
  std::string bytes;
  for (std::uint32_t left = random.below(most + 1); left > 0; --left) bytes += random.pick(pieces);
  return bytes;
}

bool splits_a_break(std::string_view bytes, std::size_t at) {
  return at > 0 && at < bytes.size() && bytes[at - 1] == '\r' && bytes[at] == '\n';
}

// Up to three stretches that share no byte, in order.
std::vector<Substitution> random_substitutions(Random& random, std::string_view bytes) {
  std::vector<std::size_t> cuts;
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::size_t at = random.below(bytes.size() + 1);
    if (!splits_a_break(bytes, at)) cuts.push_back(at);
  }
  std::ranges::sort(cuts);
  const auto repeated = std::ranges::unique(cuts);
  cuts.erase(repeated.begin(), repeated.end());
  std::vector<Substitution> all;
  for (std::size_t i = 0; i + 1 < cuts.size(); i += 2) {
    all.push_back({{{cuts[i]}, {cuts[i + 1]}}, random_bytes(random, 4), static_cast<int>(i)});
  }
  return all;
}

// Takes from the front of `bytes` what `text` may have become: the same but for how its lines end.
bool take_new_text(std::string_view& bytes, std::string_view text) {
  const std::string plain = with_plain_newlines(text);
  for (const char each : plain) {
    if (each == '\n' && bytes.starts_with("\r\n")) bytes.remove_prefix(1);
    if (!bytes.starts_with(each)) return false;
    bytes.remove_prefix(1);
  }
  return true;
}

TEST(SubstituteLaws, BytesOutsideWhatIsQuotedStayAndInsideOnlyLineBreaksAreTheFiles) {
  for_random_cases(law_cases(), [](Random& random) {
    const std::string bytes = random_bytes(random, 12);
    const std::vector<Substitution> substitutions = random_substitutions(random, bytes);
    const Text text(bytes);
    const Result<ChangeSet> changes = substitute(text, substitutions);
    ASSERT_TRUE(changes.has_value());
    const Text after = changes->apply(text);
    std::string about = concat(printable(bytes), " became ", printable(after.bytes()));
    for (const Substitution& one : substitutions) {
      about += concat(", ", one.span.begin.value, " to ", one.span.end.value, ": ", printable(one.text));
    }
    std::string_view rest = after.bytes();
    std::size_t at = 0;
    for (const Substitution& one : substitutions) {
      const std::string_view between = std::string_view(bytes).substr(at, one.span.begin.value - at);
      ASSERT_TRUE(rest.starts_with(between)) << about;
      rest.remove_prefix(between.size());
      ASSERT_TRUE(take_new_text(rest, one.text)) << about;
      at = one.span.end.value;
    }
    ASSERT_EQ(rest, std::string_view(bytes).substr(at)) << about;
  });
}

// A line is glued if it had an end of its own, and shares a line with a neighbour afterwards.
TEST(SubstituteLaws, GluedLinesAreThoseThatEndUpBesideText) {
  constexpr std::array<std::string_view, 4> words{"one", "two", "", "three"};
  constexpr std::array<std::string_view, 6> texts{"x", "x\n", "\nx", "\nx\n", "", "x\ny"};
  for_random_cases(law_cases() / 5, [&](Random& random) {
    std::string bytes;
    for (std::uint32_t left = 2 + random.below(4); left > 0; --left) bytes += concat(random.pick(words), "\n");
    const std::size_t begin = random.below(bytes.size());
    const std::size_t end = begin + 1 + random.below(bytes.size() - begin);
    const Substitution one{{{begin}, {end}}, std::string(random.pick(texts))};
    const std::string old = bytes.substr(begin, end - begin);
    if (old.find_first_not_of('\n') == std::string::npos) return;
    const std::string left = bytes.substr(0, begin);
    const std::string right = bytes.substr(end);
    const bool left_open = !left.empty() && !left.ends_with('\n');
    const std::string now = one.text + right;
    const bool takes_left = left_open && old.starts_with('\n') && !now.empty() && !now.starts_with('\n');
    const std::string until = left + one.text;
    const bool blank_row = right.starts_with('\n') && !one.text.empty() &&
                           (one.text + "\n" == old || std::ranges::count(one.text, '\n') + 1 != std::ranges::count(old, '\n'));
    const bool takes_right = old.ends_with('\n') && !right.empty() && !until.empty() && !until.ends_with('\n') && !blank_row;
    const std::size_t expected = (takes_left ? 1U : 0U) + (takes_right ? 1U : 0U);
    ASSERT_EQ(glued_lines(Text(bytes), {one}).size(), expected)
        << printable(bytes) << ": " << printable(old) << " becomes " << printable(one.text);
  });
}

}  // namespace
}  // namespace kedge::laws
