// Arguments of the tools that are wrong, odd or too much: rows A1 to A3 and A18 to A30 of the catalogue of bad input, in the
// dialect `replace`. The file keeps its bytes, its time and its inode, and the server lives.
#include <gtest/gtest.h>

#include "scenarios/replace_session.hpp"
#include "scenarios/tested_program.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// A file with rows "row 1" to "row N".
std::string numbered_rows(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) append(text, concat("row ", i, '\n'));
  return text;
}

// What every tool that takes a path needs besides it.
std::vector<std::pair<std::string, Json::Object>> calls_with_a_path() {
  return {{"read", {}}, {"write", {{"content", "x\n"}}}, {"edit", {{"old_string", "one"}, {"new_string", "two"}}}};
}

TEST(ReplaceRows, A1_APathThatIsMissingIsNamed) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  const Facts before = session.place().facts();
  for (const auto& [tool, rest] : calls_with_a_path()) {
    EXPECT_TRUE(refused(session.call(tool, Json::object_of(rest)), {"schema_invalid"}, {"path", "missing"})) << tool;
  }
  EXPECT_EQ(session.place().facts(), before);
  EXPECT_TRUE(session.lives());
}

TEST(ReplaceRows, A2_APathThatIsNoStringIsATypeError) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  session.put("7", "one\n");
  const Facts before = session.place().facts();
  const std::vector<Json> wrong{7, 7.5, true, Json(), Json::array({"a.txt"}), Json::object({{"path", "a.txt"}})};
  for (const auto& [tool, rest] : calls_with_a_path()) {
    for (const Json& path : wrong) {
      Json arguments = Json::object_of(rest);
      arguments.set("path", path);
      EXPECT_TRUE(refused(session.call(tool, arguments), {"schema_invalid"}, {"path", "string"})) << tool << ' ' << path.dump();
    }
  }
  for (const Json& path : wrong) {
    const Finished finished =
        edit_by_command(session.place(), Json::object({{"file_path", path}, {"old_string", "one"}, {"new_string", "two"}}));
    EXPECT_EQ(finished.status, 2) << path.dump();
    EXPECT_TRUE(says(finished, "kedge: schema_invalid: file_path: "));
  }
  EXPECT_EQ(session.place().facts(), before);
  EXPECT_TRUE(session.lives());
}

TEST(ReplaceRows, A3_AnUnknownFieldIsRefusedWithTheNearestName) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  const Facts before = session.place().facts();
  for (auto [tool, rest] : calls_with_a_path()) {
    Json arguments = Json::object_of(rest);
    arguments.set("pth", "a.txt");
    EXPECT_TRUE(refused(session.call(tool, arguments), {"schema_invalid"}, {"pth", "path"})) << tool;
    arguments.set("path", "a.txt");
    EXPECT_TRUE(refused(session.call(tool, arguments), {"schema_invalid"}, {"pth", "path"})) << tool;
  }
  EXPECT_TRUE(refused(session.edit("a.txt", "one", "two", {{"expected_hsh", "x"}}), {"schema_invalid"}, {"expected_hash"}));
  EXPECT_TRUE(refused(session.edit("a.txt", "one", "two", {{"dryrun", true}}), {"schema_invalid"}, {"dry_run"}));
  EXPECT_EQ(session.place().facts(), before);
  EXPECT_TRUE(session.lives());
}

TEST(ReplaceRows, A18_AWholeFileThatWasNeverShownIsNotReplaced) {
  ReplaceSession session;
  session.put("a.txt", "one\ntwo\n");
  const Facts before = session.place().facts();
  EXPECT_TRUE(refused(session.edit("a.txt", "", "new\n"), {"lines_not_shown"}, {"one", "two"}));
  EXPECT_EQ(session.place().facts(), before);
  // What one session was shown, another one was not.
  EXPECT_TRUE(refused(
      edit_by_command(session.place(), Json::object({{"file_path", "a.txt"}, {"old_string", ""}, {"new_string", "new\n"}})),
      {"lines_not_shown"}));
  EXPECT_EQ(session.place().facts(), before);
  EXPECT_TRUE(done(session.edit("a.txt", "", "new\n"))) << "the refusal has shown it";
  EXPECT_EQ(session.bytes("a.txt"), "new\n");
}

