#include "plan/follow.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "plan/locate_hashes.hpp"
#include "plan/locate_passages.hpp"
#include "plan/locate_text.hpp"
#include "support/strings.hpp"
#include "tests/support/file_task.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::FileInTask;
using test::passage_of;
using test::Sent;
using test::span_of;

constexpr Policy tolerant{.lowest_unasked = MatchMode::typographic_punctuation};
constexpr Policy by_line{.lowest_unasked = MatchMode::exact, .order_tells_apart = true, .line_tells_apart = true};

Operation for_text(std::string quoted, std::string body) { return {Match{.text = std::move(quoted)}, std::move(body)}; }
Operation for_lines(std::initializer_list<std::string_view> rows) { return {passage_of(rows), ""}; }
Operation for_hash(std::string_view row, std::string body, Side side = Side::over) {
  return {Lines{.first = AtHash{.prefix = hash_of(row).hex(6)}, .side = side}, std::move(body)};
}

std::unique_ptr<Locator> locator_for(const FileTask& task) {
  const Target& target = task.asked.operations.front().target;
  if (std::holds_alternative<Match>(target)) return text_locator(task).value();
  return std::holds_alternative<Passage>(target) ? passage_locator(task).value() : hash_locator(task).value();
}

// For each part the version in which it is found: "0", "-" if it is only in the file as it is; or the code of the refusal.
std::string versions_of_parts(FileInSession& a, std::vector<Operation> operations, Sent sent = Sent::first) {
  const FileInTask task(a, test::asking(std::move(operations), tolerant), sent);
  const std::unique_ptr<Locator> locator = locator_for(*task);
  const auto found = find_parts(*task, *locator, locator->locate_now());
  if (!found) return std::string(test::code_of(found));
  std::string versions;
  for (const FoundPart& part : *found) {
    append(versions, concat(versions.empty() ? "" : " ", part.version ? concat(*part.version) : "-"));
  }
  return versions;
}

// What the parts make of the file, with a star if they were followed, and a plus for each that is there already; or why not.
std::string followed(FileInSession& a, std::vector<Operation> operations, const Policy& policy = tolerant) {
  const FileInTask task(a, test::asking(std::move(operations), policy));
  const std::unique_ptr<Locator> locator = locator_for(*task);
  const std::vector<Location> now = locator->locate_now();
  const auto found = find_parts(*task, *locator, now);
  if (!found) return std::string(test::code_of(found));
  const Result<FollowedParts> parts = follow(*task, *locator, *found, now);
  if (!parts) return std::string(test::code_of(parts));
  return concat(parts->recovered ? "*" : "", std::string(parts->there_already, '+'),
                test::made_of(task.text(), parts->located));
}

TEST(FindParts, RowsThatWereShownAreLookedThroughBeforeAllOthers) {
  FileInSession a("here\nend\n");
  a.show(span_of(1, 1));
  a.others_write("new\nhere\n");
  a.show(span_of(1, 1));
  EXPECT_EQ(versions_of_parts(a, {for_text("here\n", "x\n")}), "1") << "the newer version has it, in a row that was not shown";
  EXPECT_EQ(versions_of_parts(a, {for_text("end\n", "x\n")}), "1") << "shown in none";
  EXPECT_EQ(versions_of_parts(a, {for_text("absent\n", "x\n")}), "no_match");
}

TEST(FindParts, TheNewestReadingComesBeforeANewerAnswer) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  a.others_write("two\none\nsix\n");
  a.answer(span_of(1, 3));
  for (const Operation& two : {for_text("two\n", "2\n"), for_lines({"-two"}), for_hash("two", "2")}) {
    EXPECT_EQ(versions_of_parts(a, {two}), "1");
  }
  a.show();
  for (const Operation& two : {for_text("two\n", "2\n"), for_lines({"-two"}), for_hash("two", "2")}) {
    EXPECT_EQ(versions_of_parts(a, {two}), "0");
  }
}

TEST(FindParts, WhatTheSessionWroteItselfIsAsCertainAsWhatItRead) {
  FileInSession a("one\ntwo\n");
  a.show();
  a.others_write("two\nsix\n");
  a.answer(span_of(1, 2), LineSet(span_of(1, 1)));
  EXPECT_EQ(versions_of_parts(a, {for_text("two\n", "2\n")}), "0");
}

