#include "mcp/request_state.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

const Json state = Json::object({{"plan", "abc"}, {"round", 2}});

RequestStates states() { return RequestStates({1, 2, 3}); }

TEST(RequestState, TheDigestIsThatOfTheStandard) {
  // RFC 4231, cases 1 and 2.
  EXPECT_EQ(to_hex(keyed_digest(std::string(20, '\x0b'), "Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(to_hex(keyed_digest("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(RequestState, ComesBackAsItWas) {
  const std::string sealed = states().sealed(state, "request", 1000);
  EXPECT_EQ(states().opened(sealed, "request", 2000), state);
}

TEST(RequestState, IsOfNoUseForAnotherRequestOrLaterOrToAnotherServer) {
  const std::string sealed = states().sealed(state, "request", 1000);
  EXPECT_EQ(states().opened(sealed, "another", 2000), std::nullopt);
  EXPECT_EQ(states().opened(sealed, "request", 1001 + RequestStates::lifetime), std::nullopt);
  EXPECT_EQ(RequestStates({4, 5, 6}).opened(sealed, "request", 2000), std::nullopt);
}

TEST(RequestState, NoByteOfItCanBeChanged) {
  const std::string sealed = states().sealed(state, "request", 1000);
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(states().opened(changed, "request", 2000), std::nullopt) << i;
    EXPECT_EQ(states().opened(sealed.substr(0, i), "request", 2000), std::nullopt) << i;
  }
  EXPECT_EQ(states().opened(concat(sealed, "-TAMPERED"), "request", 2000), std::nullopt);
}

TEST(RequestState, EqualTextsAreEqual) {
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_TRUE(equal_in_constant_time("token", "token"));
  EXPECT_FALSE(equal_in_constant_time("token", "token2"));
  EXPECT_FALSE(equal_in_constant_time("token", "toke"));
}

}  // namespace
}  // namespace kedge::mcp
