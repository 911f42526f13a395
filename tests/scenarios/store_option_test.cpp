// What --store takes, and which records are those of a root. No database is asked: none is where these say.
#include <gtest/gtest.h>

#include "scenarios/workplace.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

constexpr std::string_view nowhere = "'postgres:///kedge?host=/nonexistent'";

Finished log_of(const Workplace& place, std::string_view options) { return place.shell(concat("$K log ", options)); }

// Where a command looks for the records of the root.
std::string schema_in(const Workplace& place, std::string_view options = "") {
  const Finished finished = log_of(place, concat("--store ", nowhere, ' ', options));
  EXPECT_EQ(finished.status, 3) << finished.errors;
  EXPECT_NE(finished.errors.find("store_unavailable"), std::string::npos) << finished.errors;
  const std::size_t at = finished.errors.find("(schema ");
  EXPECT_NE(at, std::string::npos) << finished.errors;
  return at == std::string::npos ? "" : finished.errors.substr(at, finished.errors.find(')', at) - at);
}

TEST(StoreOption, OnlyAUrlOfPostgresWithoutAPasswordIsTaken) {
  const Workplace place;
  const auto refused = [&](std::string_view options, std::string_view why) {
    const Finished finished = log_of(place, options);
    EXPECT_EQ(finished.status, 2) << options;
    EXPECT_NE(finished.errors.find(why), std::string::npos) << finished.errors;
  };
  refused("--store mysql://host/kedge", "it begins with postgres://");
  refused("--store ''", "it begins with postgres://");
  refused("--store postgres://me:secret@host/kedge", "a password here can be read by everybody");
  refused("--store postgresql://me:secret@host", "a password here can be read by everybody");
  refused("--store 'postgres://host/kedge?password=secret'", "a password here can be read by everybody");
  refused("--store-schema mine", "--store-schema: needs --store");
  refused("--store-pooled", "--store-pooled: needs --store");
  for (const std::string_view name : {"''", "Mine", "1st", "a-b", "'a b'", "\"a'b\"", "ä"})
    refused(concat("--store postgres:// --store-schema ", name), "a name has small letters, digits and _");
  refused(concat("--store postgres:// --store-schema ", std::string(64, 'a')), "a name has small letters, digits and _");
  refused(concat("--store ", nowhere), "has no git commit to be known by: say with --store-schema");
}

TEST(StoreOption, AColonIsNoPassword) {
  const Workplace place;
  for (const std::string_view url :
       {"postgres://[::1]:1/kedge", "postgres://me@127.0.0.1:1/a:b@c", "postgresql://me@127.0.0.1:1"}) {
    const Finished finished = log_of(place, concat("--store '", url, "' --store-schema s_1"));
    EXPECT_EQ(finished.status, 3) << url << '\n' << finished.errors;
  }
}

TEST(StoreOption, ARepositoryHasTheSameRecordsInEveryClone) {
  const Workplace place;
  EXPECT_EQ(schema_in(place, concat("--store-schema ", std::string(63, 'a'))), concat("(schema ", std::string(63, 'a')));
  const std::string git = "git -c user.name=k -c user.email=k@localhost -c init.defaultBranch=main ";
  ASSERT_EQ(place.shell(concat(git, "init -q && ", git, "commit -q --allow-empty -m first")).status, 0);
  const std::string without = schema_in(place);
  ASSERT_EQ(place.shell(concat(git, "remote add origin https://host.example/team/it.git")).status, 0);
  const std::string schema = schema_in(place);
  EXPECT_NE(schema, without);
  for (const std::string_view remote : {"https://me@host.example/team/it", "ssh://git@host.example/team/it.git/",
                                        "git@host.example:team/it.git", "host.example:team/it"}) {
    ASSERT_EQ(place.shell(concat("git remote set-url origin ", remote)).status, 0);
    EXPECT_EQ(schema_in(place), schema) << remote;
  }
  // A later commit changes nothing, another place does.
  ASSERT_EQ(place.shell(concat(git, "commit -q --allow-empty -m second")).status, 0);
  EXPECT_EQ(schema_in(place), schema);
  for (const std::string_view remote : {"https://host.example/team/other", "https://host.example/a@b/it"}) {
    ASSERT_EQ(place.shell(concat("git remote set-url origin ", remote)).status, 0);
    EXPECT_NE(schema_in(place), schema) << remote;
  }
}

}  // namespace
}  // namespace kedge::test
