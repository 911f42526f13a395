#include "commit/journal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>

#include "support/strings.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

JournalRecord example() {
  JournalEntry replaced{.kind = ChangeKind::replace,
                        .path = "src/a b%\t.txt",
                        .aside = {true, "src/.kgabc"},
                        .before = sha256("old"),
                        .after = sha256("new"),
                        .base_inode = 12,
                        .staged_inode = 18'446'744'073'709'551'615U};
  JournalEntry moved{.kind = ChangeKind::move, .path = "-", .destination = "b/\xff\n", .before = sha256(""), .base_inode = 3};
  const JournalEntry permitted{
      .kind = ChangeKind::replace, .path = "run", .before = sha256("same"), .after = sha256("same"), .staged_executable = true};
  return {Phase::prepared, CommitPoint::record, "fs 1:2 inode 3 born 4.5", {"b", "b/c\x7f"}, {replaced, moved, permitted}};
}

TEST(Journal, ARecordComesBackAsItWas) {
  const JournalRecord record = example();
  const auto decoded = decode(encode(record));
  ASSERT_TRUE(decoded) << decoded.error();
  EXPECT_EQ(decoded->phase, Phase::prepared);
  EXPECT_EQ(decoded->commit_point, CommitPoint::record);
  EXPECT_EQ(decoded->root_identity, record.root_identity);
  EXPECT_EQ(decoded->new_folders, record.new_folders);
  ASSERT_EQ(decoded->entries.size(), 3U);
  const JournalEntry& entry = decoded->entries[0];
  EXPECT_EQ(entry.kind, ChangeKind::replace);
  EXPECT_EQ(entry.path, "src/a b%\t.txt");
  EXPECT_TRUE(entry.aside.in_root);
  EXPECT_EQ(entry.aside.path, "src/.kgabc");
  EXPECT_EQ(entry.before, sha256("old"));
  EXPECT_EQ(entry.after, sha256("new"));
  EXPECT_EQ(entry.base_inode, 12U);
  EXPECT_EQ(entry.staged_inode, 18'446'744'073'709'551'615U);
  EXPECT_EQ(entry.staged_executable, std::nullopt);
  EXPECT_EQ(decoded->entries[2].staged_executable, true);
  EXPECT_EQ(decoded->entries[1].path, "-");
  EXPECT_EQ(decoded->entries[1].destination, "b/\xff\n");
  EXPECT_EQ(decoded->entries[1].after, std::nullopt);
}

TEST(Journal, NoPrefixAndNoRecordWithAChangedByteIsBelieved) {
  const std::string bytes = encode(example());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode(std::string_view(bytes).substr(0, length))) << length;
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(decode(changed)) << i;
  }
}

// A record with its checksum: what only kedge itself could have written, and still must not lead out of the root.
TEST(Journal, APathThatLeavesTheRootIsNotBelievedEvenWithARightChecksum) {
  for (const std::string path : {"../x", "a/../../x", "/etc/passwd", "a//b", ".", "a/.", ""}) {
    JournalRecord record = example();
    record.entries[0].path = path;
    EXPECT_FALSE(decode(encode(record))) << path;
    record = example();
    record.entries[0].aside.path = path;
    EXPECT_EQ(decode(encode(record)).has_value(), path.empty()) << path;  // a move has none
    record = example();
    record.new_folders[0] = path;
    EXPECT_FALSE(decode(encode(record))) << path;
  }
}

