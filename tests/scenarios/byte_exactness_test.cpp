// Every way of writing on every shape of file: exactly the bytes that were asked for are there afterwards, everything else
// is as it was, and undo gives the old bytes back. The table of ways says which do not fit a shape, and why.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "scenarios/file_shape.hpp"
#include "scenarios/write_door.hpp"
#include "scenarios/write_path.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

struct BytesCase {
  const FileShape* shape;
  DoorKind door;
};

void PrintTo(const BytesCase& chosen, std::ostream* out) {
  *out << chosen.shape->name << (chosen.door == DoorKind::commands ? " by commands" : " over MCP");
}

enum class Shapes { all, of_bytes };

std::vector<BytesCase> cases(Shapes wanted) {
  std::vector<BytesCase> all;
  for (const FileShape& shape : file_shapes()) {
    if (wanted == Shapes::of_bytes && shape.belonging != Belonging::nothing) continue;
    for (const DoorKind door : {DoorKind::commands, DoorKind::mcp}) all.push_back({&shape, door});
  }
  return all;
}

std::string name_of_case(const testing::TestParamInfo<BytesCase>& chosen) {
  return concat(chosen.param.shape->name, chosen.param.door == DoorKind::commands ? "ByCommands" : "OverMcp");
}

// Bytes as a failed test shows them: what cannot be seen is escaped, and each line stands on its own.
std::string visible(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) append(out, byte == '\n' ? std::string("\\n\n") : printable(std::string(1, byte)));
  return out;
}

// What is only about bytes need not wait for a disk; what belongs to a file is what a real file system makes of it.
fs::path medium_for(const FileShape& shape) {
  const fs::path memory = "/dev/shm";
  return shape.belonging == Belonging::nothing && fs::is_directory(memory) ? memory : fs::temp_directory_path();
}

// The file in its place, with all that must not change while its bytes do.
class Subject {
 public:
  explicit Subject(const FileShape& shape) : place_(medium_for(shape)), shape_(shape), why_not_(put_file(shape, place_)) {
    if (!why_not_.empty()) return;
    belongings_ = belongings_of(file());
    for (const auto& [name, bytes] : read_tree(place_.root())) names_.insert(name);
  }

  const Workplace& place() const { return place_; }
  const std::string& why_not() const { return why_not_; }
  fs::path file() const { return place_.root() / shaped_file; }
  std::string bytes() const { return read_file_bytes(file()); }

  // As another program does it, in the file itself.
  void overwrite(const std::string& bytes) const { write_file(file(), bytes); }

  // `other_bytes`: what the second name holds, if there is one.
  testing::AssertionResult is(const std::string& bytes, const std::string& other_bytes) const {
    if (this->bytes() != bytes) {
      return testing::AssertionFailure() << "expected\n"
                                         << visible(bytes) << "\nbut the file holds\n"
                                         << visible(this->bytes());
    }
    if (belongings_of(file()) != belongings_) {
      return testing::AssertionFailure() << "it had " << belongings_ << " and has " << belongings_of(file());
    }
    std::set<std::string> names;
    for (const auto& [name, content] : read_tree(place_.root())) names.insert(name);
    if (names != names_) return testing::AssertionFailure() << "the folder holds " << testing::PrintToString(names);
    if (shape_.belonging == Belonging::second_name && read_file_bytes(place_.root() / other_name) != other_bytes) {
      return testing::AssertionFailure() << "the other name holds\n" << visible(read_file_bytes(place_.root() / other_name));
    }
    return testing::AssertionSuccess();
  }

 private:
  Workplace place_;
  const FileShape& shape_;
  std::string why_not_;
  std::string belongings_;
  std::set<std::string> names_;  // a link's with where it leads
};

Told try_it(Door& door, const WriteAttempt& attempt, const std::string& before) {
  return attempt.tool == Tool::edit ? door.edit(attempt.arguments) : door.write(attempt.content, to_hex(sha256(before)));
}

std::string expected_bytes(const FileShape& shape, const WriteAttempt& attempt) {
  return attempt.keeps_mark ? shape.bytes_with(attempt.expected) : to_bytes(attempt.expected);
}

class ByteExactness : public testing::TestWithParam<BytesCase> {
 protected:
  const FileShape& shape() const { return *GetParam().shape; }

  // To the program, for which a line ends in LF: whoever changes it anywhere has changed that line.
  bool is_one_line() const { return shape().line_break == "\r"; }
  bool has_two_names() const { return shape().belonging == Belonging::second_name; }

  static void expect_refused(const Subject& subject, const Told& told, std::string_view code, const std::string& bytes,
                             const std::string& other_bytes) {
    EXPECT_FALSE(told.done) << told.words;
    EXPECT_EQ(told.text("error"), code) << told.words;
    EXPECT_TRUE(subject.is(bytes, other_bytes)) << told.words;
  }

