#include "store/secret_search.hpp"

#include <gtest/gtest.h>

#include <map>

#include "edit/diff.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

class SecretSearchTest : public testing::Test {
 protected:
  RecordedFile changed(const std::string& before, const std::string& after) {
    texts[sha256(before)] = before;
    texts[sha256(after)] = after;
    return {.path = "a",
            .before = sha256(before),
            .after = sha256(after),
            .changes = diff(Text(before), Text(after)),
            .inverse = diff(Text(after), Text(before))};
  }

  const std::string token = concat("ghp", '_', std::string(36, 'a'));
  std::map<Digest, std::string> texts;
  std::size_t asked = 0;
  SecretSearch search{[this](const VersionName& name) -> std::optional<Text> {
    ++asked;
    const auto found = texts.find(name.digest);
    return found == texts.end() ? std::nullopt : std::optional(Text(found->second));
  }};
};

TEST_F(SecretSearchTest, FindsWhatWasThereWhatCameAndWhatWent) {
  EXPECT_EQ(search.in(changed(concat("x\n", token, "\ny\n"), concat("x\n", token, "\nz\n"))), "a token of GitHub");
  EXPECT_EQ(search.in(changed("x\ny\n", concat("x\n", token, '\n'))), "a token of GitHub");
  EXPECT_EQ(search.in(changed(concat("x\n", token, '\n'), "x\ny\n")), "a token of GitHub");
  EXPECT_EQ(search.in(changed("x\ny\n", "x\nz\n")), std::nullopt);
}

TEST_F(SecretSearchTest, FindsASecretOfWhichThePartsWereThereBefore) {
  const std::string half = token.substr(4);
  const RecordedFile first = changed(concat("a\nghp_\n", half, '\n'), concat("b\nghp_\n", half, '\n'));
  ASSERT_EQ(search.in(first), std::nullopt);
  EXPECT_EQ(search.in(changed(concat("b\nghp_\n", half, '\n'), concat("b\nghp_", half, '\n'))), "a token of GitHub");
}

TEST_F(SecretSearchTest, AVersionThatWasSearchedIsNotAskedForAgain) {
  ASSERT_EQ(search.in(changed("x\n", "y\n")), std::nullopt);
  asked = 0;
  EXPECT_EQ(search.in(VersionName{"a", sha256("y\n")}), std::nullopt);
  EXPECT_EQ(asked, 0U);
}

TEST_F(SecretSearchTest, WithoutTheTextsWhatWasAddedAndRemovedStillTells) {
  const RecordedFile file = changed("x\ny\n", concat("x\n", token, '\n'));
  texts.clear();
  EXPECT_EQ(search.in(file), "a token of GitHub");
}

}  // namespace
}  // namespace kedge
