#include "store/change_codec.hpp"

#include <gtest/gtest.h>

#include "support/fast_hash.hpp"
#include "support/repeatable_random.hpp"

namespace kedge {
namespace {

ChangeSet random_changes(RepeatableRandom& random) {
  std::vector<Edit> edits;
  std::size_t at = 0;
  for (std::size_t i = random.below(5); i > 0; --i) {
    const std::size_t begin = at + random.below(300);
    const std::size_t end = begin + random.below(3) * random.below(200);
    edits.push_back({.span = {{begin}, {end}},
                     .text = std::string(random.below(300), static_cast<char>(random.below(256))),
                     .op = static_cast<int>(random.below(1000)) - 1,
                     .lean = static_cast<Lean>(random.below(3))});
    at = end;
  }
  return ChangeSet::in_order(at + random.below(1000), std::move(edits));
}

TEST(ChangeCodec, ChangesComeBackAsTheyWere) {
  RepeatableRandom random(1);
  for (int i = 0; i < 2000; ++i) {
    const ChangeSet changes = random_changes(random);
    EXPECT_EQ(decode_changes(encode(changes)), changes);
  }
}

TEST(ChangeCodec, EverySetOfSixLinesComesBackAsItWas) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    LineSet lines;
    for (std::uint32_t line = 1; line <= 6; ++line) {
      if ((bits >> (line - 1) & 1U) != 0) lines.add(one_line(LineNo{line}));
    }
    EXPECT_EQ(decode_lines(encode(lines)), lines) << bits;
  }
}

TEST(ChangeCodec, TheLargestLinesComeBack) {
  const LineSet lines({LineNo{4'000'000'000}, LineNo{4'294'967'295}});
  EXPECT_EQ(decode_lines(encode(lines)), lines);
}

LineMap random_map(RepeatableRandom& random) {
  std::vector<LineMap::Run> runs;
  std::uint32_t first = 0;
  std::uint32_t now = 0;
  for (std::size_t i = 1 + random.below(5); i > 0; --i) {
    const auto size = static_cast<std::uint32_t>(2 + random.below(300));
    runs.push_back({first, now, size});
    first += size + static_cast<std::uint32_t>(random.below(3) * random.below(200));
    now += size + static_cast<std::uint32_t>(random.below(3) * random.below(200));
  }
  return LineMap::of_runs(std::move(runs)).value();
}

TEST(ChangeCodec, MapsOfLinesComeBackAsTheyWere) {
  RepeatableRandom random(2);
  for (int i = 0; i < 2000; ++i) {
    const LineMap map = random_map(random);
    EXPECT_EQ(decode_map(encode(map)), map);
  }
  EXPECT_FALSE(decode_map("").has_value()) << "not recorded";
}

template <class Decode>
void expect_damage_is_noticed(const std::string& bytes, Decode decode) {
  ASSERT_TRUE(decode(bytes));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    EXPECT_FALSE(decode(bytes.substr(0, at))) << "cut at " << at;
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ (1U << bit));
      EXPECT_FALSE(decode(damaged)) << "bit " << bit << " of byte " << at;
    }
  }
  EXPECT_FALSE(decode(bytes + '\0'));
}

TEST(ChangeCodec, EveryDamagedBitIsNoticed) {
  const ChangeSet changes =
      ChangeSet::in_order(500, {{.span = {{3}, {7}}, .text = "seven"}, {.span = {{300}, {300}}, .text = "x"}});
  expect_damage_is_noticed(encode(changes), [](const std::string& bytes) { return decode_changes(bytes).has_value(); });
  LineSet lines({LineNo{2}, LineNo{9}});
  lines.add({LineNo{400}, LineNo{70'000}});
  expect_damage_is_noticed(encode(lines), [](const std::string& bytes) { return decode_lines(bytes).has_value(); });
  const LineMap map = LineMap::of_runs({{0, 0, 300}, {300, 302, 70'000}}).value();
  expect_damage_is_noticed(encode(map), [](const std::string& bytes) { return decode_map(bytes).has_value(); });
}

// A checksum says that a row is as it was written, not that it was written well.
TEST(ChangeCodec, ATextThatIsLongerThanItsRowIsNoticed) {
  std::string body{10, 1, 0, 0, 0, 0, 2, 'x'};  // ten bytes, one edit of nothing at their beginning, two bytes of text
  std::uint64_t sum = fast_hash(body);
  for (int i = 0; i < 8; ++i, sum >>= 8U) body.push_back(static_cast<char>(sum & 0xFFU));
  EXPECT_FALSE(decode_changes(body));
}

}  // namespace
}  // namespace kedge