TEST(ReplaceRows, A18_ManyRowsAreShownByOneRefusalAfterTheOtherAndThenTheRetryPasses) {
  ReplaceSession session;
  session.put("a.txt", numbered_rows(1000));
  const Json refusal = session.edit("a.txt", "", numbered_rows(900));
  EXPECT_TRUE(refused(refusal, {"lines_not_shown"}, {"row 1\n", "row 20\n"}));
  EXPECT_FALSE(text_of(refusal).contains("row 1000\n")) << "a page does not hold them all";
  int refusals = 1;
  while (refusals < 20 && is_refusal(session.edit("a.txt", "", numbered_rows(900)))) ++refusals;
  EXPECT_LT(refusals, 20);
  EXPECT_EQ(session.bytes("a.txt"), numbered_rows(900));
}

TEST(ReplaceRows, A19_EqualStringsSucceedAndTouchNothing) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  const Facts before = session.place().facts();
  for (const std::string_view text : {"one", "one\n", "not there"}) {
    const Json result = session.edit("a.txt", text, text);
    EXPECT_TRUE(done(result)) << text;
    EXPECT_EQ(told(result, "replacements"), Json(0));
    EXPECT_TRUE(told(result, "undo_id").is_null());
  }
  EXPECT_EQ(session.place().facts(), before);
}

