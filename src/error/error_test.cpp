#include "error/error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "support/strings.hpp"

namespace kedge {
namespace {

struct Promise {
  std::string_view code, action;
};

// The codes and actions that are promised to callers.
constexpr std::array promised{
    Promise{"anchor_stale", "re-read_file"},
    Promise{"snapshot_stale", "re-read_file"},
    Promise{"snapshot_unknown", "re-read_file"},
    Promise{"hash_mismatch", "re-read_file"},
    Promise{"file_version_mismatch", "re-read_file"},
    Promise{"conflict", "re-read_file"},
    Promise{"undo_conflict", "re-read_file"},
    Promise{"anchor_ambiguous", "use_occurrence"},
    Promise{"anchor_context_ambiguous", "re-read_with_context"},
    Promise{"anchor_low_entropy", "use_neighbor_anchor"},
    Promise{"lines_not_shown", "retry_after_reading"},
    Promise{"file_not_read", "retry_after_reading"},
    Promise{"match_moved", "retry_after_reading"},
    Promise{"invalid_range_order", "fix_arguments"},
    Promise{"overlapping_operations", "fix_arguments"},
    Promise{"operation_count", "fix_arguments"},
    Promise{"line_out_of_range", "fix_arguments"},
    Promise{"schema_invalid", "fix_arguments"},
    Promise{"patch_syntax", "fix_arguments"},
    Promise{"pasted_prefix", "fix_arguments"},
    Promise{"count_mismatch", "fix_arguments"},
    Promise{"block_unresolved", "use_line_range"},
    Promise{"no_match", "quote_more_exactly"},
    Promise{"multiple_matches", "quote_more_exactly"},
    Promise{"no_change", "verify_target"},
    Promise{"safety_check_failed", "review_and_accept_or_fix"},
    Promise{"confirm_declined", "ask_user"},
    Promise{"cancelled", "ask_user"},
    Promise{"not_found", "check_path"},
    Promise{"file_exists", "check_path"},
    Promise{"is_directory", "check_path"},
    Promise{"not_regular_file", "check_path"},
    Promise{"path_invalid", "check_path"},
    Promise{"path_outside_root", "ask_user"},
    Promise{"path_protected", "ask_user"},
    Promise{"permission_denied", "ask_user"},
    Promise{"cannot_replace", "ask_user"},
    Promise{"binary_file", "use_other_tool"},
    Promise{"rename_failed", "use_other_tool"},
    Promise{"encoding_unsupported", "use_other_tool"},
    Promise{"encoding_conflict", "use_other_tool"},
    Promise{"busy", "retry_later"},
    Promise{"store_unavailable", "retry_later"},
    Promise{"quota_exceeded", "retry_later"},
    Promise{"limit_exceeded", "narrow_request"},
    Promise{"no_space", "ask_user"},
    Promise{"io_failed", "ask_user"},
    Promise{"indeterminate", "ask_user"},
    Promise{"not_open", "ask_user"},
};

TEST(Catalogue, HoldsExactlyThePromisedCodesWithTheirActions) {
  ASSERT_EQ(catalogue().size(), promised.size());
  for (std::size_t i = 0; i < promised.size(); ++i) {
    EXPECT_EQ(catalogue()[i].name, promised[i].code);
    EXPECT_EQ(catalogue()[i].action, promised[i].action) << promised[i].code;
  }
}

TEST(Catalogue, RowsStandInTheOrderOfTheEnum) {
  for (std::size_t i = 0; i < catalogue().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(catalogue()[i].code), i);
    EXPECT_EQ(&row_of(catalogue()[i].code), &catalogue()[i]);
  }
}

TEST(Catalogue, ARowIsFoundByItsWireName) {
  for (const CatalogueRow& row : catalogue()) EXPECT_EQ(find_row(row.name), &row);
  EXPECT_EQ(find_row("no_such_code"), nullptr);
  EXPECT_EQ(find_row(""), nullptr);
}

TEST(Catalogue, EveryRowSaysWhatIsWrongWhatToDoAndWhatItMeansInSentences) {
  std::set<std::string_view> names;
  for (const CatalogueRow& row : catalogue()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " stands twice";
    for (const std::string_view sentence : {row.text, row.next, row.meaning}) {
      EXPECT_TRUE(sentence.ends_with('.')) << row.name << ": " << sentence;
      EXPECT_EQ(sentence.find("  "), std::string_view::npos) << row.name << ": " << sentence;
    }
  }
}

std::vector<std::string> fields_of(std::string_view text) {
  std::vector<std::string> fields;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    fields.emplace_back(text.substr(open + 1, text.find('}', open) - open - 1));
  }
  return fields;
}

