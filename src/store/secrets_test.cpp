#include "store/secrets.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/strings.hpp"

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

}  // namespace
}  // namespace kedge
