// What kedge keeps of files outside the repository: no secrets, no more than it says, and nothing that was to be forgotten.
#include <gtest/gtest.h>

#include "scenarios/mcp_client.hpp"
#include "scenarios/tested_program.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// Put together here, so that nobody who looks for secrets finds one in this file.
std::string token() { return concat("ghp_", std::string(36, 'q')); }

// Whether the state folder has these bytes in any of its files.
bool keeps(const Workplace& place, std::string_view bytes) {
  return place.shell(concat("grep -rqF '", bytes, "' $XDG_STATE_HOME/kedge")).status == 0;
}

// Within ten seconds.
bool displaced_files_go(const Workplace& place) {
  return succeeded(place.shell(
      "for i in $(seq 100); do ls $XDG_STATE_HOME/kedge/*/tx/* > /dev/null 2>&1 || exit 0; sleep 0.1; done; exit 1"));
}

TEST(Records, AFileWithASecretInItIsNotKeptAndACommandSaysThatItCannotBeUndone) {
  const Workplace place;
  const Finished made = place.shell(concat("printf 'TOKEN=", token(), "\\nport=1\\n' | $K write settings.ini --json"));
  EXPECT_TRUE(succeeded(made));
  EXPECT_TRUE(says(
      made, "settings.ini has a token of GitHub in it: its bytes are not kept in the history, and the change cannot be undone"))
      << made.output;
  EXPECT_FALSE(says(made, R"("undo_id":"e)"));
  EXPECT_TRUE(succeeded(place.shell(
      "$K read settings.ini; printf 'port=2\\n' | $K write settings.ini --expected-version $(version settings.ini)")));
  EXPECT_FALSE(keeps(place, token())) << "neither as it was shown, nor as it was before";
  EXPECT_TRUE(says(place.shell("$K log"), "settings.ini")) << "that it was changed is known";
  EXPECT_TRUE(refused(place.shell("$K undo --last"), {"undo_conflict"}));
}

TEST(Records, AServerUndoesAChangeOfAFileWithASecretAndKeepsNoneOfIt) {
  const Workplace place;
  const std::string before = concat("TOKEN=", token(), "\nport=1\n");
  write_file(place.root() / "settings.ini", before);
  {
    McpClient client(place);
    client.open();
    client.call("read", reading("settings.ini"));
    const Json edited = client.call("edit", edit_of("settings.ini", "port=1", "port=2"));
    ASSERT_FALSE(is_refusal(edited)) << edited.dump();
    EXPECT_TRUE(text_of(edited).contains("can be undone only until this server ends")) << text_of(edited);
    EXPECT_TRUE(place.bytes("settings.ini").contains("port=2"));
    EXPECT_FALSE(is_refusal(client.call("undo", Json::object())));
    EXPECT_EQ(place.bytes("settings.ini"), before);
    EXPECT_TRUE(displaced_files_go(place)) << "although nobody asks for more";
    EXPECT_FALSE(keeps(place, token()));
    ASSERT_FALSE(is_refusal(client.call("edit", edit_of("settings.ini", "port=1", "port=3"))));
    EXPECT_EQ(client.finish().status, 0);
  }
  EXPECT_FALSE(keeps(place, token())) << "a server that ends waits until it may be removed";
}

TEST(Records, AServerThatHasNothingToWriteRemovesWhatItHasDisplaced) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  McpClient client(place);
  client.open();
  client.call("read", reading("a.txt"));
  ASSERT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", "one", "two"))));
  EXPECT_TRUE(displaced_files_go(place)) << "although nobody asks for more";
  ASSERT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", "two", "three"))));
  EXPECT_TRUE(displaced_files_go(place)) << "and those of the next change";
  EXPECT_EQ(client.finish().status, 0);
}

TEST(Records, StateTellsWhatIsKeptAndPurgeForgetsIt) {
  const Workplace place;
  EXPECT_TRUE(says(place.shell("$K state"), "nothing is kept yet"));
  ASSERT_TRUE(succeeded(place.shell("printf 'first needle\\n' | $K write a; printf 'first other\\n' | $K write b")));
  ASSERT_TRUE(succeeded(place.shell("printf 'second\\n' | $K write a --expected-version $(version a)")));
  const Finished state = place.shell("$K state");
  EXPECT_TRUE(says(state, "3 changes of 2 files")) << state.output;
  EXPECT_TRUE(keeps(place, "first needle"));

  const Finished unasked = place.shell("$K state purge a --json < /dev/null");
  EXPECT_EQ(unasked.status, 1);
  EXPECT_TRUE(says(unasked, R"("error":"cancelled")")) << "there is nobody to ask";
  EXPECT_TRUE(keeps(place, "first needle"));

  EXPECT_TRUE(succeeded(place.shell("$K state purge a --yes")));
  EXPECT_FALSE(keeps(place, "first needle"));
  EXPECT_TRUE(says(place.shell("$K state"), "1 change of 1 file"));
  EXPECT_TRUE(succeeded(place.shell("$K undo --last"))) << "of the other file";
  EXPECT_EQ(place.bytes("a"), "second\n") << "the file itself is not touched";

  EXPECT_TRUE(succeeded(place.shell("$K state purge --yes")));
  EXPECT_TRUE(says(place.shell("$K state"), "nothing is kept yet"));
  EXPECT_TRUE(refused(place.shell("$K undo --last"), {"not_found"}));
  EXPECT_EQ(place.shell("$K state prune").status, 2) << "a word that it does not know";
}

}  // namespace
}  // namespace kedge::test
