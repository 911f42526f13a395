#include "engine/parked_secrets.hpp"

#include <gtest/gtest.h>

#include "commit/root_lock.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

class ParkedSecretsTest : public testing::Test {
 protected:
  FileSystem& fs() { return session->workspace.fs(); }
  // As after a change of this file.
  void record(std::string_view before) {
    ASSERT_TRUE(session->store.record({.time = fs().now(), .session = "test", .files = {test::edited("a", before, "x")}}));
  }

  test::MemorySession session;
  const std::string token = concat("ghp_", std::string(36, 'q'));
};

TEST_F(ParkedSecretsTest, NobodyWaitsWhereThereWasNoSecret) {
  record("nothing of the kind");
  const std::int64_t before = fs().now();
  ParkedSecrets secrets(session->workspace, session->store);
  EXPECT_TRUE(secrets.drop_those_in_time());
  secrets.drop_all();
  EXPECT_EQ(fs().now(), before);
}

TEST_F(ParkedSecretsTest, OneThatWasDisplacedIsWaitedForOnce) {
  record(token);
  const std::int64_t before = fs().now();
  ParkedSecrets secrets(session->workspace, session->store);
  EXPECT_FALSE(secrets.drop_those_in_time());
  secrets.drop_all();
  EXPECT_GE(fs().now() - before, 2'000'000'000);
  EXPECT_LT(fs().now() - before, 3'000'000'000);
  EXPECT_TRUE(secrets.drop_those_in_time());
  record(token);
  EXPECT_FALSE(secrets.drop_those_in_time()) << "and the next one again";
}

TEST_F(ParkedSecretsTest, WhoHoldsTheLockForGoodDoesNotKeepTheProcessAlive) {
  record(token);
  const Result<std::optional<Handle>> lock = try_lock_root(fs(), session->workspace.state());
  ASSERT_TRUE(lock && *lock);
  const std::int64_t before = fs().now();
  ParkedSecrets(session->workspace, session->store).drop_all();
  EXPECT_LT(fs().now() - before, 13'000'000'000);
}

}  // namespace
}  // namespace kedge
