#include "dialects/apply_patch/v4a_reader.hpp"

#include <gtest/gtest.h>

#include "dialects/test_passages.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// The operations of a patch in a form that is easy to compare.
std::string described(const Operation& operation) {
  if (const auto* const passage = std::get_if<Passage>(&operation.target)) {
    std::string out = concat("hunk", passage->in_order ? " then" : "", passage->ends_file ? " end" : "");
    for (const std::string& line : passage->below) append(out, concat(" <", line, '>'));
    for (const PassageRow& row : passage->rows) append(out, concat('|', test::sign_of(row.fate), row.text));
    return out;
  }
  if (const auto* const move = std::get_if<Relocation>(&operation.target)) return concat("move ", move->destination);
  return std::holds_alternative<Whole>(operation.target) ? concat("whole ", operation.body) : "removal";
}

std::string read(std::string_view input) {
  const Result<V4aText> patch = read_v4a(input);
  if (!patch) return concat("refused: ", to_text(patch.error()));
  std::string out;
  for (const FileRequest& file : patch->files) {
    append(out, concat(file.path, file.must_be_new ? " new" : "", '\n'));
    for (const Operation& operation : file.operations) append(out, concat(operation.row, ' ', described(operation), '\n'));
  }
  for (const std::string& warning : patch->warnings) append(out, concat("warning: ", warning, '\n'));
  return out;
}

std::string enveloped(std::string_view body) { return concat("*** Begin Patch\n", body, "*** End Patch\n"); }
std::string read_body(std::string_view body) { return read(enveloped(body)); }

bool is_refused(std::string_view text, std::string_view with) {
  return text.starts_with("refused: ") && text.find(with) != std::string_view::npos;
}

TEST(V4aReader, ReadsAllKindsOfSections) {
  EXPECT_EQ(read_body("*** Update File: a.py\n*** Move to: b.py\n@@ class A:\n@@   def f():\n x\n-y\n+z\n\n*** End of File\n"
                      "*** Add File: n.md\n+# N\n+\n*** Delete File: old\n"),
            "a.py\n4 hunk end <class A:> <  def f():>| x|-y|+z| \n3 move b.py\nn.md new\n11 whole # N\n\n\nold\n14 removal\n");
}

TEST(V4aReader, HunksOfASectionStandInOrderAndTheFirstNeedsNoHeader) {
  EXPECT_EQ(read_body("*** Update File: a\n-x\n@@\n-y\n@@\n-z\n*** Update File: b\n-x\n*** Update File: a\n\n@@\n-w\n@@\n-v\n"),
            "a\n3 hunk|-x\n4 hunk then|-y\n6 hunk then|-z\n12 hunk|-w\n14 hunk then|-v\nb\n9 hunk|-x\n");
}

TEST(V4aReader, AnEmptyRowIsAnEmptyLineThatStays) {
  EXPECT_EQ(read_body("*** Update File: a\n\n+x\n\n y\n"), "a\n3 hunk| |+x| | y\n");
  EXPECT_EQ(read_body("*** Update File: a\n@@\n\n-x\n"), "a\n3 hunk| |-x\n");
}

TEST(V4aReader, AHunkWithoutChangesIsTaken) { EXPECT_EQ(read_body("*** Update File: a\n@@\n x\n"), "a\n3 hunk| x\n"); }

TEST(V4aReader, OneCarriageReturnAtTheEndOfARowBelongsToTheLineBreak) {
  EXPECT_EQ(read("*** Begin Patch\r\n*** Update File: a\r\n@@ f\r\n-x\r\n+y\r\r\n*** End Patch\r\n"),
            "a\n3 hunk <f>|-x|+y\r\n");
}

