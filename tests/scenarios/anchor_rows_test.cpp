// Arguments of the dialects that name lines by hashes that are wrong, odd or too much: rows A1 to A17 of the catalogue of bad
// input, and the files F13, F14 and F19 to F21. The file keeps its bytes, its time and its inode, and the server lives.
#include <gtest/gtest.h>

#include "scenarios/replace_session.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge::test {
namespace {

constexpr std::size_t most_of_a_refusal = 16UL * 1024;

// A root with one file, and a session of each of the two dialects that has read it.
class AnchorRows : public testing::Test {
 protected:
  AnchorRows() {
    anchors_.open();
    hashline_.open();
    put("alpha\nbravo\n}\ncharlie\n");
  }

  void put(const std::string& bytes) {
    write_file(place_.root() / "a.txt", bytes);
    before_ = place_.facts();
    read();
  }
  void read() {
    anchors_.call("read_file", Json::object({{"path", "a.txt"}, {"hashes", true}}));
    hashline_.call("open", Json::object({{"file", "a.txt"}}));
  }

  Json edit(Json operation) { return edit(std::vector{std::move(operation)}); }
  Json edit(const std::vector<Json>& operations) {
    Json list = Json::array();
    for (const Json& one : operations) list.push(one);
    return anchors_.call("edit", Json::object({{"path", "a.txt"}, {"operations", std::move(list)}}));
  }
  static Json replace_line(const Json& hash) {
    return Json::object({{"op", "replace_line"}, {"hash", hash}, {"content", "x"}});
  }
  Json tagged(std::string_view operation, Json arguments) {
    Json call = Json::object({{"file", "a.txt"}});
    call.set(operation, std::move(arguments));
    return hashline_.call("edit", call);
  }
  static Json at(std::uint32_t line, const Json& hash) { return Json::object({{"line", line}, {"hash", hash}}); }

  void expect_untouched() {
    EXPECT_EQ(place_.facts(), before_);
    EXPECT_FALSE(is_refusal(anchors_.call("search", Json::object())));
    EXPECT_FALSE(is_refusal(hashline_.call("search", Json::object())));
  }

