// Patches that come from elsewhere, end too early, or are made to cost much: rows P3, P4, P17 and P20 of the catalogue of bad
// input. Whoever bounds work counts it: nothing here looks at a clock.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scenarios/mcp_client.hpp"
#include "scenarios/workplace.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_answer = std::size_t{1024} * 1024;  // half of it text, half of it data

Finished edited(const Workplace& place, std::string_view dialect, std::string text) {
  Command command = place.program({"edit", "--dialect", std::string(dialect), "--durability", "none"});
  command.input = std::move(text);
  return run_to_end(command);
}

// The header under which the file is shown: "¶NAME#TAG".
std::string header_of(McpClient& client, std::string_view path) {
  const std::string shown = text_of(client.call("read", Json::object({{"path", path}})));
  return shown.substr(0, shown.find('\n'));
}

Json applied(McpClient& client, std::string_view patch, std::string_view tool = "edit") {
  return client.call(tool, Json::object({{"input", patch}}));
}

std::vector<std::string> patch_server(const fs::path& root) {
  return {"--dialect", "patch", "--durability", "none", "--root", root.string()};
}

TEST(PatchRows, P3_ATagOfAnotherRootIsUnknownHere) {
  const Workplace place;
  const fs::path other = place.outside();
  for (const fs::path& root : {place.root(), other}) write_file(root / "a.txt", "one\ntwo\n");
  McpClient elsewhere(place, patch_server(other));
  elsewhere.open();
  const std::string header = header_of(elsewhere, "a.txt");
  McpClient here(place, patch_server(place.root()));
  here.open();
  const Facts before = place.facts();
  const std::string patch = concat(header, "\nreplace 1:\n+ONE\n");
  const Json refusal = applied(here, patch);
  ASSERT_TRUE(is_refusal(refusal)) << refusal.dump();
  EXPECT_EQ(refusal_code(refusal), "snapshot_unknown");
  EXPECT_EQ(place.facts(), before);
  EXPECT_FALSE(is_refusal(applied(elsewhere, patch))) << "where it was given it is good";
  EXPECT_EQ(read_file_bytes(other / "a.txt"), "ONE\ntwo\n");
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
}

TEST(PatchRows, P4_EveryBeginningOfAnEnvelopedPatchIsRefused) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\nthree\n");
  McpClient client(place, patch_server(place.root()));
  client.open();
  const std::string patch = concat("*** Begin Patch\n", header_of(client, "a.txt"),
                                   "\nreplace 1:\n+ONE\n+AND MORE\ninsert after 2:\n+between\ndelete 3\n*** End Patch");
  const Facts before = place.facts();
  for (std::size_t size = 0; size < patch.size(); ++size) {
    const Json result = applied(client, patch.substr(0, size));
    // A cut inside a character is no message.
    EXPECT_TRUE(result.is_null() || is_refusal(result)) << patch.substr(0, size) << '\n' << result.dump();
  }
  EXPECT_EQ(place.facts(), before);
  EXPECT_FALSE(is_refusal(applied(client, patch)));
  EXPECT_EQ(place.bytes("a.txt"), "ONE\nAND MORE\ntwo\nbetween\n");
}

TEST(PatchRows, P4_EveryBeginningOfAPatchInAnotherDialectIsRefused) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\nthree\n");
  const std::string patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+TWO\n+AND MORE\n three\n*** End Patch";
  McpClient client(place, {"--dialect", "apply_patch", "--durability", "none", "--root", place.root().string()});
  client.open();
  const Facts before = place.facts();
  for (std::size_t size = 0; size < patch.size(); ++size) {
    EXPECT_TRUE(is_refusal(applied(client, patch.substr(0, size), "apply_patch"))) << patch.substr(0, size);
  }
  EXPECT_EQ(place.facts(), before);
  EXPECT_FALSE(is_refusal(applied(client, patch, "apply_patch")));
  EXPECT_EQ(place.bytes("a.txt"), "one\nTWO\nAND MORE\nthree\n");
}

// A text with many parts of one kind; a number stands between the pieces of a part.
struct Endless {
  std::string_view dialect;
  std::string_view begin;
  std::vector<std::string> part;
  std::string_view end;
};

std::string with_parts(const Endless& endless, int count) {
  std::string text(endless.begin);
  if (endless.part.size() == 1) {
    std::string all = endless.part.front();
    const std::size_t size = all.size() * static_cast<std::size_t>(count);
    while (all.size() < size) all += all;
    all.resize(size);
    return concat(text, all, endless.end);
  }
  for (int i = 0; i < count; ++i) {
    text += endless.part.front();
    const std::string number = std::to_string(i);
    for (std::size_t k = 1; k < endless.part.size(); ++k) {
      text += number;
      text += endless.part[k];
    }
  }
  text += endless.end;
  return text;
}