  // The call has made exactly this of the file. Returns by which name undo knows the change, or nothing if it was not made.
  std::string expect_done(const Subject& subject, const Told& told, const WriteAttempt& attempt, const std::string& after,
                          const std::string& before) const {
    EXPECT_TRUE(told.done) << told.words;
    if (!told.done) {
      EXPECT_TRUE(subject.is(before, before)) << "refused, and changed all the same";
      return {};
    }
    EXPECT_TRUE(subject.is(after, before)) << told.words;
    EXPECT_EQ(told.number("hardlinks_broken"), has_two_names() ? 1 : 0) << told.words;
    if (attempt.tool == Tool::edit) {
      EXPECT_EQ(told.text("match_mode"), attempt.match_mode) << told.words;
    }
    const std::string id = told.text("undo_id");
    EXPECT_NE(id, "") << told.words;
    return id;
  }

  static void expect_back_and_forth(const Subject& subject, Door& door, const std::string& id, const std::string& after,
                                    const std::string& before) {
    const Told undone = door.undo(id);
    EXPECT_TRUE(undone.done) << undone.words;
    EXPECT_TRUE(subject.is(before, before)) << "after undo: " << undone.words;
    if (!door.can_redo()) return;
    const Told redone = door.redo(id);
    EXPECT_TRUE(redone.done) << redone.words;
    EXPECT_TRUE(subject.is(after, before)) << "after redo: " << redone.words;
    const Told again = door.undo(id);
    EXPECT_TRUE(again.done) << again.words;
    EXPECT_TRUE(subject.is(before, before)) << "after the second undo: " << again.words;
  }
};

INSTANTIATE_TEST_SUITE_P(Of, ByteExactness, testing::ValuesIn(cases(Shapes::all)), name_of_case);

class UnseenBytes : public ByteExactness {};
INSTANTIATE_TEST_SUITE_P(Of, UnseenBytes, testing::ValuesIn(cases(Shapes::of_bytes)), name_of_case);

TEST_P(ByteExactness, EveryWayOfWritingChangesWhatWasAskedForAndNothingElse) {
  for (const WritePath& path : write_paths()) {
    if (!path.senseless(shape()).empty()) continue;
    SCOPED_TRACE(std::string(path.name));
    const Subject subject(shape());
    if (!subject.why_not().empty()) GTEST_SKIP() << subject.why_not();
    const std::unique_ptr<Door> door = open_door(GetParam().door, subject.place());
    const WriteAttempt attempt = path.attempt(shape());
    const std::string before = shape().bytes();
    const std::string after = expected_bytes(shape(), attempt);
    const Told shown = door->read(shape().shown);
    EXPECT_TRUE(shown.done) << shown.words;
    const Told told = try_it(*door, attempt, before);
    const std::string id = expect_done(subject, told, attempt, after, before);
    if (!id.empty()) expect_back_and_forth(subject, *door, id, after, before);
    EXPECT_TRUE(door->close());
  }
}

// What was quoted exactly and occurs once may be replaced unseen.
TEST_P(UnseenBytes, AreWrittenAsExactly) {
  for (const WritePath& path : write_paths()) {
    if (!path.senseless(shape()).empty()) continue;
    SCOPED_TRACE(std::string(path.name));
    const Subject subject(shape());
    if (!subject.why_not().empty()) GTEST_SKIP() << subject.why_not();
    const std::unique_ptr<Door> door = open_door(GetParam().door, subject.place());
    const WriteAttempt attempt = path.attempt(shape());
    const std::string before = shape().bytes();
    const Told told = try_it(*door, attempt, before);
    if (attempt.match_mode == "exact") {
      expect_done(subject, told, attempt, expected_bytes(shape(), attempt), before);
    } else {
      EXPECT_FALSE(told.done) << told.words;
      EXPECT_TRUE(subject.is(before, before)) << told.words;
    }
    EXPECT_TRUE(door->close());
  }
}

TEST_P(ByteExactness, AStaleEditLandsInWhatSomebodyElseMade) {
  const Subject subject(shape());
  if (!subject.why_not().empty()) GTEST_SKIP() << subject.why_not();
  const std::unique_ptr<Door> door = open_door(GetParam().door, subject.place());
  const Told shown = door->read(shape().shown);
  ASSERT_TRUE(shown.done) << shown.words;
  const std::string theirs = shape().bytes_with(changed_elsewhere(shape().lines));
  subject.overwrite(theirs);
  const WriteAttempt attempt = change_of_steps(shape());
  const Told told = try_it(*door, attempt, theirs);
  if (is_one_line()) {
    expect_refused(subject, told, "match_moved", theirs, theirs);
  } else {
    const std::string both = shape().bytes_with(changed_elsewhere(attempt.expected));
    const std::string id = expect_done(subject, told, attempt, both, theirs);
    if (!id.empty()) expect_back_and_forth(subject, *door, id, both, theirs);
  }
  EXPECT_TRUE(door->close());
}