  Workplace place_;
  McpClient anchors_{place_, {"--dialect", "anchors"}};
  McpClient hashline_{place_, {"--dialect", "hashline"}};
  Facts before_;
  const std::string bravo_ = hash_of("bravo").hex(6);
};

TEST_F(AnchorRows, A1_APathThatIsMissingIsNamed) {
  EXPECT_TRUE(refused(anchors_.call("read_file", Json::object()), {"schema_invalid"}, {"path", "missing"}));
  EXPECT_TRUE(refused(anchors_.call("write_file", Json::object({{"content", "x"}})), {"schema_invalid"}, {"path", "missing"}));
  EXPECT_TRUE(refused(anchors_.call("edit", Json::object({{"operations", Json::array({replace_line(bravo_)})}})),
                      {"schema_invalid"}, {"path", "missing"}));
  EXPECT_TRUE(refused(hashline_.call("open", Json::object()), {"schema_invalid"}, {"file", "missing"}));
  EXPECT_TRUE(refused(hashline_.call("edit", Json::object({{"create", Json::object({{"content", "x"}})}})), {"schema_invalid"},
                      {"file", "missing"}));
  expect_untouched();
}

TEST_F(AnchorRows, A2_APathThatIsNoStringIsATypeError) {
  for (const Json& wrong : {Json(7), Json(true), Json(), Json::array({"a.txt"}), Json::object({{"path", "a.txt"}})}) {
    EXPECT_TRUE(refused(anchors_.call("read_file", Json::object({{"path", wrong}})), {"schema_invalid"}, {"path", "string"}));
    EXPECT_TRUE(
        refused(anchors_.call("edit", Json::object({{"path", wrong}, {"operations", Json::array({replace_line(bravo_)})}})),
                {"schema_invalid"}, {"path", "string"}));
    EXPECT_TRUE(refused(hashline_.call("open", Json::object({{"file", wrong}})), {"schema_invalid"}, {"file", "string"}));
  }
  expect_untouched();
}

TEST_F(AnchorRows, A3_AnUnknownFieldIsRefusedWithTheNearestName) {
  EXPECT_TRUE(
      refused(anchors_.call("read_file", Json::object({{"path", "a.txt"}, {"hashs", true}})), {"schema_invalid"}, {"hashes"}));
  EXPECT_TRUE(refused(edit(replace_line(bravo_).set("occurence", 1)), {"schema_invalid"}, {"occurence", "occurrence"}));
  EXPECT_TRUE(refused(hashline_.call("open", Json::object({{"file", "a.txt"}, {"strt", 1}})), {"schema_invalid"}, {"start"}));
  EXPECT_TRUE(refused(tagged("insert", Json::object({{"after", at(1, "8e")}, {"content", "x"}, {"befor", 1}})),
                      {"schema_invalid"}, {"befor"}));
  expect_untouched();
}

TEST_F(AnchorRows, A4_ThePathWinsOverTheDeprecatedNameUnlessStrict) {
  const Json arguments =
      Json::object({{"path", "a.txt"}, {"file_path", "b.txt"}, {"operations", Json::array({replace_line(bravo_)})}});
  McpClient strict(place_, {"--dialect", "anchors", "--strict"});
  strict.open();
  strict.call("read_file", Json::object({{"path", "a.txt"}, {"hashes", true}}));
  EXPECT_TRUE(refused(strict.call("edit", arguments), {"schema_invalid"}, {"file_path"}));
  expect_untouched();
  const Json edited = anchors_.call("edit", arguments);
  EXPECT_TRUE(done(edited));
  EXPECT_NE(told(edited, "warnings").dump().find("deprecated"), std::string::npos);
  EXPECT_EQ(place_.bytes("a.txt"), "alpha\nx\n}\ncharlie\n");
}

TEST_F(AnchorRows, A5_AnchorsOfTwoKindsDoNotMix) {
  EXPECT_TRUE(
      refused(edit(replace_line(bravo_).set("start_hash", bravo_)), {"schema_invalid"}, {"start_hash", "replace_line"}));
  expect_untouched();
}

TEST_F(AnchorRows, A6_ARangeNeedsBothEnds) {
  EXPECT_TRUE(refused(edit(Json::object({{"op", "delete_range"}, {"start_hash", bravo_}})), {"schema_invalid"}, {"end_hash"}));
  EXPECT_TRUE(refused(tagged("delete", Json::object({{"start", at(1, "8e")}})), {"schema_invalid"}, {"end"}));
  expect_untouched();
}

TEST_F(AnchorRows, A7_AnUnknownOperationIsAnsweredWithTheList) {
  for (const char* const op : {"Replace_Line", "replace", ""}) {
    EXPECT_TRUE(refused(edit(Json::object({{"op", op}, {"hash", bravo_}, {"content", "x"}})), {"schema_invalid"},
                        {"replace_line", "delete_range"}))
        << op;
  }
  expect_untouched();
}

TEST_F(AnchorRows, A8_NoOperationIsRefused) {
  EXPECT_TRUE(refused(edit(std::vector<Json>()), {"operation_count"}));
  EXPECT_TRUE(refused(hashline_.call("edit", Json::object({{"file", "a.txt"}})), {"operation_count"}));
  const Json two = Json::object({{"file", "missing"},
                                 {"create", Json::object({{"content", "x"}})},
                                 {"delete", Json::object({{"start", at(1, "8e")}, {"end", at(1, "8e")}})}});
  EXPECT_TRUE(refused(hashline_.call("edit", two), {"operation_count"})) << "before any file is touched";
  expect_untouched();
}

TEST_F(AnchorRows, A9_MoreThanAThousandOperationsAreRefused) {
  EXPECT_TRUE(refused(edit(std::vector<Json>(1001, replace_line(bravo_))), {"limit_exceeded"}));
  expect_untouched();
}

TEST_F(AnchorRows, A10_AnOccurrenceIsAWholeNumberThatThereIs) {
  for (const Json& wrong : {Json(0), Json(-1), Json(1.5), Json("2")}) {
    EXPECT_TRUE(refused(edit(replace_line(bravo_).set("occurrence", wrong)), {"schema_invalid"}, {"occurrence"}))
        << wrong.dump();
  }
  const Json beyond = edit(replace_line(bravo_).set("occurrence", 1'000'000'000));
  EXPECT_TRUE(refused(beyond, {"line_out_of_range"}));
  EXPECT_EQ(detail(beyond, "count"), Json(1));
  expect_untouched();
}

TEST_F(AnchorRows, A11_AHashIsFourToSixtyFourDigits) {
  for (const std::string& wrong :
       {std::string("abc"), std::string(65, 'a'), std::string("xyzxyz"), std::string(), std::string("a3 f1")}) {
    EXPECT_TRUE(refused(edit(replace_line(wrong)), {"schema_invalid"}, {"hash"})) << wrong;
  }
  EXPECT_TRUE(refused(tagged("insert", Json::object({{"after", at(1, "8")}, {"content", "x"}})), {"schema_invalid"}, {"hash"}));
  expect_untouched();
  for (const std::size_t digits : {4U, 8U, 64U}) {
    std::string hash = hash_of("bravo").hex(digits);
    for (char& c : hash) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    const Json preview = anchors_.call(
        "edit", Json::object({{"path", "a.txt"}, {"operations", Json::array({replace_line(hash)})}, {"dry_run", true}}));
    EXPECT_TRUE(done(preview)) << digits;
  }
  expect_untouched();
}

TEST_F(AnchorRows, A12_AnUnknownHashIsStale) {
  EXPECT_TRUE(refused(edit(replace_line("badc0d")), {"anchor_stale"}, {"badc0d", "Re-read"}));
  EXPECT_TRUE(
      refused(tagged("insert", Json::object({{"after", at(1, "00")}, {"content", "x"}})), {"anchor_stale"}, {"Re-read"}));
  expect_untouched();
}

TEST_F(AnchorRows, A13_AnAmbiguousHashIsAnsweredWithItsCandidates) {
  put("one {\n  go();\n}\ntwo {\n  go();\n}\n");
  const Json refusal = edit(replace_line(hash_of("  go();").hex(6)));
  EXPECT_TRUE(refused(refusal, {"anchor_ambiguous"}));
  ASSERT_NE(detail(refusal, "candidates").as_array(), nullptr);
  EXPECT_EQ(detail(refusal, "candidates").as_array()->size(), 2U);
  expect_untouched();
}

TEST_F(AnchorRows, A14_ALineThatSaysNothingIsNoAnchor) {
  const Json refusal = edit(replace_line(hash_of("}").hex(6)));
  EXPECT_TRUE(refused(refusal, {"anchor_low_entropy"}));
  EXPECT_EQ(detail(refusal, "neighbor_anchors").as_array()->size(), 3U);
  expect_untouched();
}

TEST_F(AnchorRows, A15_AReversedRangeIsTurnedRoundOrRefused) {
  const Json range = Json::object({{"start", at(4, hash_of("charlie").hex(2))}, {"end", at(2, hash_of("bravo").hex(2))}});
  EXPECT_TRUE(refused(tagged("delete", range), {"invalid_range_order"}));
  expect_untouched();
  const Json swapped =
      edit(Json::object({{"op", "delete_range"}, {"start_hash", hash_of("charlie").hex(6)}, {"end_hash", bravo_}}));
  EXPECT_TRUE(done(swapped));
  EXPECT_NE(told(swapped, "auto_corrections").dump().find("range_order_swapped"), std::string::npos);
  EXPECT_EQ(place_.bytes("a.txt"), "alpha\n");
}

TEST_F(AnchorRows, A16_OperationsThatOverlapAreRefused) {
  EXPECT_TRUE(refused(edit(std::vector<Json>{replace_line(bravo_), replace_line(bravo_)}), {"overlapping_operations"}));
  EXPECT_TRUE(refused(edit(std::vector<Json>{replace_line(bravo_), Json::object({{"op", "delete_range"},
                                                                                 {"start_hash", hash_of("alpha").hex(6)},
                                                                                 {"end_hash", hash_of("charlie").hex(6)}})}),
                      {"overlapping_operations"}));
  expect_untouched();
}

TEST_F(AnchorRows, A17_ADeletedLineStillNamesThePlaceOfAnInsertion) {
  EXPECT_TRUE(done(edit(std::vector<Json>{Json::object({{"op", "delete_line"}, {"hash", bravo_}}),
                                          Json::object({{"op", "insert_after"}, {"hash", bravo_}, {"content", "new"}})})));
  EXPECT_EQ(place_.bytes("a.txt"), "alpha\nnew\n}\ncharlie\n");
}

TEST_F(AnchorRows, F13_TenMillionEmptyLinesHaveBoundedAnswers) {
  put(std::string(10'000'000, '\n'));
  EXPECT_LE(text_of(anchors_.call("read_file", Json::object({{"path", "a.txt"}, {"hashes", true}}))).size(), most_of_an_answer);
  const Json refusal = edit(replace_line(hash_of("").hex(6)));
  EXPECT_TRUE(refused(refusal, {"anchor_ambiguous", "anchor_context_ambiguous", "anchor_low_entropy"}));
  EXPECT_LE(refusal.dump().size(), most_of_a_refusal);
  expect_untouched();
}

TEST_F(AnchorRows, F14_AHundredThousandEqualLinesAreAmbiguous) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) append(bytes, "    the same line\n");
  put(bytes);
  const Json refusal = edit(replace_line(hash_of("    the same line").hex(6)));
  EXPECT_TRUE(refused(refusal, {"anchor_ambiguous", "anchor_context_ambiguous"}));
  EXPECT_EQ(detail(refusal, "count"), Json(100'000));
  EXPECT_LE(refusal.dump().size(), most_of_a_refusal) << "the list of candidates is bounded";
  expect_untouched();
}

TEST_F(AnchorRows, F19_LinesThatLookLikeAnchorsAreContent) {
  put("12:ab|text\n3#a3f1b2|text\nplain\n");
  EXPECT_TRUE(done(edit(
      Json::object({{"op", "insert_after"}, {"hash", hash_of("plain").hex(6)}, {"content", "40:cd|new\n41#c0ffee|new"}}))));
  EXPECT_EQ(place_.bytes("a.txt"), "12:ab|text\n3#a3f1b2|text\nplain\n40:cd|new\n41#c0ffee|new\n");
}

TEST_F(AnchorRows, F20_BlanksAreBytes) {
  put("a \na\n\ta\n");
  EXPECT_TRUE(done(edit(replace_line(hash_of("a").hex(6)))));
  EXPECT_EQ(place_.bytes("a.txt"), "a \nx\n\ta\n");
}

TEST_F(AnchorRows, F21_ComposedAndDecomposedCharactersAreDifferentLines) {
  const std::string composed = "caf\xC3\xA9";
  const std::string decomposed = "cafe\xCC\x81";
  put(concat(composed, '\n', decomposed, '\n'));
  EXPECT_TRUE(done(edit(replace_line(hash_of(decomposed).hex(6)))));
  EXPECT_EQ(place_.bytes("a.txt"), concat(composed, "\nx\n"));
}

}  // namespace
}  // namespace kedge::test