TEST(FindParts, AnAnswerCountsForWhatWasNotRead) {
  FileInSession a("one\n");
  a.show();
  a.others_write("one\nnew\n");
  a.answer(span_of(1, 2));
  a.others_write("new\none\n");
  EXPECT_EQ(versions_of_parts(a, {for_text("new\n", "x\n")}), "0");
}

TEST(FindParts, OfTwoPlacesThatWereReadTheOneThatIsLeftIsNotTaken) {
  for (const Operation& operation : {for_text("  return\n", "  done\n"), for_lines({"-  return", "+  done"})}) {
    FileInSession a("f:\n  return\ng:\n  return\n");
    a.show();
    a.others_write("f:\n  pass\ng:\n  return\n");
    const FileInTask task(a, test::asking({operation}, tolerant));
    const std::unique_ptr<Locator> locator = locator_for(*task);
    const auto refused = find_parts(*task, *locator, locator->locate_now());
    ASSERT_EQ(test::code_of(refused), "multiple_matches");
    EXPECT_EQ(*refused.error().facts.find("lines"), Json::array({2, 4}));
    EXPECT_EQ(*refused.error().facts.find("line"), Json(4));
    // Whoever has looked at the one that is left and sends the same again means that.
    record_refusal(a.session(), test::asking({operation}), refused.error());
    EXPECT_EQ(versions_of_parts(a, {operation}, Sent::again), "0");
    EXPECT_EQ(versions_of_parts(a, {operation}), "multiple_matches") << "but not another call that was made before";
  }
}

TEST(FindParts, WhatStoodInSeveralPlacesThatWereNotReadHasMoved) {
  FileInSession a("begin\nx = 1\nx = 1\nend\n");
  a.show(span_of(1, 1));
  a.others_write("begin\nx = 1\nend\n");
  EXPECT_EQ(versions_of_parts(a, {for_text("x = 1\n", "x = 2\n")}), "match_moved");
}

TEST(FindParts, RowsOfTheCurrentVersionThatWereNotShownProveNothing) {
  FileInSession a("one\n  two\n");
  a.show(span_of(1, 1));
  EXPECT_EQ(versions_of_parts(a, {for_text("  two\n", "  2\n")}), "-") << "exactly and once: it stands for itself";
  EXPECT_EQ(versions_of_parts(a, {for_lines({"-two", "+2"})}), "file_not_read") << "loosely";
  FileInSession b("one\ntwo\nsix\n");
  b.show();
  b.others_write("two\nsix\none\n");
  b.show(span_of(3, 3));
  EXPECT_EQ(versions_of_parts(b, {for_text("two\n", "2\n")}), "1") << "in the version where it was shown";
}

TEST(FindParts, WhatWasShownOnceIsRefusedIfItStandsInSeveralPlacesNow) {
  FileInSession a("one\ntwo\none\n");
  a.show(span_of(1, 1));
  EXPECT_EQ(versions_of_parts(a, {for_text("one\n", "1\n")}), "multiple_matches") << "the other one was not shown";
}

TEST(FindParts, EachPartIsFoundInItsOwnVersion) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  a.others_write("one\nTWO\nsix\n");
  a.show(span_of(2, 2));
  EXPECT_EQ(versions_of_parts(a, {for_text("TWO\n", "2\n"), for_text("six\n", "6\n")}), "0 1");
  EXPECT_EQ(versions_of_parts(a, {for_lines({"-TWO"}), for_lines({"-six"})}), "0 1");
  EXPECT_EQ(versions_of_parts(a, {for_hash("TWO", "2"), for_hash("six", "6")}), "0 1");
}

TEST(FindParts, EveryPartThatIsNotFoundIsRefused) {
  FileInSession a("one\ntwo\ntwo\n");
  const FileInTask task(a, test::asking({for_text("0123456789", "x"), for_text("one", "1"), for_text("two", "2")}));
  const std::unique_ptr<Locator> locator = locator_for(*task);
  const auto refused = find_parts(*task, *locator, locator->locate_now());
  ASSERT_EQ(test::code_of(refused), "no_match");
  EXPECT_EQ(refused.error().op, 1);
  ASSERT_EQ(refused.error().others.size(), 1U);
  EXPECT_EQ(refused.error().others.front().code, Code::multiple_matches);
  EXPECT_EQ(refused.error().others.front().op, 3);
}

