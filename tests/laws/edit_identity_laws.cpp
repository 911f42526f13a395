// Which calls ask for the same edit: a dry run and the call that writes do, in every dialect; calls for different edits do not.
#include <gtest/gtest.h>

#include <set>

#include "dialects/dialect.hpp"
#include "edit/diff.hpp"
#include "support/strings.hpp"

namespace kedge::laws {
namespace {

// The call by which the dialect puts `row` in the place of the second line.
Json call_for(const Dialect& dialect, std::string_view row) {
  FileOutcome file{.path = "a.txt", .inside = "a.txt"};
  file.before = Text("one line\nanother line\na third line\n");
  file.after = Text(concat("one line\n", row, "\na third line\n"));
  file.changes = diff(file.before, file.after);
  file.version_before = file.before.digest();
  file.version_after = file.after.digest();
  file.tag_named = "0A3B";
  return dialect.say(std::span(&file, 1)).value();
}

Request heard(const Dialect& dialect, const Json& call) {
  Result<Request> request = dialect.hear_edit(call);
  EXPECT_TRUE(request.has_value()) << dialect.name << ": " << to_text(request.error());
  return *std::move(request);
}

Json with(Json call, std::string_view name, Json value) { return call.set(name, std::move(value)); }

TEST(EditIdentityLaws, ADryRunAsksForTheSameAsTheCallThatWrites) {
  for (const Dialect* const dialect : dialects()) {
    const Json call = call_for(*dialect, "a line that is new");
    const Request writes = heard(*dialect, call);
    EXPECT_FALSE(writes.dry_run) << dialect->name;
    for (const bool dry_run : {false, true}) {
      const Request request = heard(*dialect, with(call, "dry_run", dry_run));
      EXPECT_EQ(request.dry_run, dry_run) << dialect->name;
      EXPECT_EQ(request.identity, writes.identity) << dialect->name;
    }
  }
}

TEST(EditIdentityLaws, EveryDialectHearsTheOptions) {
  for (const Dialect* const dialect : dialects()) {
    Json call = with(call_for(*dialect, "a line that is new"), "encoding", "ISO-8859-1");
    call.set("accept_warnings", Json::array({"shrink"}));
    const Request request = heard(*dialect, call);
    EXPECT_EQ(request.encoding, "ISO-8859-1") << dialect->name;
    EXPECT_EQ(request.accept_warnings, std::vector<std::string>{"shrink"}) << dialect->name;
    for (const std::string_view option : {"dry_run", "encoding", "accept_warnings"}) {
      const Result<Request> wrong = dialect->hear_edit(with(call, option, 3));
      ASSERT_FALSE(wrong.has_value()) << dialect->name;
      EXPECT_EQ(wrong.error().code, Code::schema_invalid) << dialect->name;
    }
  }
}

TEST(EditIdentityLaws, OtherEditsOtherEncodingsAndOtherDialectsAreOtherCalls) {
  std::set<Digest> identities;
  std::size_t calls = 0;
  for (const Dialect* const dialect : dialects()) {
    for (const std::string_view row : {"a line that is new", "a line that is newer"}) {
      const Json call = call_for(*dialect, row);
      identities.insert(heard(*dialect, call).identity);
      identities.insert(heard(*dialect, with(call, "encoding", "ISO-8859-1")).identity);
      calls += 2;
    }
  }
  EXPECT_EQ(identities.size(), calls);
}

}  // namespace
}  // namespace kedge::laws
