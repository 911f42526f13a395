#include "tools/chosen_root.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "tests/support/foreign_party.hpp"
#include "tests/support/memory_file_system.hpp"

namespace kedge {
namespace {

class ChosenRoot : public testing::Test {
 protected:
  ChosenRoot() {
    for (const std::string root : {"/main", "/one", "/main/trees/two"}) {
      others.make_file(root + "/shared.txt", root);
      others.make_file(root + "/src/a.c", root);
      others.make_file(root + "/.env", "secret");
    }
    others.make_file("/main/only_main.txt", "m");
    others.make_file("/one/only_one.txt", "o");
    for (const std::string root : {"/main", "/one", "/main/trees/two"})
      opened.push_back(Root::open(fs, {.path = root}).value());
    for (Root& root : opened) {
      for (const Root& other : opened) {
        if (&other != &root) root.serve_beside(other.path());
      }
    }
  }

  std::string chosen(std::initializer_list<NamedPath> paths, bool changes_files = true) {
    std::vector<const Root*> roots;
    for (const Root& root : opened) roots.push_back(&root);
    const Result<std::size_t> root = chosen_root(roots, {paths.begin(), paths.size()}, changes_files);
    if (root) return roots[*root]->path();
    refused = root.error();
    return std::string(row_of(root.error().code).name);
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
  std::vector<Root> opened;
  std::optional<Error> refused;
};

TEST_F(ChosenRoot, AnAbsolutePathIsInTheInnermostRoot) {
  EXPECT_EQ(chosen({{"/main/shared.txt"}}), "/main");
  EXPECT_EQ(chosen({{"//one/./src/../shared.txt"}}), "/one");
  EXPECT_EQ(chosen({{"/main/trees/two/new.txt"}}), "/main/trees/two");
  EXPECT_EQ(chosen({{"/main/trees/new.txt"}}), "/main");
  EXPECT_EQ(chosen({{"/mainly/x"}}), "path_outside_root");
  EXPECT_EQ(refused->what, "/mainly/x lies outside the roots /main, /one and /main/trees/two.");
}

TEST_F(ChosenRoot, TheNameOfARootDecides) {
  opened[0].call_it("main");
  opened[1].call_it("one");
  opened[2].call_it("two");
  EXPECT_EQ(chosen({{"one:shared.txt"}}), "/one");
  EXPECT_EQ(chosen({{"two:src/../new.txt"}}), "/main/trees/two");
  EXPECT_EQ(chosen({{"three:shared.txt"}}, false), "not_found");
  EXPECT_EQ(chosen({{"shared.txt"}}), "path_invalid");
  EXPECT_EQ(refused->next,
            "Send /main/shared.txt, /one/shared.txt or /main/trees/two/shared.txt. For short: main:shared.txt, one:shared.txt "
            "or two:shared.txt.");
  others.make_file("/main/one:shared.txt", "odd");
  EXPECT_EQ(chosen({{"one:shared.txt"}}), "path_invalid");
  EXPECT_EQ(refused->next, "Send /one/shared.txt or /main/one:shared.txt.");
  EXPECT_EQ(led_to(opened[1], "one:a/../b"), "/one/b");
}

TEST_F(ChosenRoot, ARelativePathThatExistsInOneRootIsThere) {
  EXPECT_EQ(chosen({{"only_main.txt"}}), "/main");
  EXPECT_EQ(chosen({{"src/../only_one.txt"}}), "/one");
}

TEST_F(ChosenRoot, ARelativePathThatExistsInSeveralIsRefusedWithTheirSpellings) {
  EXPECT_EQ(chosen({{"src/../shared.txt"}}), "path_invalid");
  EXPECT_EQ(refused->next, "Send /main/src/../shared.txt, /one/src/../shared.txt or /main/trees/two/src/../shared.txt.");
  EXPECT_EQ(chosen({{"src"}}, false), "path_invalid");
  EXPECT_EQ(chosen({{".env"}}, false), "path_invalid") << "what must not be read exists as well";
}

TEST_F(ChosenRoot, ARelativePathThatExistsNowhereIsNotMadeAnywhere) {
  EXPECT_EQ(chosen({{"new.txt"}}), "path_invalid");
  EXPECT_EQ(refused->next, "Send /main/new.txt, /one/new.txt or /main/trees/two/new.txt.");
  EXPECT_EQ(chosen({{"new.txt"}}, false), "not_found");
  EXPECT_EQ(refused->what, "new.txt does not exist in any of the roots /main, /one and /main/trees/two.");
}

TEST_F(ChosenRoot, APathThatLeavesEveryRootIsRefusedWithWhereItMayLead) {
  EXPECT_EQ(chosen({{"../one/shared.txt"}}), "path_outside_root");
  EXPECT_EQ(refused->next, "Send /one/shared.txt if that is the file you mean.");
  EXPECT_EQ(chosen({{"../../../etc/passwd"}}), "path_outside_root");
  EXPECT_EQ(refused->next, "Ask the user to add the folder as a root if it is meant.");
}

TEST_F(ChosenRoot, ACallStaysInOneRoot) {
  EXPECT_EQ(chosen({{"/main/shared.txt"}, {"only_main.txt"}}), "/main");
  EXPECT_EQ(chosen({{"/main/shared.txt"}, {"only_one.txt"}}), "path_invalid");
  EXPECT_EQ(refused->next, "Make one call for each root.");
  EXPECT_EQ(chosen({{"/main/shared.txt"}, {"shared.txt"}}), "path_invalid") << "a path is not guessed from the others";
}

TEST_F(ChosenRoot, EitherReadingOfADiffsPathCounts) {
  EXPECT_EQ(chosen({{"only_one.txt", "b/only_one.txt"}}), "/one");
  others.make_file("/main/b/only_one.txt", "x");
  EXPECT_EQ(chosen({{"only_one.txt", "b/only_one.txt"}}), "path_invalid");
}

TEST_F(ChosenRoot, APathOfTheOuterRootDoesNotLeadIntoTheInner) {
  others.make_link("/main/link", "trees/two/shared.txt");
  EXPECT_EQ(chosen({{"trees/two/shared.txt"}}), "/main") << "where it is refused";
  for (const std::string_view path : {"trees/two/shared.txt", "link"}) {
    const Result<Place> place = opened.front().find(path, Access::read);
    ASSERT_FALSE(place) << path;
    EXPECT_EQ(place.error().next, "Send /main/trees/two/shared.txt if that is the file you mean.");
  }
  EXPECT_EQ(opened.front().find_tree("trees/two").error().code, Code::path_invalid);
  EXPECT_EQ(opened.front().spelled("a.c"), "/main/a.c");
}

}  // namespace
}  // namespace kedge
