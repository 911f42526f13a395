#include "fs/open_regular.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

constexpr std::int64_t second = 1'000'000'000;

class OpenRegular : public testing::Test {
 protected:
  OpenRegular() {
    others.make_file("/root/a", "0123456789");
    folder = memory.open_root("/root").value();
  }

  Result<OpenedFile> open(FileSystem& fs) { return open_regular(fs, folder, "a", "a"); }
  // The call that fails is counted from the opening of the file.
  static Result<OpenedFile> open_failing(FaultyFileSystem& fs, Handle& root, std::size_t call, int error) {
    root = fs.open_root("/root").value();
    fs.fail_at(fs.calls() + call, error, Repeat::once);
    return open_regular(fs, root, "a", "a");
  }

  // Somebody writes before this call and the two that follow, each time something of another length.
  void write_before(std::size_t call, int times) {
    for (int i = 0; i < times; ++i) {
      memory.before_call(call + 2 * static_cast<std::size_t>(i), [this] { others.append("/root/a", "."); });
    }
  }

  MemoryFileSystem memory;
  ForeignParty others{memory};
  Handle folder;
};

TEST_F(OpenRegular, WhatIsReadIsWhatTheFileHeldAtOneMoment) {
  OpenedFile file = open(memory).value();
  write_before(1, 1);  // before the read
  EXPECT_EQ(read_steady(memory, file, "a", 100).value(), "0123456789.");
  write_before(2, 2);  // between the read and the look behind it
  EXPECT_EQ(read_steady(memory, file, "a", 100).value(), "0123456789...");
}

TEST_F(OpenRegular, AFileThatSomebodyKeepsWritingIsNotRead) {
  OpenedFile file = open(memory).value();
  write_before(2, 3);
  EXPECT_EQ(read_steady(memory, file, "a", 100).error().code, Code::conflict);
}

TEST_F(OpenRegular, AFileOfTheSameLengthIsNotTheSame) {
  OpenedFile file = open(memory).value();
  memory.before_call(2, [this] {
    memory.advance(second);
    others.rewrite("/root/a", "9876543210");
  });
  EXPECT_EQ(read_steady(memory, file, "a", 100).value(), "9876543210");
}

TEST_F(OpenRegular, AFileBeyondTheLimitIsRefused) {
  OpenedFile file = open(memory).value();
  EXPECT_EQ(read_steady(memory, file, "a", 9).error().code, Code::limit_exceeded);
}

TEST_F(OpenRegular, BytesAreHeldOnlyByAFileThatStaysAsItWas) {
  OpenedFile file = open(memory).value();
  EXPECT_TRUE(holds_steady(memory, file, "a", "0123456789").value());
  EXPECT_FALSE(holds_steady(memory, file, "a", "9876543210").value());
  EXPECT_FALSE(holds_steady(memory, file, "a", "0123").value());
  // Written when the bytes were compared already: longer, or as long.
  for (const bool longer : {true, false}) {
    OpenedFile again = open(memory).value();
    const std::size_t compared = memory.calls();
    EXPECT_TRUE(holds_steady(memory, again, "a", "0123456789").value());
    memory.before_call(memory.calls() - compared, [&] {
      memory.advance(second);
      others.rewrite("/root/a", longer ? "0123456789 and more" : "9876543210");
    });
    EXPECT_FALSE(holds_steady(memory, again, "a", "0123456789").value());
    others.rewrite("/root/a", "0123456789");
  }
}

TEST_F(OpenRegular, AFileThatWasFoundIsReadIfItIsStillTheOneThere) {
  const FileInfo found = memory.look_at(folder, "a").value();
  OpenedFile file = open_found_regular(memory, folder, "a", "a", found).value();
  EXPECT_EQ(read_steady(memory, file, "a", 100).value(), "0123456789");
  EXPECT_TRUE(holds_steady(memory, file, "a", "0123456789").value());
}

TEST_F(OpenRegular, AFileThatTookItsPlaceIsNotTakenForIt) {
  const FileInfo found = memory.look_at(folder, "a").value();
  others.replace("/root/a", "9876543210");
  OpenedFile file{memory.open_file(folder, "a").value(), found};  // as where nothing is asked when it is opened
  EXPECT_EQ(read_steady(memory, file, "a", 100).error().code, Code::conflict);
  EXPECT_EQ(holds_steady(memory, file, "a", "9876543210").error().code, Code::conflict);
}

TEST_F(OpenRegular, WhatWasFoundToBeNoFileIsNamed) {
  others.make_folder("/root/folder");
  const FileInfo found = memory.look_at(folder, "folder").value();
  EXPECT_EQ(open_found_regular(memory, folder, "folder", "folder", found).error().code, Code::is_directory);
  const FileInfo gone = memory.look_at(folder, "a").value();
  others.remove("/root/a");
  EXPECT_EQ(open_found_regular(memory, folder, "a", "a", gone).error().code, Code::not_found);
}

TEST_F(OpenRegular, AFailureAtEveryCallIsTold) {
  for (std::size_t call = 1;; ++call) {
    FaultyFileSystem fs(memory);
    Handle root;
    Result<OpenedFile> file = open_failing(fs, root, call, EIO);
    const Result<std::string> bytes = file ? read_steady(fs, *file, "a", 100) : std::unexpected(file.error());
    const Result<bool> holds = bytes ? holds_steady(fs, *file, "a", "0123456789") : std::unexpected(bytes.error());
    if (fs.broken_call().empty()) {
      EXPECT_TRUE(holds.value());
      break;
    }
    ASSERT_FALSE(holds) << call;
    EXPECT_EQ(holds.error().code, Code::io_failed) << call;
  }
}

// What each error of the system says about the file.
TEST_F(OpenRegular, WhatIsNoFileIsNamed) {
  const auto refused = [this](int error) {
    FaultyFileSystem fs(memory);
    Handle root;
    return open_failing(fs, root, 1, error).error();
  };
  EXPECT_EQ(refused(ENXIO).code, Code::not_regular_file);
  EXPECT_EQ(refused(ENODEV).code, Code::not_regular_file);
  EXPECT_EQ(refused(ENOENT).code, Code::not_found);
  others.make_folder("/root/folder");
  EXPECT_EQ(open_regular(memory, folder, "folder", "folder").error().code, Code::is_directory);
}

}  // namespace
}  // namespace kedge