TEST(V4aReader, AFenceOrAHereDocumentAroundThePatchIsTakenOff) {
  const std::string patch = enveloped("*** Delete File: a\n");
  const std::string plain = "a\n3 removal\n";
  for (const std::string& around :
       {concat("```\n", patch, "```\n"), concat("apply_patch <<'EOF'\n", patch, "EOF\n"),
        concat("apply_patch <<\"PATCH\"\n", patch, "PATCH\n"), concat("apply_patch <<EOF\n", patch, "EOF"),
        concat("cat <<'EOF' | apply_patch\n", patch, "EOF\n")}) {
    EXPECT_EQ(read(around), plain) << around;
  }
  EXPECT_EQ(read(concat("\n```bash\napply_patch <<'EOF'\n", patch, "EOF\n```\n")), "a\n5 removal\n");
  EXPECT_TRUE(is_refused(read(concat("cd src && apply_patch <<'EOF'\n", patch, "EOF\n")), "begins with `*** Begin Patch`"));
  EXPECT_TRUE(is_refused(read(concat(patch, "and then\n", patch)), "text follows"));
  EXPECT_TRUE(is_refused(read(concat(patch, patch)), "text follows"));
}

TEST(V4aReader, EveryPrefixOfAPatchIsRefused) {
  const std::string patch =
      "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@ f\n x\n-y\n+z\n*** End of File\n*** Add File: c\n+x\n*** Delete "
      "File: d\n*** End Patch";
  ASSERT_FALSE(is_refused(read(patch), "")) << read(patch);
  for (std::size_t size = 0; size < patch.size(); ++size) {
    EXPECT_TRUE(is_refused(read(patch.substr(0, size)), "")) << patch.substr(0, size);
  }
}

TEST(V4aReader, NothingIsNoPatch) {
  EXPECT_TRUE(is_refused(read(""), "the patch is empty"));
  EXPECT_TRUE(is_refused(read(" \n\n"), "the patch is empty"));
  EXPECT_TRUE(is_refused(read_body(""), "the patch is empty"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n"), "nothing is said about a"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@\n"), "holds no row"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@ f\n*** Delete File: b\n"), "line 3: the hunk holds no row"));
  EXPECT_TRUE(is_refused(read_body("*** Update File:\n@@\n-x\n"), "names no file"));
}

TEST(V4aReader, LineNumbersOfAUnifiedDiffAreLeftOutWithAWarning) {
  EXPECT_EQ(read_body("*** Update File: a\n@@ -1,4 +1,5 @@ def f():\n x\n+y\n").substr(0, 31),
            "a\n3 hunk| x|+y\nwarning: line 3:");
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@ -1,0 +2 @@\n+y\n"), "line numbers alone"));
}

TEST(V4aReader, ALineThatBeginsWithAHyphenIsNoLineNumber) {
  EXPECT_EQ(read_body("*** Update File: a\n@@ - @@\n x\n"), "a\n3 hunk <- @@>| x\n");
  EXPECT_EQ(read_body("*** Update File: a\n@@ -\n x\n"), "a\n3 hunk <->| x\n");
  EXPECT_EQ(read_body("*** Update File: a\n@@ -1\n x\n"), "a\n3 hunk <-1>| x\n");
}

TEST(V4aReader, NewRowsAloneGoToTheEndOfTheFile) {
  const std::string told = read_body("*** Update File: a\n@@\n+x\n");
  EXPECT_TRUE(told.starts_with("a\n3 hunk end|+x\nwarning: line 3: the hunk quotes no line")) << told;
  EXPECT_EQ(read_body("*** Update File: a\n@@\n+x\n*** End of File\n"), "a\n3 hunk end|+x\n");
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@ def f():\n+x\n"), "Send instead: ` def f():`"));
}

TEST(V4aReader, ARowWithoutASignIsRefusedWithTheRightOne) {
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@\nfoo\n-x\n"), "line 4: a row of a hunk begins with"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@\nfoo\n-x\n"), "Send instead: ` foo`"));
  EXPECT_TRUE(is_refused(read_body("*** Add File: a\n+x\ny\n"), "Send instead: `+y`"));
  EXPECT_TRUE(is_refused(read_body("*** Add File: a\n+x\n\n+y\n"), "line 4: an empty row"));
  EXPECT_TRUE(is_refused(read_body("*** Delete File: a\n-x\n"), "is not followed by rows"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@\n-x\n\\ No newline at end of file\n"), "leave the row out"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@\n-x\n*** End of File\n+y\n"), "rows follow"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@def f()\n-x\n"), "Send instead: `@@ def f()`"));
}