TEST(Follow, WhatFitsToTheByteNeedsNoShowingUnlessItWasShownElsewhere) {
  FileInSession a("one\ntwo\n");
  EXPECT_EQ(followed(a, {for_lines({" one", "-two", "+TWO"})}), "one\nTWO\n");
  EXPECT_EQ(followed(a, {for_lines({"-six"})}), "no_match");
}

TEST(Follow, WhatFitsLooselyHasToHaveBeenShown) {
  FileInSession a("  one\n  two\n");
  EXPECT_EQ(followed(a, {for_lines({" one", "-two", "+TWO"})}), "file_not_read");
  EXPECT_EQ(followed(a, {for_lines({" one", "-two", "+TWO"})}, {.lowest_unasked = MatchMode::exact}), "no_match");
  EXPECT_EQ(followed(a, {for_text("one\ntwo\n", "one\nTWO\n")}), "file_not_read");
  a.show();
  EXPECT_EQ(followed(a, {for_lines({" one", "-two", "+TWO"})}), "  one\n  TWO\n");
  EXPECT_EQ(followed(a, {for_text("one\ntwo\n", "one\nTWO\n")}), "  one\n  TWO\n");
}

TEST(Follow, WhatIsUntouchedIsFollowedOverChangesOfOthers) {
  FileInSession a("begin\none\ntwo\nend\n");
  a.show();
  a.others_write("added\nbegin\none\ntwo\nend\n");
  const std::vector<Operation> each_way{for_lines({" one", "-two", "+TWO"}), for_text("one\ntwo\n", "one\nTWO\n"),
                                        for_hash("two", "TWO")};
  for (const Operation& operation : each_way) EXPECT_EQ(followed(a, {operation}), "*added\nbegin\none\nTWO\nend\n");
  a.others_write("begin\nONE\ntwo\nend\n");
  for (const Operation& operation : each_way) {
    EXPECT_EQ(followed(a, {operation}), "*begin\nONE\nTWO\nend\n") << "only its surroundings changed";
  }
}

TEST(Follow, AQuotedRowThatWasReplacedIsRefused) {
  FileInSession a("begin\none\ntwo\nend\n");
  a.show();
  a.others_write("begin\none\n2\nend\n");
  EXPECT_EQ(followed(a, {for_lines({" one", "-two", "+TWO"})}), "no_match");
  EXPECT_EQ(followed(a, {for_text("one\ntwo\n", "one\nTWO\n")}), "no_match");
  EXPECT_EQ(followed(a, {for_hash("two", "TWO")}), "snapshot_stale");
}

TEST(Follow, ContextThatKedgeChangedDoesNotHinderAnEditWhoseRowsCanBeFollowed) {
  FileInSession a("}\n}\n}\nend\n");
  a.show();
  a.kedge_edits({span_of(1, 1), {"first"}});
  // Among equal rows only the record tells which of them the second one is.
  EXPECT_EQ(followed(a, {for_lines({" }", " }", "-}", "+last", " end"})}), "*first\n}\nlast\nend\n");
  EXPECT_EQ(followed(a, {for_text("}\n}\n}\nend\n", "}\n}\nlast\nend\n")}), "*first\n}\nlast\nend\n");
  a.kedge_edits({span_of(3, 3), {"third"}});
  EXPECT_EQ(followed(a, {for_lines({" }", " }", "-}", "+last", " end"})}), "no_match") << "its own row was replaced";
}

TEST(Follow, AmongEqualRowsThatOthersChangedNobodyKnowsWhichIsMeant) {
  FileInSession a("}\n}\n}\nend\n");
  a.show();
  a.others_write("first\n}\n}\nend\n");
  EXPECT_EQ(followed(a, {for_lines({" }", "-}", "+last", " }", " end"})}), "no_match");
}