TEST(Refusal, EveryFieldOfEveryTextIsFilledFromTheFacts) {
  Facts facts;
#define FACT(name) facts.set(#name, "<" #name ">");
#include "error/facts.def"
#undef FACT
  for (const CatalogueRow& row : catalogue()) {
    std::string expected(row.text);
    for (const std::string& field : fields_of(row.text)) {
      const std::string braced = concat('{', field, '}');
      expected.replace(expected.find(braced), braced.size(), concat("<", field, ">"));
    }
    EXPECT_EQ(refuse(row.code, facts).what, expected) << row.name;
    EXPECT_EQ(expected.find_first_of("{}"), std::string::npos) << row.name;
  }
}

TEST(Refusal, AFactThatIsMissingIsSaidToBeUnknown) {
  for (const CatalogueRow& row : catalogue()) {
    const std::string what = refuse(row.code).what;
    EXPECT_EQ(what.find_first_of("{}"), std::string::npos) << what;
    for (const std::string& field : fields_of(row.text)) {
      EXPECT_NE(what.find(concat('(', field, " unknown)")), std::string::npos) << what;
    }
  }
}

TEST(Refusal, NumbersAndListsAreShownPlainly) {
  EXPECT_EQ(refuse(Code::line_out_of_range, {{"line", 12}, {"count", 9}}).what, "Line 12 does not exist (file has 9 lines).");
  EXPECT_EQ(refuse(Code::multiple_matches, {{"path", "a.c"}, {"count", 2}, {"lines", Json::array({3, 8})}}).what,
            "a.c: the quoted text occurs 2 times, at lines 3, 8.");
}

TEST(Refusal, AFactCannotSteerATerminal) {
  const Error error = refuse(Code::not_found, {{"path", "a\x1b[2Jb"}});
  EXPECT_EQ(error.what, "a\\x1b[2Jb does not exist.");
  EXPECT_EQ(error.path, "a\x1b[2Jb");
}

TEST(Refusal, AFactThatLooksLikeAFieldIsNotFilledAgain) {
  EXPECT_EQ(refuse(Code::schema_invalid, {{"field", "{problem}"}, {"problem", "unknown"}}).what, "{problem}: unknown.");
}

TEST(Refusal, PathAndOperationAreTakenFromTheFacts) {
  const Error error = refuse(Code::no_match, {{"path", "a.c"}, {"op", 2}});
  EXPECT_EQ(error.code, Code::no_match);
  EXPECT_EQ(error.path, "a.c");
  EXPECT_EQ(error.op, 2);
  EXPECT_EQ(error.next, row_of(Code::no_match).next);
  EXPECT_EQ(refuse(Code::cancelled).path, std::nullopt);
  EXPECT_EQ(refuse(Code::cancelled).op, std::nullopt);
}

TEST(Refusal, AWordingOfItsOwnKeepsEverythingElse) {
  const Error error = refuse(Code::conflict, "Own words.", {{"path", "a.c"}});
  EXPECT_EQ(error.what, "Own words.");
  EXPECT_EQ(error.next, row_of(Code::conflict).next);
  EXPECT_EQ(error.path, "a.c");
}

TEST(Refusal, TheTextEndsWithWhatToDoNext) {
  for (const CatalogueRow& row : catalogue()) {
    const std::string text = to_text(refuse(row.code));
    EXPECT_TRUE(text.ends_with(row.next)) << text;
    EXPECT_FALSE(text.starts_with(row.next)) << text;
  }
  EXPECT_EQ(to_text(refuse(Code::not_found, {{"path", "a"}})), "a does not exist. Check the path.");
}

