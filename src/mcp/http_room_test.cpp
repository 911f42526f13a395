#include "mcp/http_room.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace kedge::mcp {
namespace {

using std::chrono::seconds;

Guest::Clock::time_point at(int second) { return Guest::Clock::time_point(seconds(second)); }

Guest stranger(std::string from, int came = 0) { return {.from = std::move(from), .came = at(came), .idle_since = at(came)}; }
Guest busy() { return {.from = "user 1", .trusted = true}; }
Guest idle(int since) { return {.from = "user 1", .trusted = true, .idle_since = at(since)}; }

constexpr std::size_t most_trusted = 8;

Room room(const Guest& newcomer, const std::vector<Guest>& present) {
  std::vector<const Guest*> all;
  for (const Guest& each : present) all.push_back(&each);
  return room_for(newcomer, all, most_trusted);
}

TEST(HttpRoom, StrangersTakeNoPlaceOfTheTrusted) {
  std::vector<Guest> present(most_trusted - 1, busy());
  for (std::size_t i = 0; i < most_strangers; ++i) present.push_back(stranger("user 2"));
  const Room found = room(idle(0), present);
  EXPECT_TRUE(found.is_there);
  EXPECT_FALSE(found.goes) << "there are places of their own";
}

TEST(HttpRoom, OfTheTrustedTheOneThatIsIdleTheLongestGoes) {
  std::vector<Guest> present(most_trusted, busy());
  EXPECT_FALSE(room(idle(0), present).is_there);
  present[5] = idle(2);
  present[7] = idle(1);
  present.push_back(stranger("user 2"));
  EXPECT_EQ(room(idle(3), present).goes, 7U);
}

TEST(HttpRoom, StrangersAreFewAndTheFirstOfThemGoes) {
  std::vector<Guest> present;
  for (std::size_t i = 0; i < most_strangers; ++i) {
    EXPECT_FALSE(room(stranger("user 2"), present).goes);
    present.push_back(stranger("user 2", 100 - static_cast<int>(i)));
  }
  const Room found = room(stranger("user 2"), present);
  EXPECT_TRUE(found.is_there);
  EXPECT_EQ(found.goes, most_strangers - 1) << "the one that came first";
}

TEST(HttpRoom, WhoeverHasTheMostLosesOne) {
  std::vector<Guest> present{stranger("user 3", 0), idle(0), busy()};
  while (present.size() < most_strangers + 2) present.push_back(stranger("user 2", static_cast<int>(present.size())));
  // However many come from one side, the only one from another stays.
  for (int i = 0; i < 1000; ++i) {
    const Room found = room(stranger("user 2"), present);
    ASSERT_TRUE(found.goes);
    ASSERT_EQ(present[*found.goes].from, "user 2");
    present[*found.goes] = stranger("user 2", 100 + i);
  }
  const Room another = room(stranger("machine 1"), present);
  ASSERT_TRUE(another.goes);
  EXPECT_EQ(present[*another.goes].from, "user 2");
}

TEST(HttpRoom, AMachineIsToldByWhatItCannotChooseFreely) {
  const std::array<std::uint8_t, 4> four{10, 0, 0, 1};
  std::array<std::uint8_t, 16> mapped{};
  mapped[10] = mapped[11] = 0xFF;
  std::ranges::copy(four, mapped.begin() + 12);
  EXPECT_EQ(machine_at(four), machine_at(mapped));
  std::array<std::uint8_t, 16> six{0x20, 1, 2, 3, 4, 5, 6, 7, 1};
  const std::string first = machine_at(six);
  six[15] = 9;
  EXPECT_EQ(machine_at(six), first);
  six[7] = 9;
  EXPECT_NE(machine_at(six), first);
}

}  // namespace
}  // namespace kedge::mcp