TEST(V4aReader, CharactersThatLookLikeSyntaxAreNamed) {
  EXPECT_TRUE(is_refused(read("\xEF\xBB\xBF*** Begin Patch\n*** Delete File: a\n*** End Patch\n"), "U+FEFF"));
  EXPECT_TRUE(is_refused(read_body("***\u00A0Update File: a\n@@\n-x\n"), "U+00A0"));
  EXPECT_TRUE(is_refused(read_body("*** Update File:\u00A0a\n@@\n-x\n"), "U+00A0"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: \u2018a\u2019\n@@\n-x\n"), "U+2018"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@\n\u2212x\n"), "U+2212"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@\n\u2212x\n"), "Send instead: `-x`"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@\u00A0f\n-x\n"), "U+00A0"));
  EXPECT_FALSE(is_refused(read_body("*** Update File: a\n@@\n-\u2018x\u2019\n"), "")) << "in a line it is content";
}

TEST(V4aReader, MarkersThatAreSpelledInAnotherWayAreCorrected) {
  EXPECT_TRUE(is_refused(read_body("*** Update file: a\n@@\n-x\n"), "Send instead: `*** Update File: a`"));
  EXPECT_TRUE(is_refused(read_body("*** Update a\n@@\n-x\n"), "this is no marker"));
  EXPECT_TRUE(is_refused(read_body("*** Update File: a\n@@\n-x\n*** Move to: b\n"), "directly below"));
}

TEST(V4aReader, AFileIsAddedDeletedUpdatedOrMovedOnce) {
  for (const std::string_view body :
       {"*** Add File: a\n+x\n*** Add File: a\n+x\n", "*** Delete File: a\n*** Delete File: a\n",
        "*** Update File: a\n@@\n-x\n*** Delete File: a\n", "*** Add File: a\n+x\n*** Update File: a\n-x\n",
        "*** Update File: a\n*** Move to: b\n*** Update File: a\n*** Move to: c\n"}) {
    const Result<V4aText> patch = read_v4a(enveloped(body));
    ASSERT_FALSE(patch) << body;
    EXPECT_EQ(patch.error().code, Code::overlapping_operations) << body;
  }
}

TEST(V4aReader, AllFaultsAreToldTogether) {
  const Result<V4aText> patch = read_v4a(enveloped("*** Update File: a\n@@\nfoo\n@@\n*** Frob: x\n*** Delete File: b\n+x\n"));
  ASSERT_FALSE(patch);
  EXPECT_EQ(patch.error().others.size(), 3U) << to_text(patch.error());
  EXPECT_EQ(*patch.error().facts.find("patch_line")->as_integer(), 4);
}

TEST(V4aReader, ManyHunksAndFilesEndInALimit) {
  std::string hunks = "*** Update File: a\n";
  for (int i = 0; i < 100'000; ++i) append(hunks, concat("@@\n-", i, '\n'));
  EXPECT_TRUE(is_refused(read_body(hunks), "limit"));
  std::string files;
  for (int i = 0; i < 100'000; ++i) append(files, concat("*** Delete File: ", i, '\n'));
  EXPECT_TRUE(is_refused(read_body(files), "limit"));
  std::string faults = "*** Update File: a\n@@\n";
  for (int i = 0; i < 100'000; ++i) append(faults, "x\n");
  EXPECT_LE(read_v4a(enveloped(faults)).error().others.size(), 100U);
}

}  // namespace
}  // namespace kedge
