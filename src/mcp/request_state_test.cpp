#include "mcp/request_state.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

const Json state = Json::object({{"plan", "abc"}, {"round", 2}});

std::optional<Json> state_in(RequestStates& states, std::string_view sealed, std::string_view request, std::int64_t now) {
  const std::optional<RequestStates::Opened> opened = states.opened(sealed, request, now);
  return opened ? std::optional(opened->state) : std::nullopt;
}

TEST(RequestState, TheDigestIsThatOfTheStandard) {
  // RFC 4231, cases 1 and 2.
  EXPECT_EQ(to_hex(keyed_digest(std::string(20, '\x0b'), "Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(to_hex(keyed_digest("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(RequestState, ComesBackAsItWas) {
  RequestStates states({1, 2, 3});
  const std::string sealed = states.sealed(state, "request", 1000);
  EXPECT_EQ(state_in(states, sealed, "request", 2000), state);
}

TEST(RequestState, IsOfNoUseForAnotherRequestOrLaterOrToAnotherServer) {
  RequestStates states({1, 2, 3});
  const std::string sealed = states.sealed(state, "request", 1000);
  EXPECT_EQ(state_in(states, sealed, "another", 2000), std::nullopt);
  EXPECT_EQ(state_in(states, sealed, "request", 1001 + RequestStates::lifetime), std::nullopt);
  RequestStates other({4, 5, 6});
  EXPECT_EQ(state_in(other, sealed, "request", 2000), std::nullopt);
}

TEST(RequestState, NoByteOfItCanBeChanged) {
  RequestStates states({1, 2, 3});
  const std::string sealed = states.sealed(state, "request", 1000);
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(state_in(states, changed, "request", 2000), std::nullopt) << i;
    EXPECT_EQ(state_in(states, sealed.substr(0, i), "request", 2000), std::nullopt) << i;
  }
  EXPECT_EQ(state_in(states, concat(sealed, "-TAMPERED"), "request", 2000), std::nullopt);
}

TEST(RequestState, WhatIsUsedUpIsOfNoMoreUse) {
  RequestStates states({1, 2, 3});
  const std::string first = states.sealed(state, "request", 1000);
  const std::string second = states.sealed(state, "request", 1000);
  EXPECT_NE(first, second) << "two questions are two, whatever they are about";
  const std::uint64_t number = states.opened(first, "request", 1000)->number;
  EXPECT_TRUE(states.use_up(number, 1000));
  EXPECT_FALSE(states.use_up(number, 1000)) << "somebody else was faster";
  EXPECT_FALSE(states.opened(first, "request", 1000 + RequestStates::lifetime));
  EXPECT_TRUE(states.use_up(states.opened(second, "request", 1000)->number, 1000 + RequestStates::lifetime));
  EXPECT_FALSE(states.opened(first, "request", 1000 + RequestStates::lifetime)) << "not before it is too old";
}

TEST(RequestState, ServersThatShareAKeyOpenEachOthersAndEachCountsOnce) {
  std::set<std::uint64_t> used;
  bool is_reachable = true;
  const auto use_up = [&](std::uint64_t number, std::int64_t, std::int64_t) {
    return is_reachable ? std::optional(used.insert(number).second) : std::nullopt;
  };
  RequestStates one({1, 2, 3});
  RequestStates other({4, 5, 6});
  const auto key = [] { return std::string(32, 'k'); };
  one.share({key, use_up}, ~std::uint64_t{0});
  other.share({key, use_up}, 17);
  const std::string sealed = one.sealed(state, "request", 1000);
  const std::optional<RequestStates::Opened> opened = other.opened(sealed, "request", 2000);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->state, state);
  EXPECT_TRUE(other.use_up(opened->number, 2000));
  EXPECT_FALSE(one.use_up(opened->number, 2000)) << "the other was faster";

  const std::string second = one.sealed(state, "request", 1000);
  is_reachable = false;
  EXPECT_FALSE(other.use_up(other.opened(second, "request", 2000)->number, 2000)) << "nobody knows whether it was used";
}

TEST(RequestState, ServersThatLearnTheirKeyLateShareItFromThenOn) {
  std::set<std::uint64_t> used;
  std::optional<std::string> key;
  int questions = 0;
  const RequestStates::OfAll of_all{
      .key =
          [&] {
            ++questions;
            return key;
          },
      .use_up = [&](std::uint64_t number, std::int64_t,
                    std::int64_t) { return key ? std::optional(used.insert(number).second) : std::nullopt; }};
  RequestStates one({1, 2, 3});
  RequestStates other({4, 5, 6});
  one.share(of_all, 1);
  other.share(of_all, 1'000);
  const std::string early = one.sealed(state, "request", 1000);
  const std::string also_early = one.sealed(state, "request", 1000);
  EXPECT_EQ(state_in(other, early, "request", 2000), std::nullopt);
  EXPECT_TRUE(one.use_up(one.opened(early, "request", 2000)->number, 2000)) << "no other server can use it";
  EXPECT_EQ(state_in(one, early, "request", 2000), std::nullopt);

  key = std::string(32, 'k');
  const std::string late = one.sealed(state, "request", 3000);
  EXPECT_EQ(state_in(other, late, "request", 3000), state);
  EXPECT_TRUE(other.use_up(other.opened(late, "request", 3000)->number, 3000));
  EXPECT_FALSE(one.use_up(one.opened(late, "request", 3000)->number, 3000)) << "the other was faster";
  EXPECT_EQ(state_in(one, also_early, "request", 3000), state) << "what was given before still holds here";
  EXPECT_EQ(state_in(other, also_early, "request", 3000), std::nullopt);
  const int before = questions;
  EXPECT_EQ(state_in(other, "x.y", "request", 3000), std::nullopt);
  EXPECT_EQ(questions, before) << "a key that is known is not asked for again";
}

TEST(RequestState, EqualTextsAreEqual) {
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_TRUE(equal_in_constant_time("token", "token"));
  EXPECT_FALSE(equal_in_constant_time("token", "token2"));
  EXPECT_FALSE(equal_in_constant_time("token", "toke"));
}

}  // namespace
}  // namespace kedge::mcp
