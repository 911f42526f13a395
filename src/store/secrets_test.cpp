#include "store/secrets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "edit/diff.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

// Put together here, so that nobody who looks for secrets finds one in this file.
std::string with_token(std::string_view beginning, std::size_t length) { return concat(beginning, std::string(length, 'a')); }

TEST(Secrets, AreFoundWhereverTheyStand) {
  EXPECT_EQ(secret_in(concat("-----BEGIN OPENSSH PRIVATE", " KEY-----\nabc\n")), "a private key");
  EXPECT_EQ(secret_in(concat("x\n  key: |\n    -----BEGIN RSA PRIVATE", " KEY-----\n")), "a private key");
  EXPECT_EQ(secret_in(concat("TOKEN=", with_token("ghp_", 36), '\n')), "a token of GitHub");
  EXPECT_EQ(secret_in(concat("{\"key\":\"", with_token("AKIA", 16), "\"}")), "an access key of AWS");
  EXPECT_EQ(secret_in(with_token("sk-ant-", 40)), "a key of Anthropic");
}

TEST(Secrets, AreNoneOfWhatOnlyLooksLikeThem) {
  for (const std::string& text : {std::string(), std::string("ghp_"), with_token("ghp_", 35), with_token("Xghp_", 36),
                                  std::string("AKIA is how they begin"), std::string("-----BEGIN PUBLIC KEY-----"),
                                  std::string("-----BEGIN CERTIFICATE-----"), std::string("npm_config_cache=x"),
                                  std::string("the mark is -----BEGIN ")}) {
    EXPECT_EQ(secret_in(text), std::nullopt) << text;
  }
}

TEST(Secrets, AreFoundAtEveryDistanceFromTheBeginningAndTheEnd) {
  const std::string token = with_token("hf_", 34);
  for (std::size_t before = 0; before < 70; ++before) {
    for (const std::size_t behind : {0UL, 1UL, 15UL, 16UL, 40UL}) {
      const std::string text = concat(std::string(before, ' '), token, std::string(behind, ' '));
      EXPECT_EQ(secret_in(text), "a token of Hugging Face") << before << " before, " << behind << " behind";
      EXPECT_EQ(secret_in(concat(std::string(before, ' '), 'x', token, std::string(behind, ' '))), std::nullopt);
    }
  }
}

// The law: after a change to a text without a secret, it is enough to look around the change.
TEST(Secrets, OfAChangedTextAreFoundAroundTheChange) {
  std::mt19937 random(7);
  const auto below = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  const std::vector<std::string> pieces{"ghp_",
                                        std::string(36, 'a'),
                                        "AKIA",
                                        std::string(16, 'B'),
                                        "-----BEGIN RSA PRIVATE",
                                        " KEY-----",
                                        " ",
                                        "\n",
                                        "x",
                                        "=",
                                        "--",
                                        "npm_",
                                        std::string(12, 'c')};
  const auto made_of = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += pieces[below(pieces.size())];
    return text;
  };
  std::size_t found = 0;
  for (int i = 0; i < (is_long_form() ? 20'000 : 10'000); ++i) {
    const std::string before = made_of(1 + below(6));
    if (secret_in(before)) continue;
    std::string after = before;
    const std::size_t at = below(after.size() + 1);
    after.replace(at, std::min(below(12), after.size() - at), made_of(below(3)));
    const ChangeSet inverse = diff(Text(after), Text(before));
    EXPECT_EQ(new_secret_in(after, inverse).has_value(), secret_in(after).has_value()) << before << "\n became \n" << after;
    found += secret_in(after) ? 1U : 0U;
  }
  EXPECT_GT(found, 100U);
}

}  // namespace
}  // namespace kedge
