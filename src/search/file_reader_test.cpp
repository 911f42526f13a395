#include "search/file_reader.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class FileReaderTest : public testing::Test {
 protected:
  std::expected<std::string, Unsearchable> read(std::string bytes) {
    others.make_file("/root/f", std::move(bytes));
    const auto folder = std::make_shared<const Handle>(fs.open_root("/root").value());
    const auto got = reader.read(folder, "f");
    if (!got) return std::unexpected(got.error());
    return std::string(*got);
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
  FileReader reader{fs};
};

TEST_F(FileReaderTest, AFileIsReadWhateverWasReadBefore) {
  for (const std::size_t size : {3UL, 100'000UL, 0UL, 8000UL, 70'000UL, 1UL}) {
    const std::string bytes(size, static_cast<char>('a' + size % 7));
    EXPECT_EQ(read(bytes), bytes) << size;
  }
}

// A buffer that grows may grow further than it was asked to.
TEST_F(FileReaderTest, AFileIsReadWholeBehindASmallerOne) {
  const std::string large(100'000, 'l');
  for (const std::size_t size : {4001UL, 5000UL, 7999UL, 8001UL, 40'000UL, 60'000UL, 99'999UL}) {
    reader = FileReader(fs);
    EXPECT_EQ(read(std::string(size, 's'))->size(), size);
    EXPECT_TRUE(read(large) == large) << "behind " << size;
  }
}

TEST_F(FileReaderTest, BinaryIsWhatHoldsANulWhereGitLooksForOne) {
  std::string bytes(100'000, 'a');
  bytes[7999] = '\0';
  EXPECT_EQ(read(bytes).error(), Unsearchable::binary);
  bytes[7999] = 'a';
  bytes[8000] = '\0';
  EXPECT_EQ(read(bytes), bytes);
  EXPECT_EQ(read(bytes.substr(0, 9000)), bytes.substr(0, 9000));
}

TEST_F(FileReaderTest, WideCharactersAreToldByTheirMark) {
  EXPECT_EQ(read(std::string("\xFF\xFE"
                             "a\0",
                             4))
                .error(),
            Unsearchable::undecodable);
  EXPECT_EQ(read(std::string("\xFE\xFF\0a", 4)).error(), Unsearchable::undecodable);
}

TEST_F(FileReaderTest, WhatIsNoFileIsNotRead) {
  others.make_folder("/root/folder");
  others.make_link("/root/link", "folder");
  const auto folder = std::make_shared<const Handle>(fs.open_root("/root").value());
  EXPECT_EQ(reader.read(folder, "folder").error(), Unsearchable::unreadable);
  EXPECT_EQ(reader.read(folder, "link").error(), Unsearchable::unreadable);
  EXPECT_EQ(reader.read(folder, "none").error(), Unsearchable::unreadable);
}

TEST_F(FileReaderTest, AfterTheFirstFileOnlyTheFilesAreAskedAbout) {
  others.make_file("/root/f", "one");
  FaultyFileSystem counting(fs);
  const auto folder = std::make_shared<const Handle>(counting.open_root("/root").value());
  FileReader counted(counting);
  const auto calls_of_one = [&] {
    const std::size_t before = counting.calls();
    EXPECT_TRUE(counted.read(folder, "f"));
    return counting.calls() - before;
  };
  const std::size_t first = calls_of_one();
  const std::size_t second = calls_of_one();
  EXPECT_EQ(first, second + 1);
  EXPECT_EQ(calls_of_one(), second);
}

TEST_F(FileReaderTest, AFailureAtAnyCallIsAnUnreadableFile) {
  others.make_file("/root/f", std::string(100'000, 'a'));
  for (std::size_t call = 2; call <= 6; ++call) {
    FaultyFileSystem faulty(fs);
    const auto folder = std::make_shared<const Handle>(faulty.open_root("/root").value());
    faulty.fail_at(call, EIO, Repeat::once);
    const bool is_about_the_folder = call == 4;
    EXPECT_EQ(FileReader(faulty).read(folder, "f").has_value(), is_about_the_folder) << faulty.broken_call();
  }
}

}  // namespace
}  // namespace kedge
