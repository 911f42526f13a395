#include "plan/loaded_file.hpp"

#include <gtest/gtest.h>

#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class LoadedFileTest : public testing::Test {
 protected:
  Workspace open() {
    others.make_file("/root/a", "one\ntwo\n");
    others.make_folder("/state");
    return Workspace::open(fs, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value();
  }

  LoadedFile loaded() { return load(session, "a", Access::read).value(); }
  // As a read does.
  LoadedFile met() {
    LoadedFile file = loaded();
    store->remember(file.inside, file.text, file.version);
    return file;
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
  Workspace workspace = open();
  std::unique_ptr<Store> store = memory_store();
  Session session{.workspace = workspace, .store = *store, .id = "s"};
};

TEST_F(LoadedFileTest, AFileThatIsAsItWasMetSharesThatText) {
  const LoadedFile first = met();
  const LoadedFile again = loaded();
  EXPECT_EQ(again.text.bytes().data(), first.text.bytes().data());
  EXPECT_EQ(again.version, sha256("one\ntwo\n"));
  EXPECT_TRUE(again.exists);
}

TEST_F(LoadedFileTest, AFileThatWasWrittenAgainWithTheSameBytesIsTheSame) {
  const LoadedFile first = met();
  others.rewrite("/root/a", "one\ntwo\n");
  EXPECT_EQ(loaded().text.bytes().data(), first.text.bytes().data());
  others.replace("/root/a", "one\ntwo\n");
  EXPECT_EQ(loaded().text.bytes().data(), first.text.bytes().data());
}

TEST_F(LoadedFileTest, OtherBytesAreReadWhateverTheirNumber) {
  for (const std::string bytes : {"one\ntwX\n", "Xne\ntwo\n", "one\n", "one\ntwo\nthree\n", ""}) {
    met();
    others.rewrite("/root/a", bytes);
    const LoadedFile now = loaded();
    EXPECT_EQ(now.text.bytes(), bytes);
    EXPECT_EQ(now.version, sha256(bytes));
    others.rewrite("/root/a", "one\ntwo\n");
  }
}

TEST_F(LoadedFileTest, OnlyWhatWasMetUnderTheSamePathIsShared) {
  const LoadedFile first = met();
  others.make_file("/root/b", "one\ntwo\n");
  const LoadedFile other = load(session, "b", Access::read).value();
  EXPECT_NE(other.text.bytes().data(), first.text.bytes().data());
  EXPECT_EQ(other.version, first.version);
}

TEST_F(LoadedFileTest, AFileThatIsGoneIsNotTheOneThatWasMet) {
  met();
  others.remove("/root/a");
  EXPECT_FALSE(loaded().exists);
  EXPECT_EQ(loaded().version, sha256(""));
}

TEST_F(LoadedFileTest, ATextInAWideEncodingIsRefusedAlsoIfItWasMet) {
  const std::string wide(
      "\xFF\xFE"
      "a\0",
      4);
  others.rewrite("/root/a", wide);
  store->remember("a", Text(wide), sha256(wide));
  const Result<LoadedFile> file = load(session, "a", Access::read);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, Code::encoding_unsupported);
}

}  // namespace
}  // namespace kedge