TEST(Follow, WithoutItsContextARowIsFollowedOnlyIfItCanBeToldFromItsEquals) {
  FileInSession words("a\nb\nx = 1\nc\nx = 1\nd\n");
  words.show();
  words.others_write("A\nb\nx = 1\nc\nx = 1\nd\n");
  EXPECT_EQ(followed(words, {for_lines({" a", " b", "-x = 1", "+x = 2"})}), "*A\nb\nx = 2\nc\nx = 1\nd\n");
  FileInSession brackets("a\nb\n}\nc\n}\nd\n");
  brackets.show();
  brackets.others_write("A\nb\n}\nc\n}\nd\n");
  EXPECT_EQ(followed(brackets, {for_lines({" a", " b", "-}", "+end"})}), "no_match")
      << "a row without a word is like any other";
}

TEST(Follow, APlaceThatMovedIsFollowedAndSaysSo) {
  FileInSession a("begin\none\nend\n");
  a.show();
  EXPECT_EQ(followed(a, {for_text("one\n", "1\n")}), "begin\n1\nend\n") << "nothing has happened";
  a.others_write("added\nbegin\none\nend\n");
  EXPECT_EQ(followed(a, {for_text("one\n", "1\n")}), "*added\nbegin\n1\nend\n");
  a.show();
  EXPECT_EQ(followed(a, {for_text("one\n", "1\n")}), "added\nbegin\n1\nend\n") << "it was shown where it is";
}

TEST(Follow, PartsOfTwoVersionsAreEachFollowedFromTheirOwn) {
  FileInSession a("one\ntwo\nsix\nten\n");
  a.show();
  a.others_write("zero\none\nTWO\nsix\nten\n");
  a.show(span_of(3, 3));
  const std::string made = "*zero\none\n2\nsix\n10\n";
  EXPECT_EQ(followed(a, {for_text("TWO\n", "2\n"), for_text("ten\n", "10\n")}), made);
  EXPECT_EQ(followed(a, {for_lines({"-TWO", "+2"}), for_lines({"-ten", "+10"})}), made);
  EXPECT_EQ(followed(a, {for_hash("TWO", "2"), for_hash("ten", "10")}), made);
}

TEST(Follow, AnInsertionThatSomebodyHasMadeSinceIsLeftOutAndTheOthersAreMade) {
  const std::vector<std::vector<Operation>> each_way{
      {for_lines({" one", "+new"}), for_lines({"-end", "+END"})},
      {for_text("one\n", "one\nnew\n"), for_text("end\n", "END\n")},
      {for_hash("one", "new", Side::after), for_hash("end", "END")},
  };
  for (const std::vector<Operation>& operations : each_way) {
    FileInSession a("one\ntwo\nend\n");
    a.show();
    a.others_write("one\nnew\ntwo\nend\n");
    EXPECT_EQ(followed(a, operations), "*+one\nnew\ntwo\nEND\n");
    EXPECT_TRUE(followed(a, {operations.front()}).ends_with("+one\nnew\ntwo\nend\n")) << followed(a, {operations.front()});
  }
}

Result<FollowedParts> followed_parts(FileInSession& a, std::vector<Operation> operations) {
  const FileInTask task(a, test::asking(std::move(operations)));
  const std::unique_ptr<Locator> locator = locator_for(*task);
  const std::vector<Location> now = locator->locate_now();
  KEDGE_TRY(const std::vector<FoundPart> found, find_parts(*task, *locator, now));
  return follow(*task, *locator, found, now);
}

TEST(Follow, ARefusalOfOtherPartsSaysWhatSomebodyHasInsertedSince) {
  FileInSession a("one\ntwo\nsix\nend\n");
  a.show();
  a.others_write("one\nnew\ntwo\nSIX\nend\n");
  for (const bool as_lines : {true, false}) {
    const Result<FollowedParts> refused =
        followed_parts(a, {as_lines ? for_lines({" one", "+new"}) : for_text("one\n", "one\nnew\n"),
                           as_lines ? for_lines({"-six", "+6"}) : for_text("six\n", "6\n")});
    ASSERT_EQ(test::code_of(refused), "no_match");
    EXPECT_EQ(refused.error().op, 2);
    ASSERT_EQ(refused.error().others.size(), 1U);
    EXPECT_EQ(refused.error().others.front().reason, Reason::new_text_is_there);
    EXPECT_EQ(refused.error().others.front().op, 1);
    EXPECT_TRUE(refused.error().others.front().what.contains("stand in it already, at line 2."))
        << refused.error().others.front().what;
  }
}