TEST_P(ByteExactness, UndoAndRedoLeaveWhatSomebodyElseMadeMeanwhile) {
  const Subject subject(shape());
  if (!subject.why_not().empty()) GTEST_SKIP() << subject.why_not();
  const std::unique_ptr<Door> door = open_door(GetParam().door, subject.place());
  const WriteAttempt attempt = change_of_steps(shape());
  const std::string before = shape().bytes();
  const Told told = try_it(*door, attempt, before);
  const std::string id = expect_done(subject, told, attempt, shape().bytes_with(attempt.expected), before);
  ASSERT_NE(id, "");
  const std::string both = shape().bytes_with(changed_elsewhere(attempt.expected));
  subject.overwrite(both);
  const Told undone = door->undo(id);
  if (is_one_line()) {
    expect_refused(subject, undone, "undo_conflict", both, before);
  } else {
    EXPECT_TRUE(undone.done) << undone.words;
    EXPECT_TRUE(subject.is(shape().bytes_with(changed_elsewhere(shape().lines)), before)) << undone.words;
    const Told redone = door->can_redo() ? door->redo(id) : Told{};
    EXPECT_EQ(redone.done, door->can_redo()) << redone.words;
    if (redone.done) {
      EXPECT_TRUE(subject.is(both, before)) << redone.words;
    }
  }
  EXPECT_TRUE(door->close());
}

// What a person types cannot be told from what the file's bytes mean, unless somebody says so.
class BytesOfAnEncoding : public testing::TestWithParam<DoorKind> {};
INSTANTIATE_TEST_SUITE_P(By, BytesOfAnEncoding, testing::Values(DoorKind::commands, DoorKind::mcp));

TEST_P(BytesOfAnEncoding, TextThatAFileCannotHoldIsNotForcedIntoIt) {
  const FileShape& shape = *std::ranges::find(file_shapes(), "Latin1", &FileShape::name);
  const Subject subject(shape);
  const std::unique_ptr<Door> door = open_door(GetParam(), subject.place());
  const std::string before = shape.bytes();
  Json arguments = Json::object({{"old_string", "beta"}, {"new_string", "b\u00eata"}});
  const Told refused = door->edit(arguments);
  EXPECT_FALSE(refused.done) << refused.words;
  EXPECT_EQ(refused.text("error"), "encoding_conflict") << refused.words;
  EXPECT_TRUE(subject.is(before, before)) << refused.words;
  const Told told = door->edit(arguments.set("encoding", "ISO-8859-1"));
  Lines expected = shape.lines;
  expected[row::beta].content = "b\xEAta two";
  EXPECT_TRUE(told.done) << told.words;
  EXPECT_TRUE(subject.is(shape.bytes_with(expected), before)) << told.words;
  const Told undone = door->undo(told.text("undo_id"));
  EXPECT_TRUE(undone.done) << undone.words;
  EXPECT_TRUE(subject.is(before, before)) << undone.words;
  EXPECT_TRUE(door->close());
}

// Two deletions side by side: which of the lines comes first is known only as long as one of them stands there.
TEST(BytesOfUndo, NeighboursComeBackInTheirOrderOrNotAtAll) {
  for (const bool oldest_first : {true, false}) {
    const Workplace place;
    const std::string before = "a\nb\nc\nd\n";
    write_file(place.root() / shaped_file, before);
    const std::unique_ptr<Door> door = open_door(DoorKind::commands, place);
    EXPECT_TRUE(door->read(0).done);
    std::vector<std::string> ids;
    for (const std::string_view line : {"c\n", "b\n"}) {
      const Told deleted = door->edit(Json::object({{"old_string", line}, {"new_string", ""}}));
      ASSERT_TRUE(deleted.done) << deleted.words;
      ids.push_back(deleted.text("undo_id"));
    }
    if (!oldest_first) std::ranges::reverse(ids);
    bool all_taken_back = true;
    for (const std::string& id : ids) {
      const Told undone = door->undo(id);
      all_taken_back = all_taken_back && undone.done;
      EXPECT_TRUE(undone.done || undone.text("error") == "undo_conflict") << undone.words;
    }
    EXPECT_TRUE(all_taken_back || oldest_first) << "the newest first is always possible";
    if (all_taken_back) {
      EXPECT_EQ(place.bytes(std::string(shaped_file)), before);
    }
  }
}

// A cell that is left out is left out for a reason that this table knows.
TEST(ByteExactnessTable, LeavesOutOnlyWhatAFileHasNoLinesFor) {
  std::set<std::string> left_out;
  for (const FileShape& shape : file_shapes()) {
    for (const WritePath& path : write_paths()) {
      const bool has_empty_lines = shape.lines.back().content.empty();
      if (path.senseless(shape).empty() || (path.name == "deletion of empty lines at the end" && !has_empty_lines)) continue;
      left_out.insert(concat(shape.name, ": ", path.name));
    }
  }
  EXPECT_EQ(left_out, (std::set<std::string>{"CrOnly: by the ends of a block", "CrOnly: several lines, quoted with CRLF",
                                             "CrOnly: with other indentation", "NulElsewhere: the whole file",
                                             "NulElsewhere: the whole file in another style", "NulElsewhere: write"}));
}

}  // namespace
}  // namespace kedge::test
