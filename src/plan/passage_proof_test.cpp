#include "plan/passage_proof.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::passage_of;

constexpr Policy tolerant{.lowest_unasked = MatchMode::typographic_punctuation};

// What the passage makes of the file, with a star if it was followed; or why not.
std::string proven(FileInSession& a, const Passage& passage_sent, const Policy& policy = tolerant) {
  const LoadedFile file = a.load();
  ShownVersions versions(a.session(), file);
  const QuotedPassage quoted = quoted_passage(passage_sent, 0);
  const Result<ProvenPassages> found = prove_passages(a.session(), file, versions, policy, std::span(&quoted, 1));
  if (!found) return std::string(test::code_of(found));
  if (found->already) return "already";
  const Result<ChangeSet> changes = changes_of(file.text, found->edited);
  return changes ? concat(found->recovered ? "*" : "", changes->apply(file.text).bytes()) : changes.error().what;
}

TEST(PassageProof, WhatFitsToTheByteNeedsNoShowingUnlessItWasShownElsewhere) {
  FileInSession a("one\ntwo\n");
  EXPECT_EQ(proven(a, passage_of({" one", "-two", "+TWO"})), "one\nTWO\n");
  EXPECT_EQ(proven(a, passage_of({"-six"})), "no_match");
}

TEST(PassageProof, WhatFitsLooselyHasToHaveBeenShown) {
  FileInSession a("  one\n  two\n");
  EXPECT_EQ(proven(a, passage_of({" one", "-two", "+TWO"})), "file_not_read");
  EXPECT_EQ(proven(a, passage_of({" one", "-two", "+TWO"}), {.lowest_unasked = MatchMode::exact}), "no_match");
  a.show();
  EXPECT_EQ(proven(a, passage_of({" one", "-two", "+TWO"})), "  one\n  TWO\n");
}

TEST(PassageProof, WhatIsUntouchedIsFollowedOverChangesOfOthers) {
  FileInSession a("begin\none\ntwo\nend\n");
  a.show();
  a.others_write("added\nbegin\none\ntwo\nend\n");
  EXPECT_EQ(proven(a, passage_of({" one", "-two", "+TWO"})), "*added\nbegin\none\nTWO\nend\n");
  a.others_write("begin\nONE\ntwo\nend\n");
  EXPECT_EQ(proven(a, passage_of({" one", "-two", "+TWO"})), "*begin\nONE\nTWO\nend\n") << "only its surroundings changed";
  a.others_write("begin\none\n2\nend\n");
  EXPECT_EQ(proven(a, passage_of({" one", "-two", "+TWO"})), "no_match");
}

TEST(PassageProof, OfTwoPlacesThatWereShownTheOneThatIsLeftIsNotTaken) {
  FileInSession a("f:\n  return\ng:\n  return\n");
  a.show();
  a.others_write("f:\n  pass\ng:\n  return\n");
  EXPECT_EQ(proven(a, passage_of({"-  return", "+  done"})), "match_moved");
}

TEST(PassageProof, WhatTheFileHasBecomeAlreadyIsNotDoneAgain) {
  FileInSession a("one\ntwo\nend\n");
  a.show();
  a.others_write("one\nnew\ntwo\nend\n");
  EXPECT_EQ(proven(a, passage_of({" one", "+new", " two"})), "already") << "it is what the edit makes of what was shown";
  a.others_write("one\nnew\ntwo\nEND\n");
  EXPECT_EQ(proven(a, passage_of({" one", "+new", " two"})), "no_match") << "it stands there among other changes";
}

}  // namespace
}  // namespace kedge