TEST(Follow, AReplacementThatSomebodyHasMadeAmongOtherChangesIsNotMadeAgain) {
  FileInSession a("one\ntwo\nsix\nend\n");
  a.show();
  a.others_write("one\n2\nsix\nEND\n");
  const Result<FollowedParts> refused = followed_parts(a, {for_text("two\n", "2\n")});
  ASSERT_EQ(test::code_of(refused), "no_match");
  EXPECT_EQ(refused.error().reason, Reason::new_text_is_there);
  EXPECT_EQ(refused.error().op, 1);
}

TEST(Follow, RowsThatSomebodyHasMovedOverTheirQuotedNeighbourAreNotFollowed) {
  const std::vector<std::vector<Operation>> each_way{{for_lines({" keep", "-first", "-second"})},
                                                     {for_text("keep\nfirst\nsecond\n", "keep\n")}};
  for (const std::vector<Operation>& operations : each_way) {
    FileInSession a("top\nother\nkeep\nfirst\nsecond\nend\n");
    a.show();
    a.others_write("top\nfirst\nsecond\nOTHER\nkeep\nend\n");
    EXPECT_EQ(followed(a, operations), "no_match");
    a.others_write("top\nOTHER\nkeep\nend\nfirst\nsecond\n");
    EXPECT_EQ(followed(a, operations), "no_match") << "nor if they moved past the row below, which is not quoted";
    a.others_write("top\nother\nnew\nfirst\nsecond\nend\n");
    EXPECT_EQ(followed(a, operations), "*top\nother\nnew\nend\n") << "the neighbour was only changed; nothing moved past it";
  }
}

TEST(Follow, ALineNumberFindsAnUntouchedRowAmongItsEquals) {
  FileInSession a("begin\nx = 1\nmiddle\nx = 1\nend\n");
  a.show();
  a.others_write("added\nbegin\nx = 1\nmiddle\nx = 1\nend\n");
  Operation second = for_lines({"-x = 1", "+x = 2"});
  std::get<Passage>(second.target).line = LineNo{4};
  EXPECT_EQ(followed(a, {second}, by_line), "*added\nbegin\nx = 1\nmiddle\nx = 2\nend\n");
}

TEST(Follow, AfterOneStaleRefusalNoEditOfThatVersionIsFollowedIfThePolicySaysSo) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  const Digest as_shown = a.load().version;
  a.others_write("one\nTWO\nsix\n");
  const Policy final_policy{.stale_is_final = true};
  EXPECT_EQ(followed(a, {for_hash("six", "6")}, final_policy), "*one\nTWO\n6\n");
  a.session().misread->add_stale(FileInSession::path, as_shown);
  EXPECT_EQ(followed(a, {for_hash("six", "6")}, final_policy), "snapshot_stale");
  EXPECT_EQ(followed(a, {for_hash("six", "6")}), "*one\nTWO\n6\n");
}

TEST(Follow, ALineThatCannotBeFollowedIsShownWhereItProbablyIsAndMakesItsVersionStale) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  const Digest as_shown = a.load().version;
  a.others_write("one\nTWO\nsix\n");
  const FileInTask task(a, test::asking({for_hash("two", "2")}));
  const std::unique_ptr<Locator> locator = locator_for(*task);
  const std::vector<Location> now = locator->locate_now();
  const Result<FollowedParts> refused = follow(*task, *locator, find_parts(*task, *locator, now).value(), now);
  ASSERT_EQ(test::code_of(refused), "snapshot_stale");
  EXPECT_EQ(*refused.error().facts.find("rows"), Json("1:one\n2:TWO\n3:six\n"));
  ASSERT_EQ(refused.error().shows.size(), 1U) << "an edit with the hash of one of these rows lands";
  EXPECT_EQ(refused.error().shows.front().lines, LineSet(a.load().text.all_lines()));
  ASSERT_TRUE(refused.error().misread);
  EXPECT_EQ(refused.error().misread->stale_version, as_shown);
}

