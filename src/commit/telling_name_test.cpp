#include "commit/telling_name.hpp"

#include <gtest/gtest.h>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

JournalEntry entry_of(std::string path) {
  return {.path = std::move(path),
          .before = sha256("before"),
          .after = sha256("after"),
          .base_inode = 12'345'678,
          .staged_inode = 0xFFFF'FFFF'FFFF'FFFF};
}

TEST(TellingName, ItTellsWhatARecordWould) {
  const std::string every_byte = [] {
    std::string bytes;
    for (int c = 1; c < 256 && bytes.size() < 20; c += 13) bytes.push_back(static_cast<char>(c));
    return bytes;
  }();
  for (const std::string& path : {std::string("a"), std::string("src/plan/basis.cpp"), std::string("..a/.b"), std::string("-"),
                                  std::string("a,b=c%d.done"), every_byte}) {
    const std::optional<std::string> name = telling_name("00id", "root", entry_of(path));
    ASSERT_TRUE(name) << path;
    EXPECT_TRUE(is_telling(*name));
    EXPECT_EQ(name->find_first_of("/."), std::string::npos);
    const std::optional<ToldByName> told = told_by(*name);
    ASSERT_TRUE(told) << *name;
    EXPECT_EQ(told->id, "00id");
    EXPECT_EQ(told->root, root_in_name("root"));
    EXPECT_EQ(told->entry.kind, ChangeKind::replace);
    EXPECT_EQ(told->entry.path, path);
    EXPECT_EQ(told->entry.aside.path, *name);
    EXPECT_FALSE(told->entry.aside.in_root);
    EXPECT_EQ(told->entry.before, sha256("before"));
    EXPECT_EQ(told->entry.after, sha256("after"));
    EXPECT_EQ(told->entry.base_inode, 12'345'678U);
    EXPECT_EQ(told->entry.staged_inode, 0xFFFF'FFFF'FFFF'FFFF);
    EXPECT_EQ(told->done, std::nullopt);
  }
}

TEST(TellingName, ItAlsoTellsWhenTheChangeWasDone) {
  const std::string name = telling_name("00id", "root", entry_of("a.txt")).value();
  for (const std::int64_t time : {std::int64_t{0}, std::int64_t{1'700'000'000'000'000'000}}) {
    const std::optional<ToldByName> told = told_by(done_name(name, time));
    ASSERT_TRUE(told);
    EXPECT_EQ(told->done, time);
    EXPECT_EQ(told->entry.path, "a.txt");
    EXPECT_EQ(told->entry.aside.path, done_name(name, time));
  }
}

TEST(TellingName, DigestsComeBackAsTheyWere) {
  RepeatableRandom random(1);
  for (int i = 0; i < 1000; ++i) {
    JournalEntry entry = entry_of("a");
    entry.before = sha256(concat(random.next()));
    const std::optional<ToldByName> told = told_by(telling_name("id", "root", entry).value());
    ASSERT_TRUE(told);
    EXPECT_EQ(told->entry.before, entry.before);
  }
}

TEST(TellingName, APathThatIsTooLongIsNotTold) {
  EXPECT_TRUE(telling_name(std::string(38, 'i'), "root", entry_of(std::string(40, 'a'))));
  EXPECT_FALSE(telling_name(std::string(38, 'i'), "root", entry_of(std::string(120, 'a'))));
  for (std::size_t size = 1; size < 200; ++size) {
    const std::optional<std::string> name = telling_name(std::string(38, 'i'), "root", entry_of(std::string(size, 'a')));
    EXPECT_LE(name ? done_name(*name, 1'700'000'000'000'000'000).size() : 0U, 255U);
  }
}

TEST(TellingName, WhatIsDamagedTellsNothing) {
  const std::string name = telling_name("00id", "root", entry_of("a.txt")).value();
  EXPECT_FALSE(told_by(name.substr(0, name.size() - 6))) << "no path";
  EXPECT_FALSE(told_by(concat(name, ",more")));
  EXPECT_FALSE(told_by(concat(name, ".done")));
  EXPECT_FALSE(told_by(concat(name, ".0123456789abcdef.new")));
  EXPECT_FALSE(told_by(concat(name, ".0123456789abcdex.done")));
  EXPECT_FALSE(told_by("00id-0"));
  EXPECT_FALSE(told_by(concat(name, "+^^+x"))) << "it leaves the root";
  EXPECT_FALSE(told_by(concat(name, "%4")));
  EXPECT_FALSE(is_telling(concat(name, '~'))) << "the second name of a file that is exchanged in single steps";
  for (std::size_t at = name.find('=') + 14; at < name.rfind(','); ++at) {
    std::string damaged = name;
    damaged[at] = '!';
    EXPECT_FALSE(told_by(damaged)) << at;
  }
}

}  // namespace
}  // namespace kedge
