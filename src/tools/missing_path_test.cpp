#include "tools/missing_path.hpp"

#include <gtest/gtest.h>

#include "tests/support/foreign_party.hpp"
#include "tests/support/memory_file_system.hpp"

namespace kedge {
namespace {

class MissingPath : public testing::Test {
 protected:
  MissingPath() {
    others.make_file("/root/source/parser.cpp", "p");
    others.make_file("/root/source/deep/lexer.cpp", "l");
    others.make_file("/root/.env", "secret");
  }

  std::string nearest_to(std::string_view path) { return nearest_path(fs, root(), path).value_or("none"); }
  Root root() { return Root::open(fs, {.path = "/root"}).value(); }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(MissingPath, ASimilarNameIsNearest) {
  EXPECT_EQ(nearest_to("source/parsr.cpp"), "source/parser.cpp");
  EXPECT_EQ(nearest_to("sorce/deep/lexer.cpp"), "source/deep/lexer.cpp");
  EXPECT_EQ(nearest_to("/root/source/parsr.cpp"), "source/parser.cpp");
}

TEST_F(MissingPath, FoldersThatLeadToTheRootAreTakenOff) {
  EXPECT_EQ(nearest_to("root/source/parser.cpp"), "source/parser.cpp");
  EXPECT_EQ(nearest_to("home/me/root/source/parser.cpp"), "source/parser.cpp");
}

TEST_F(MissingPath, OtherwiseTheInnermostFolderIs) {
  EXPECT_EQ(nearest_to("source/nothing/like/it"), "source/");
  EXPECT_EQ(nearest_to("nothing/like/it"), "");
  EXPECT_EQ(nearest_to("/elsewhere/x"), "none");
  EXPECT_EQ(nearest_to("source/deep/../x"), "source/");
  EXPECT_EQ(nearest_to("source/../../x"), "none");
}

TEST_F(MissingPath, AFileThatMustNotBeReadIsNotNamed) { EXPECT_EQ(nearest_to(".enw"), ""); }

TEST_F(MissingPath, ARefusalNamesTheRootAndTheNearestPath) {
  Error refused = refuse(Code::not_found, {{"path", "source/parsr.cpp"}});
  refused.others.push_back(refuse(Code::not_found, {{"path", "zzz"}}));
  add_nearest_path(refused, fs, root());
  EXPECT_EQ(refused.next, "Check the path: in the root /root the nearest that exists is source/parser.cpp.");
  EXPECT_EQ(*refused.facts.find("nearest")->as_string(), "source/parser.cpp");
  EXPECT_EQ(refused.others.front().next, "Check the path: nothing like it is in the root /root.");
  Error nothing_to_undo = refuse(Code::not_found, "There is nothing to undo.");
  nothing_to_undo.next = "Name the id.";
  add_nearest_path(nothing_to_undo, fs, root());
  EXPECT_EQ(nothing_to_undo.next, "Name the id.");
}

}  // namespace
}  // namespace kedge