// The refusal of the parts; they are found in what was shown.
Error refusal_of(FileInSession& a, std::vector<Operation> operations, const Policy& policy = tolerant) {
  const FileInTask task(a, test::asking(std::move(operations), policy));
  const std::unique_ptr<Locator> locator = locator_for(*task);
  const std::vector<Location> now = locator->locate_now();
  const Result<std::vector<FoundPart>> found = find_parts(*task, *locator, now);
  if (!found) return found.error();
  const Result<FollowedParts> parts = follow(*task, *locator, *found, now);
  return parts ? Error(Code::no_change, "not refused", "") : parts.error();
}

TEST(Follow, AQuotationInsideALineThatOthersChangedHasTheEditForTheWholeLine) {
  FileInSession a("{\n  \"a\": 1\n}\n");
  a.show();
  a.others_write("{\n  \"a\": 1,\n  \"b\": 2\n}\n");
  const Error refused = refusal_of(a, {for_text("  \"a\": 1", "  \"a\": 1,\n  \"c\": 3")});
  ASSERT_EQ(refused.code, Code::match_moved);
  const CorrectedPassage* const corrected = std::get_if<CorrectedPassage>(&refused.correction);
  ASSERT_TRUE(corrected != nullptr);
  Rows removed, added;
  for (const PassageRow& row : corrected->rows) {
    if (row.fate == RowFate::removed) removed.push_back(row.text);
    if (row.fate == RowFate::added) added.push_back(row.text);
  }
  EXPECT_EQ(removed, Rows({"  \"a\": 1,", "  \"b\": 2"}));
  EXPECT_EQ(added, Rows({"  \"a\": 1,", "  \"c\": 3"}));
  EXPECT_TRUE(refused.next.find("send the edit again") != std::string::npos);
}

TEST(Follow, ALineThatOnlyMovedHasNoEditInPlaceOfAnother) {
  FileInSession a("x = 1\nfirst\nsecond\nthird\n");
  a.show();
  a.others_write("first\nsecond\nthird\ny x = 1\n");
  const Error refused = refusal_of(a, {for_text("x = 1", "x = 2")});
  EXPECT_TRUE(std::holds_alternative<std::monostate>(refused.correction)) << refused.what;
}

TEST(Follow, CorrectionsOfOneCallQuoteLinesOfTheirOwn) {
  FileInSession a("above\nold one\nbetween\nold two\nbelow\n");
  a.show();
  a.others_write("above\nbelow\n");
  const Error refused = refusal_of(a, {for_lines({"-old one", "+new one"}), for_lines({"-old two", "+new two"})});
  ASSERT_EQ(refused.others.size(), 1U) << refused.what;
  const auto quoted = [](const Error& error) {
    Rows rows;
    const CorrectedPassage* const corrected = std::get_if<CorrectedPassage>(&error.correction);
    for (const PassageRow& row : corrected != nullptr ? corrected->rows : std::vector<PassageRow>()) {
      if (row.fate != RowFate::added) rows.push_back(row.text);
    }
    return rows;
  };
  EXPECT_EQ(quoted(refused), Rows({"above"}));
  EXPECT_EQ(quoted(refused.others.front()), Rows({"below"}));
}

TEST(Follow, AnInsertionStaysBesideANeighbourThatIsStillThere) {
  FileInSession a("a\nfirst\nsecond\nz\n");
  a.show();
  a.others_write("a\nfirst\nother\nsecond\nz\n");
  const Error refused = refusal_of(a, {for_lines({" first", "+mine", " second"})});
  const CorrectedPassage* const corrected = std::get_if<CorrectedPassage>(&refused.correction);
  ASSERT_TRUE(corrected != nullptr) << refused.what;
  const auto mine = std::ranges::find(corrected->rows, RowFate::added, &PassageRow::fate);
  ASSERT_TRUE(mine != corrected->rows.begin() && mine != corrected->rows.end());
  EXPECT_EQ((mine - 1)->text, "first");
}

}  // namespace
}  // namespace kedge