// With a right checksum, so that nothing but its meaning is in question.
TEST(Journal, ARowThatMakesNoSenseIsNotBelieved) {
  const auto believed = [](std::string_view old, std::string_view changed) {
    std::string bytes = encode(example());
    const std::size_t end = bytes.rfind("\nend ") + 1;
    bytes.resize(end);
    const std::size_t at = bytes.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    bytes.replace(at, old.size(), changed);
    return decode(concat(bytes, "end ", to_hex(sha256(bytes)), '\n')).has_value();
  };
  const std::string old_digest = to_hex(sha256("old"));
  const std::string new_digest = to_hex(sha256("new"));
  EXPECT_TRUE(believed("phase prepared", "phase prepared"));
  for (const auto& [old, changed] : std::vector<std::pair<std::string, std::string>>{
           {"phase prepared", "phase over"},
           {"phase prepared\n", ""},
           {"commit record", "commit all"},
           {"root fs", "root %2 fs"},
           {"folder\tb\n", "folder\n"},
           {"folder\tb\n", "folder\t%zz\n"},
           {"folder\tb\n", "folder\tb\tc\n"},
           {"folder\tb\n", "holder\tb\n"},
           {"file\treplace\t", "file\tswap\t"},
           {"file\treplace\t", "file\t"},
           {"src/a b", "%/a b"},
           {"src/a b", "%1"},
           {"src/a b", "%g0"},
           {"src/a b", "%0g"},
           {"src/a b", "%00"},
           {"b/\xff%0A", "../%FF"},
           {"b/\xff%0A", "%F"},
           {"b/\xff%0A", "-"},
           {"root:src/.kgabc", "rood:src/.kgabc"},
           {"root:src/.kgabc", "root:%"},
           {old_digest, "old"},
           {new_digest, "new"},
           {"\t12\t", "\tx\t"},
           {"18446744073709551615", "18446744073709551616"},
           {"\texecutable\n", "\tperhaps\n"},
       }) {
    EXPECT_FALSE(believed(old, changed)) << old << " → " << changed;
  }
  const std::string header = "kedge-journal 1\n";
  EXPECT_FALSE(decode(concat(header, "end ", to_hex(sha256(header)), '\n')));
}

TEST(Journal, ARecordIsPutOrIsNotThere) {
  for (const Durability durability : {Durability::full, Durability::none}) {
    for (std::size_t call = 1;; ++call) {
      MemoryFileSystem memory;
      ForeignParty(memory).make_folder("/tx");
      FaultyFileSystem fs(memory);
      const Handle tx = fs.open_root("/tx").value();
      fs.fail_at(fs.calls() + call, EIO, Repeat::once);
      const Outcome<void> put = put_record(fs, tx, "id", example(), durability);
      EXPECT_EQ(put.has_value(), fs.broken_call().empty()) << call;
      EXPECT_EQ(ForeignParty(memory).tree("/tx").size(), put ? 1U : 0U) << call;
      if (put) break;
    }
  }
}

TEST(Journal, ARecordOfAnotherVersionNamesThePathsThatItIsAbout) {
  std::string bytes = encode(example());
  bytes.replace(0, std::string_view("kedge-journal 1").size(), "kedge-journal 2");
  const auto decoded = decode(bytes);
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error(), "it was written by another version of kedge");
  const std::vector<std::string> paths = paths_named_in(bytes);
  EXPECT_NE(std::ranges::find(paths, "src/a b%\t.txt"), paths.end());
}

TEST(Journal, OfARecordThatCannotBeReadWhatMayBeAPathIsNamed) {
  const std::vector<std::string> paths = paths_named_in("folder\tnew\nfile\ta%2\t../b\tc%25\t-\nfile\td");
  const auto named = [&](std::string_view path) { return std::ranges::find(paths, path) != paths.end(); };
  EXPECT_TRUE(named("c%") && named("d"));
  EXPECT_FALSE(named("a%2") || named("../b") || named("b") || named("-") || named(""));
  EXPECT_EQ(paths_named_in("no record"), std::vector<std::string>{});
}

TEST(Journal, NamesAreLongAndDiffer) {
  MemoryFileSystem fs;
  const std::string one = random_name(fs);
  EXPECT_EQ(one.size(), 22U);
  EXPECT_EQ(one.find_first_not_of("abcdefghijklmnopqrstuvwxyz234567"), std::string::npos);
  EXPECT_NE(one, random_name(fs));
}

}  // namespace
}  // namespace kedge