TEST(ReplaceRows, A20_AMissShowsTheClosestRegion) {
  ReplaceSession session;
  session.put("a.txt", numbered_rows(20'000));
  const Facts before = session.place().facts();
  const Json refusal = session.edit("a.txt", "row 15000\nrow 15OO1\nrow 15002\n", "x\n");
  EXPECT_TRUE(refused(refusal, {"no_match"}, {"15000", "row 15001", "row 15OO1"}));
  EXPECT_EQ(session.place().facts(), before);
}

TEST(ReplaceRows, A20_AMissWithALongQuotationHasABoundedAnswer) {
  ReplaceSession session;
  session.put("a.txt", numbered_rows(20'000));
  std::string quoted = numbered_rows(20'000);
  quoted.replace(quoted.find("row 9999\n"), 8, "row none");
  const Json refusal = session.edit("a.txt", quoted, "x\n");
  EXPECT_TRUE(refused(refusal, {"no_match"}));
  EXPECT_LE(text_of(refusal).size(), most_of_an_answer);
}

TEST(ReplaceRows, A21_SeveralMatchesAreCountedAndListed) {
  ReplaceSession session;
  session.put("a.txt", "x\none\nx\none one\n");
  const Facts before = session.place().facts();
  const Json refusal = session.edit("a.txt", "one", "1");
  EXPECT_TRUE(refused(refusal, {"multiple_matches"}, {"3 times", "2, 4"}));
  EXPECT_EQ(detail(refusal, "count"), Json(3));
  EXPECT_EQ(session.place().facts(), before);
}

TEST(ReplaceRows, A22_AnotherNumberOfReplacementsIsRefused) {
  ReplaceSession session;
  session.put("a.txt", "one\ntwo\none\n");
  const Facts before = session.place().facts();
  for (const int expected : {1, 3, 1'000'000}) {
    EXPECT_TRUE(refused(session.edit("a.txt", "one", "1", {{"replace_all", true}, {"expected_replacements", expected}}),
                        {"count_mismatch"}))
        << expected;
  }
  EXPECT_TRUE(refused(session.edit("a.txt", "two", "2", {{"expected_replacements", 2}}), {"count_mismatch"}));
  for (const Json& wrong : {Json(-1), Json(1.5), Json("2"), Json(true)}) {
    EXPECT_TRUE(refused(session.edit("a.txt", "two", "2", {{"expected_replacements", wrong}}), {"schema_invalid"},
                        {"expected_replacements"}))
        << wrong.dump();
  }
  EXPECT_EQ(session.place().facts(), before);
}

TEST(ReplaceRows, A23_AReplacementThatGrowsBeyondTheLimitIsRefusedBeforeItIsMade) {
  ReplaceSession session;
  constexpr int count = 65'536;
  std::string bytes;
  bytes.reserve(64U << 20U);
  for (int i = 0; i < count; ++i) append(bytes, concat('X', std::string(1022, 'y'), '\n'));
  session.put("a.txt", bytes);  // 64 MiB, that would become more than 6 GiB
  const auto written = std::filesystem::last_write_time(session.place().root() / "a.txt");
  EXPECT_TRUE(refused(session.edit("a.txt", "X", std::string(100'000, 'z'), {{"replace_all", true}}), {"limit_exceeded"}));
  EXPECT_EQ(std::filesystem::last_write_time(session.place().root() / "a.txt"), written);
  EXPECT_EQ(std::filesystem::file_size(session.place().root() / "a.txt"), bytes.size());
  if (!under_sanitizers()) {
    EXPECT_LT(session.client().process().peak_memory(), (3U * 64U + 64U) * 1024U) << "three times the file and 64 MiB";
  }
  EXPECT_TRUE(session.lives());
}

TEST(ReplaceRows, A23_ManySmallMatchesCostNoMoreThanTheFile) {
  ReplaceSession session;
  session.put("a.txt", std::string(16U << 20U, 'a'));
  EXPECT_TRUE(refused(session.edit("a.txt", "a", "aaaaaaaa", {{"replace_all", true}}), {"limit_exceeded"}));
  EXPECT_EQ(std::filesystem::file_size(session.place().root() / "a.txt"), 16U << 20U);
  if (!under_sanitizers()) {
    EXPECT_LT(session.client().process().peak_memory(), (3U * 16U + 64U) * 1024U) << "three times the file and 64 MiB";
  }
}

TEST(ReplaceRows, A24_AQuotationOf16MiBIsFoundOrMissed) {
  const Workplace place;
  std::string bytes(16U << 20U, 'a');
  write_file(place.root() / "a.txt", bytes + "end\n");
  const auto sent = [&](const std::string& quoted) {
    return edit_by_command(place, Json::object({{"file_path", "a.txt"}, {"old_string", quoted}, {"new_string", "b"}}));
  };
  std::string other = bytes;
  other.back() = 'b';  // and all places but the last one fit
  const Finished miss = sent(other);
  EXPECT_TRUE(refused(miss, {"no_match", "limit_exceeded"}));
  EXPECT_LE(miss.errors.size(), 256UL * 1024) << "the command line has no pages, but does not echo a megabyte either";
  EXPECT_TRUE(read_file_bytes(place.root() / "a.txt") == bytes + "end\n");
  bytes[0] = 'x';
  write_file(place.root() / "a.txt", bytes + "end\n");
  EXPECT_TRUE(succeeded(sent(bytes)));
  EXPECT_EQ(place.bytes("a.txt"), "bend\n");
}

TEST(ReplaceRows, A25_AWrongHashIsAMismatchAndNoHashIsAFormatError) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  const Facts before = session.place().facts();
  EXPECT_TRUE(refused(session.edit("a.txt", "one", "two", {{"expected_hash", std::string(64, '0')}}), {"hash_mismatch"},
                      {hash_row("one\n").substr(15)}));
  for (const std::string& wrong : {std::string(), std::string(63, '0'), std::string(65, '0'), std::string(64, 'g')}) {
    EXPECT_TRUE(refused(session.edit("a.txt", "one", "two", {{"expected_hash", wrong}}), {"schema_invalid"}, {"expected_hash"}))
        << wrong;
  }
  for (const Json& wrong : {Json(0), Json(Json::Array{}), Json(false)}) {
    EXPECT_TRUE(
        refused(session.edit("a.txt", "one", "two", {{"expected_hash", wrong}}), {"schema_invalid"}, {"expected_hash"}));
  }
  EXPECT_EQ(session.place().facts(), before);
}

TEST(ReplaceRows, A25_AHashIsHeldAgainstTheFileBeforeAnythingElse) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  const std::string wrong(64, '0');
  EXPECT_TRUE(refused(session.edit("a.txt", "one", "one", {{"expected_hash", wrong}}), {"hash_mismatch"}));
  EXPECT_TRUE(refused(session.edit("a.txt", "", "two\n", {{"expected_hash", wrong}}), {"hash_mismatch"}));
  EXPECT_TRUE(refused(session.edit("a.txt", "one", "two", {{"expected_hash", wrong}, {"dry_run", true}}), {"hash_mismatch"}));
  EXPECT_EQ(session.bytes("a.txt"), "one\n");
}

TEST(ReplaceRows, A26_AStringIsNoTruthValue) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  const Facts before = session.place().facts();
  for (const std::string_view field : {"dry_run", "replace_all"}) {
    for (const Json& wrong : {Json("false"), Json("true"), Json(0), Json(1), Json(Json::Array{})}) {
      EXPECT_TRUE(refused(session.edit("a.txt", "one", "two", {{std::string(field), wrong}}), {"schema_invalid"}, {field}))
          << field << ' ' << wrong.dump();
    }
  }
  EXPECT_EQ(session.place().facts(), before);
}

TEST(ReplaceRows, A27_ContentThatIsMissingIsRefusedAndEmptyContentIsContent) {
  ReplaceSession session;
  session.put("a.txt", "one\ntwo\n");
  const Facts before = session.place().facts();
  EXPECT_TRUE(refused(session.call("edit", Json::object({{"file_path", "a.txt"}, {"old_string", "one\n"}})), {"schema_invalid"},
                      {"new_string"}));
  EXPECT_TRUE(refused(session.edit("a.txt", "one\n", "", {{"new_string", Json()}}), {"schema_invalid"}, {"new_string"}));
  EXPECT_TRUE(refused(session.call("write", Json::object({{"path", "new.txt"}})), {"schema_invalid"}, {"content"}));
  const Json incomplete = Json::array({Json::object({{"old_string", "one\n"}})});
  EXPECT_TRUE(refused(session.call("edit", Json::object({{"file_path", "a.txt"}, {"edits", incomplete}})), {"schema_invalid"},
                      {"new_string"}));
  EXPECT_EQ(session.place().facts(), before);
  EXPECT_TRUE(done(session.edit("a.txt", "one\n", "")));
  EXPECT_EQ(session.bytes("a.txt"), "two\n");
  EXPECT_TRUE(done(session.write("new.txt", "")));
  EXPECT_EQ(session.bytes("new.txt"), "");
}

TEST(ReplaceRows, A28_CrlfInTheNewTextBecomesTheFilesOwnLineEnding) {
  ReplaceSession session;
  session.put("lf.txt", "one\ntwo\nthree\n");
  EXPECT_TRUE(done(session.edit("lf.txt", "two\n", "2\r\n2b\r\n")));
  EXPECT_EQ(session.bytes("lf.txt"), "one\n2\n2b\nthree\n");
  session.put("crlf.txt", "one\r\ntwo\r\nthree\r\n");
  EXPECT_TRUE(done(session.edit("crlf.txt", "two\n", "2\n2b\n")));
  EXPECT_EQ(session.bytes("crlf.txt"), "one\r\n2\r\n2b\r\nthree\r\n");
  session.put("none.txt", "one");
  EXPECT_TRUE(done(session.edit("none.txt", "one", "1\r\n2")));
  EXPECT_EQ(session.bytes("none.txt"), "1\n2") << "LF where the file has no ending to go by";
}

TEST(ReplaceRows, A28_ALoneCarriageReturnInTheNewTextIsContent) {
  ReplaceSession session;
  session.put("a.txt", "one\ntwo\n");
  EXPECT_TRUE(done(session.edit("a.txt", "one", "o\rne")));
  EXPECT_EQ(session.bytes("a.txt"), "o\rne\ntwo\n");
}

TEST(ReplaceRows, A29_ABatchOf300FilesIsRefused) {
  const Workplace place;
  write_file(place.outside() / "new", "new\n");
  EXPECT_TRUE(refused(place.shell("for I in $(seq 300); do printf 'create\\tf%s\\t../outside/new\\n' $I; done | $K commit"),
                      {"limit_exceeded"}));
  EXPECT_EQ(read_tree(place.root()), Tree{});
}

TEST(ReplaceRows, A29_ACallOfMoreThanAThousandEditsIsRefused) {
  ReplaceSession session;
  session.put("a.txt", numbered_rows(1001));
  const auto edits = [](int count) {
    Json::Array list;
    for (int i = 1; i <= count; ++i) {
      list.push_back(Json::object({{"old_string", concat("row ", i, '\n')}, {"new_string", concat("line ", i, '\n')}}));
    }
    return Json::object({{"file_path", "a.txt"}, {"edits", list}});
  };
  const Facts before = session.place().facts();
  EXPECT_TRUE(refused(session.call("edit", edits(1001)), {"limit_exceeded", "operation_count"}));
  EXPECT_EQ(session.place().facts(), before);
  EXPECT_TRUE(done(session.call("edit", edits(1000))));
  EXPECT_TRUE(session.bytes("a.txt").ends_with("line 1000\nrow 1001\n"));
}

TEST(ReplaceRows, A30_TheSameFileTwiceInABatchIsRefusedUnderAnyName) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  write_file(place.outside() / "new", "new\n");
  std::filesystem::create_hard_link(place.root() / "a.txt", place.root() / "hard.txt");
  std::filesystem::create_symlink("a.txt", place.root() / "soft.txt");
  const Facts before = place.facts();
  for (const std::string_view other : {"a.txt", "./a.txt", "hard.txt", "soft.txt"}) {
    EXPECT_TRUE(refused(place.shell(concat("V=$(version a.txt); printf 'replace\\ta.txt\\t%s\\t../outside/new\\nreplace\\t",
                                           other, "\\t%s\\t../outside/new\\n' $V $V | $K commit")),
                        {"overlapping_operations"}))
        << other;
  }
  EXPECT_EQ(place.facts(), before);
}

TEST(ReplaceRows, AFileThatShrinksToLessThanATenthNeedsAWord) {
  ReplaceSession session;
  const std::string bytes = numbered_rows(1000);
  session.put("a.txt", bytes);
  session.read("a.txt");
  EXPECT_TRUE(refused(session.edit("a.txt", "", "rest\n"), {"safety_check_failed"}, {"shrink"}));
  EXPECT_TRUE(refused(session.write("a.txt", "rest\n"), {"safety_check_failed"}, {"shrink"}));
  EXPECT_TRUE(refused(session.edit("a.txt", "", "rest\n", {{"accept_warnings", Json::array({"new_syntax_error"})}}),
                      {"safety_check_failed"}))
      << "another word";
  EXPECT_EQ(session.bytes("a.txt"), bytes);
  EXPECT_TRUE(done(session.edit("a.txt", "", "rest\n", {{"accept_warnings", Json::array({"shrink"})}})));
  EXPECT_EQ(session.bytes("a.txt"), "rest\n");
  session.put("small.txt", numbered_rows(100));
  session.read("small.txt");
  EXPECT_TRUE(done(session.edit("small.txt", "", "rest\n"))) << "less than 4 KiB may shrink";
}

TEST(ReplaceRows, AnEncodingThatNobodyKnowsIsRefused) {
  ReplaceSession session;
  session.put("a.txt", "caf\xe9\none\n");
  EXPECT_TRUE(
      refused(session.edit("a.txt", "one", "zw\xc3\xb6lf", {{"encoding", "klingon"}}), {"schema_invalid"}, {"encoding"}));
  EXPECT_TRUE(refused(session.edit("a.txt", "one", "two", {{"encoding", "klingon"}}), {"schema_invalid"}, {"encoding"}));
  EXPECT_EQ(session.bytes("a.txt"), "caf\xe9\none\n");
}

TEST(ReplaceRows, OneHardLinkOfSeveralIsSplitAndTheAnswerSaysSo) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  std::filesystem::create_hard_link(session.place().root() / "a.txt", session.place().root() / "b.txt");
  std::filesystem::create_hard_link(session.place().root() / "a.txt", session.place().root() / "c.txt");
  const Json result = session.edit("a.txt", "one", "two");
  EXPECT_TRUE(done(result));
  EXPECT_EQ(told(result, "hardlinks_broken"), Json(2)) << "the number of other names";
  EXPECT_TRUE(text_of(result).contains("hard")) << "the text says it, too: " << text_of(result);
  EXPECT_EQ(session.bytes("a.txt"), "two\n");
  EXPECT_EQ(session.bytes("b.txt"), "one\n");
}

TEST(ReplaceRows, TheTextSaysWhatTheDataSays) {
  ReplaceSession session;
  session.put("a.txt", "one\ntwo\nthree\n");
  const Json result = session.edit("a.txt", "two", "2");
  const std::string text = text_of(result);
  EXPECT_TRUE(text.starts_with("a.txt:2")) << text;
  for (const std::string_view name : {"summary", "diff", "undo_id"}) {
    const Json value = told(result, name);
    ASSERT_NE(value.as_string(), nullptr) << name;
    EXPECT_TRUE(text.contains(*value.as_string())) << name << " is not in the text: " << text;
  }
  for (const std::string_view name :
       {"replacements", "match_mode", "file_path", "lines_before", "lines_after", "net_lines", "first_changed_line",
        "anchors_valid_through", "must_refresh_from_line", "preview", "warnings"}) {
    EXPECT_FALSE(told(result, name).is_null()) << name;
  }
}

TEST(ReplaceRows, UndoTakesTheEditsOfThisSessionBackOneByOne) {
  ReplaceSession session;
  session.put("a.txt", "one\ntwo\n");
  const Json first = session.edit("a.txt", "one", "1");
  EXPECT_TRUE(done(session.edit("a.txt", "two", "2")));
  // Another session's edit is not this session's.
  ASSERT_TRUE(succeeded(
      edit_by_command(session.place(), Json::object({{"file_path", "b.txt"}, {"old_string", ""}, {"new_string", "other\n"}}))));
  EXPECT_TRUE(done(session.call("undo", Json::object())));
  EXPECT_EQ(session.bytes("a.txt"), "1\ntwo\n");
  EXPECT_TRUE(done(session.call("undo", Json::object({{"id", told(first, "undo_id")}}))));
  EXPECT_EQ(session.bytes("a.txt"), "one\ntwo\n");
  EXPECT_TRUE(refused(session.call("undo", Json::object()), {"not_found"}));
  EXPECT_EQ(session.bytes("b.txt"), "other\n");
}

TEST(ReplaceRows, ACallThatNamesAVersionIsRecognisedInAnotherSession) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  const Json call = Json::object({{"file_path", "a.txt"},
                                  {"old_string", "one\n"},
                                  {"new_string", "one\nmore\n"},
                                  {"expected_hash", hash_row("one\n").substr(15)}});
  EXPECT_TRUE(done(session.call("edit", call)));
  const Facts before = session.place().facts();
  EXPECT_TRUE(succeeded(edit_by_command(session.place(), call))) << "the answer was lost, and the agent started anew";
  EXPECT_EQ(session.place().facts(), before);
}

TEST(ReplaceRows, ACallWithoutAVersionIsNotTakenForAnotherSessions) {
  ReplaceSession session;
  session.put("a.txt", "one\n");
  EXPECT_TRUE(done(session.edit("a.txt", "one\n", "one\nmore\n")));
  EXPECT_TRUE(done(session.edit("a.txt", "one\n", "one\nmore\n")));
  EXPECT_EQ(session.bytes("a.txt"), "one\nmore\n") << "a repetition in this session";
  EXPECT_TRUE(succeeded(edit_by_command(
      session.place(), Json::object({{"file_path", "a.txt"}, {"old_string", "one\n"}, {"new_string", "one\nmore\n"}}))));
  EXPECT_EQ(session.bytes("a.txt"), "one\nmore\nmore\n") << "another session's own edit";
}

TEST(ReplaceRows, ConfirmationOnATerminalIsAskedForAndFollowed) {
  if (Workplace().shell("script --version").status != 0) GTEST_SKIP() << "no script(1) to make a terminal with";
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  write_file(place.outside() / "edit.json", R"({"file_path": "a.txt", "old_string": "one", "new_string": "two"})");
  const auto answered = [&](std::string_view word) {
    return place.shell(concat("(sleep 0.3; echo ", word,
                              ") | script -qec \"$K edit --dialect replace --confirm --input $OUTSIDE/edit.json\" /dev/null"));
  };
  const Finished no = answered("n");
  EXPECT_EQ(no.status, 1) << no.output;
  EXPECT_TRUE(says(no, "+two"));
  EXPECT_TRUE(says(no, "confirm_declined"));
  EXPECT_EQ(place.bytes("a.txt"), "one\n");
  const Finished yes = answered("y");
  EXPECT_EQ(yes.status, 0) << yes.output;
  EXPECT_EQ(place.bytes("a.txt"), "two\n");
}

}  // namespace
}  // namespace kedge::test