TEST(PatchRows, P17_AMillionHunksOrFilesAreRefusedBeforeAnyFileIsLookedAt) {
  const Workplace place;
  // Whoever looks at this one says that it is no regular file.
  ASSERT_EQ(place.shell("mkfifo pipe").status, 0);
  const Facts before = place.facts();
  const std::vector<Endless> texts{
      {"patch", "¶pipe#AAAA\n", {"delete 1\n"}, ""},
      {"patch", "", {"¶f", "#AAAA\ndelete 1\n"}, ""},
      {"apply_patch", "*** Begin Patch\n*** Update File: pipe\n", {"@@\n-a\n+b\n"}, "*** End Patch\n"},
      {"apply_patch", "*** Begin Patch\n", {"*** Delete File: f", "\n"}, "*** End Patch\n"},
      {"udiff", "--- a/pipe\n+++ b/pipe\n", {"@@ -1 +1 @@\n-a\n+b\n"}, ""},
      {"udiff", "", {"--- a/f", "\n+++ b/f", "\n@@ -1 +1 @@\n-a\n+b\n"}, ""},
      {"blocks", "", {"pipe\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"}, ""},
      {"blocks", "", {"f", "\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"}, ""},
  };
  constexpr int many = 1'000'000;
  for (const Endless& endless : texts) {
    write_file(place.outside() / "patch", with_parts(endless, many));
    const Finished finished =
        place.shell(concat("$K edit --dialect ", endless.dialect, " --input $OUTSIDE/patch; S=$?; rm $OUTSIDE/patch; exit $S"));
    EXPECT_TRUE(refused(finished, {"limit_exceeded"})) << endless.dialect << ' ' << endless.part.front();
    EXPECT_LE(finished.errors.size(), longest_answer) << endless.dialect;
  }
  EXPECT_EQ(place.facts(), before);
}

// Rows that share nearly everything with each other and with what is quoted, so that none can be passed over.
std::string near_row(int i, char mark) { return concat('x', std::string(90, 'a'), mark, i, std::string(90, 'b'), '\n'); }

std::string near_rows(int count) {
  std::string rows;
  for (int i = 0; i < count; ++i) append(rows, near_row(i, '-'));
  return rows;
}

Json near_edits(int count) {
  Json edits = Json::array();
  for (int i = 0; i < count; ++i) {
    edits.push(Json::object(
        {{"old_string", concat(near_row(i, '+'), near_row(i + 1, '+'), near_row(i + 2, '+'))}, {"new_string", "y\n"}}));
  }
  return Json::object({{"file_path", "a.txt"}, {"edits", std::move(edits)}});
}

TEST(PatchRows, P20_ManyNearMatchesTogetherMayCostNoMoreThanOne) {
  const Workplace place;
  write_file(place.root() / "a.txt", near_rows(5'000));
  const Facts before = place.facts();
  const Finished finished = edited(place, "replace", near_edits(200).dump());
  EXPECT_TRUE(refused(finished, {"no_match"}));
  EXPECT_TRUE(says(finished, "The nearest region is")) << "the first are explained";
  EXPECT_TRUE(says(finished, "edit 200: a.txt: the quoted text does not occur.\n")) << "and the others only named";
  EXPECT_LE(finished.errors.size(), longest_answer);
  EXPECT_EQ(place.facts(), before);
}

TEST(PatchRows, P20_AQuotationThatIsToFitLooselyIsGivenUp) {
  const Workplace place;
  // A block may begin at every line of the file, and all the lines between have to be compared.
  std::string rows;
  std::string quoted;
  for (int i = 0; i < 6'000; ++i) append(rows, concat("begin of it\n", near_row(i, '-'), "end of it\n"));
  for (int i = 0; i < 3'000; ++i) append(quoted, concat("begin of it\n", near_row(i, '+'), "end of it\n"));
  write_file(place.root() / "a.txt", rows);
  const Facts before = place.facts();
  const Finished finished = edited(
      place, "replace",
      Json::object({{"file_path", "a.txt"}, {"old_string", quoted}, {"new_string", "y\n"}, {"match_mode", "block_anchor"}})
          .dump());
  EXPECT_TRUE(refused(finished, {"limit_exceeded"}));
  EXPECT_EQ(place.facts(), before);
}

TEST(PatchRows, P20_ManyEditsOfALargeFileAreRefusedBeforeAnythingIsLookedFor) {
  const Workplace place;
  write_file(place.root() / "a.txt", near_rows(10'000));  // nearly 2 MB
  const Facts before = place.facts();
  const auto hunks = [](std::string_view begin, std::string_view end) {
    std::string text(begin);
    for (int i = 0; i < 1000; ++i) append(text, concat("@@\n ", near_row(i, '-'), '-', near_row(i + 1, '+'), "+y\n"));
    append(text, end);
    return text;
  };
  EXPECT_TRUE(refused(edited(place, "replace", near_edits(1000).dump()), {"limit_exceeded"}));
  EXPECT_TRUE(refused(edited(place, "apply_patch", hunks("*** Begin Patch\n*** Update File: a.txt\n", "*** End Patch\n")),
                      {"limit_exceeded"}));
  EXPECT_EQ(place.facts(), before);
  // As many as that of a smaller file are looked for.
  write_file(place.root() / "a.txt", near_rows(3'000));
  const Finished finished = edited(place, "apply_patch", hunks("*** Begin Patch\n*** Update File: a.txt\n", "*** End Patch\n"));
  EXPECT_TRUE(refused(finished, {"no_match"}));
}

}  // namespace
}  // namespace kedge::test