TEST(Refusal, AllRefusalsOfACallAreToldTogetherAndEndWithWhatToDoNext) {
  const Error error = together({refuse(Code::conflict, "First.", {{"op", 1}}), refuse(Code::conflict, "Second.", {{"op", 2}}),
                                refuse(Code::conflict, "Third.", {{"op", 3}})});
  EXPECT_EQ(error.what, "First.");
  ASSERT_EQ(error.others.size(), 2U);
  EXPECT_EQ(error.others[0].what, "Second.");
  EXPECT_EQ(to_text(error), concat("First.\nSecond.\nThird.\n", row_of(Code::conflict).next));
}

TEST(Refusal, OneRefusalTogetherIsItself) {
  const Error error = together({refuse(Code::cancelled)});
  EXPECT_TRUE(error.others.empty());
}

TEST(Refusal, TheJsonFormIsTheOneThatClientsReadByName) {
  EXPECT_EQ(to_json(refuse(Code::not_found, {{"path", "a.c"}, {"op", 2}})).dump(),
            R"({"error":"not_found","message":"a.c does not exist. Check the path.","suggested_action":"check_path",)"
            R"("path":"a.c","operation":2,"details":{"path":"a.c","op":2}})");
  EXPECT_EQ(to_json(refuse(Code::cancelled)).dump(),
            R"({"error":"cancelled","message":"The call was cancelled before anything was written. )"
            R"(Ask the user whether it should be sent again.","suggested_action":"ask_user","details":{}})");
}

TEST(Refusal, TheOthersStandInTheJsonFormAsFullRefusals) {
  const Json json = to_json(together({refuse(Code::is_directory, {{"path", "a"}}), refuse(Code::not_found, {{"path", "b"}})}));
  const Json* others = json.find("others");
  ASSERT_NE(others, nullptr);
  ASSERT_EQ(others->as_array()->size(), 1U);
  EXPECT_EQ(others->as_array()->front().dump(), to_json(refuse(Code::not_found, {{"path", "b"}})).dump());
  EXPECT_EQ(*json.find("error")->as_string(), "is_directory");
  EXPECT_EQ(to_json(refuse(Code::cancelled)).find("others"), nullptr);
}

Result<std::string> doubled(Result<std::string> given) {
  KEDGE_TRY(const std::string value, std::move(given));
  return value + value;
}

TEST(Refusal, TryCarriesTheRefusalOnAndUnpacksTheValue) {
  EXPECT_EQ(*doubled(std::string("ab")), "abab");
  const Result<std::string> refused = doubled(std::unexpected(refuse(Code::busy)));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::busy);
}

TEST(Refusal, ACorrectionIsAValueAndAFact) {
  Error passage = refuse(Code::no_match, {{"path", "a.txt"}});
  correct(passage, CorrectedPassage{LineNo{7}, {{RowFate::removed, "old"}, {RowFate::added, "new"}}});
  EXPECT_EQ(std::get<CorrectedPassage>(passage.correction).rows.size(), 2U);
  EXPECT_EQ(passage.facts.find("corrected_passage")->dump(),
            R"({"line":7,"rows":[{"fate":"removed","text":"old"},{"fate":"added","text":"new"}]})");

  Error lines = refuse(Code::safety_check_failed, {{"path", "a.txt"}});
  correct(lines, CorrectedLines{0, {LineNo{3}, LineNo{5}}, {"one"}});
  EXPECT_EQ(lines.facts.find("corrected")->dump(), R"({"op":1,"first":3,"end":5,"rows":["one"]})");
}

TEST(ToText, SaysWhatToDoNextWhereItChanges) {
  Error error(Code::no_match, "one.", "do this.");
  error.others = {Error(Code::no_match, "two.", "do this."), Error(Code::match_moved, "three.", "do that.")};
  EXPECT_EQ(to_text(error), "one.\ntwo.\nthree.\ndo this.");
  error.each_advises = true;
  EXPECT_EQ(to_text(error), "one.\ntwo.\ndo this.\nthree.\ndo that.");
}

}  // namespace
}  // namespace kedge
