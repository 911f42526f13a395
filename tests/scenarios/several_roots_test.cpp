// Several roots served at once: main trees, linked work trees and other folders. What counts is that nothing is ever read or
// changed in another tree than the one that was meant.
#include <gtest/gtest.h>

#include <array>

#include "scenarios/mcp_client.hpp"
#include "scenarios/workplace.hpp"
#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view make_trees =
    "export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t GIT_CONFIG_GLOBAL=/dev/null\n"
    "set -e; git init -q -b main main; cd main; mkdir src deep\n"
    "for F in a src/b src/c deep/d; do printf 'start of %s\\n' $F > $F; done; printf '.trees\\n' > .gitignore\n"
    "git add -A; git commit -qm first; git worktree add -q -b one ../one; git worktree add -q -b two .trees/two\n"
    "printf 'of main\\n' > only-main; printf 'of one\\n' > ../one/src/only-one; printf 'of two\\n' > .trees/two/only-two\n"
    "ln -s one ../alias";

class SeveralRoots : public testing::Test {
 protected:
  SeveralRoots() {
    const Finished made = place.shell(make_trees);
    if (made.status != 0) throw std::runtime_error(concat("no work trees: ", made.errors));
    main = (place.root() / "main").string();
    one = (place.root() / "one").string();
    two = (place.root() / "main" / ".trees" / "two").string();
  }

  static std::string all_text(const Json& result) {
    std::string text;
    for (const Json& item : at(result, "content").as_array() != nullptr ? *at(result, "content").as_array() : Json::Array()) {
      const Json& part = at(item, "text");
      append(text, concat(part.as_string() != nullptr ? *part.as_string() : std::string(), '\n'));
    }
    return text;
  }

  Workplace place;
  std::string main, one, two;
};

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

TEST_F(SeveralRoots, ARelativePathThatExistsInMoreThanOneIsRefusedWithTheirSpellings) {
  McpClient client(place, {"--root", "main", "--root", "one"});
  client.open();
  const Json refused = client.call("read", reading("src/b"));
  EXPECT_EQ(refusal_code(refused), "path_invalid");
  EXPECT_TRUE(holds(text_of(refused), concat("Send ", main, "/src/b or ", one, "/src/b."))) << text_of(refused);
  EXPECT_EQ(refusal_code(client.call("edit", edit_of("src/b", "start", "end"))), "path_invalid");
  EXPECT_EQ(refusal_code(client.call("write", Json::object({{"path", "new"}, {"content", "x"}}))), "path_invalid");
  EXPECT_EQ(read_file_bytes(fs::path(main) / "src/b"), read_file_bytes(fs::path(one) / "src/b"));
  EXPECT_FALSE(is_refusal(client.call("read", reading("src/only-one"))));
}

TEST_F(SeveralRoots, APathCanBeginWithTheNameOfItsRoot) {
  McpClient client(place, {"--root", "main", "--root", "one"});
  client.open();
  EXPECT_TRUE(holds(text_of(client.call("read", reading("src/b"))), " For short: main:src/b or one:src/b."));
  EXPECT_FALSE(is_refusal(client.call("edit", edit_of("one:src/b", "start", "end"))));
  EXPECT_EQ(read_file_bytes(fs::path(one) / "src/b"), "end of src/b\n");
  EXPECT_EQ(read_file_bytes(fs::path(main) / "src/b"), "start of src/b\n");
  EXPECT_FALSE(is_refusal(client.call("write", Json::object({{"path", "main:new"}, {"content", "x"}}))));
  EXPECT_EQ(read_file_bytes(fs::path(main) / "new"), "x");
  EXPECT_EQ(refusal_code(client.call("read", reading("one:../main/a"))), "path_outside_root");
  // A file whose name looks like that is not guessed at.
  write_file(fs::path(main) / "one:a", "odd");
  const Json refused = client.call("read", reading("one:a"));
  EXPECT_EQ(refusal_code(refused), "path_invalid") << refused.dump();
  EXPECT_TRUE(holds(text_of(refused), concat("Send ", one, "/a or ", main, "/one:a."))) << text_of(refused);
}

TEST_F(SeveralRoots, APreviewFollowsThePatchIntoItsRoot) {
  McpClient client(place, {"--root", "main", "--root", "one", "--dialect", "patch", "--preview"});
  client.open();
  const std::string shown = text_of(client.call("read", reading("src/only-one")));
  const std::string header = shown.substr(0, shown.find('\n'));
  const std::string hunk = concat(header, "\nreplace 1..1:\n+changed\n");
  EXPECT_TRUE(holds(text_of(client.call("preview", Json::object({{"input", hunk}}))), "-of one\n+changed\n"));
  // Which file is meant is not certain: nothing is shown rather than a guess.
  const Json unsure = client.call("preview", Json::object({{"input", "¶a#0000\nreplace 1..1:\n+x\n"}, {"call", "2"}}));
  EXPECT_EQ(text_of(unsure), "");
}

TEST_F(SeveralRoots, AnswersNameTheTreeAndItsBranch) {
  McpClient client(place, {"--root", "main", "--worktrees"});
  client.open();
  EXPECT_TRUE(holds(all_text(client.call("read", reading(concat(one, "/a")))), concat("tree: ", one, " (branch one)\n")));
  const Json edited = client.call("edit", edit_of(concat(two, "/a"), "start", "end"));
  EXPECT_TRUE(holds(all_text(edited), concat("tree: ", two, " (branch two)\n"))) << edited.dump();
  EXPECT_EQ(at(edited, "structuredContent", "tree"), Json(concat(two, " (branch two)")));
  ASSERT_EQ(place.shell("cd one && git checkout -q -b three").status, 0);
  EXPECT_TRUE(holds(all_text(client.call("read", reading(concat(one, "/a")))), "(branch three)")) << "as it is now";
  EXPECT_EQ(read_file_bytes(fs::path(two) / "a"), "end of a\n");
  EXPECT_EQ(read_file_bytes(fs::path(main) / "a"), "start of a\n");
}

TEST_F(SeveralRoots, WithOneRootNothingIsAddedToAnAnswer) {
  McpClient client(place, {"--root", "main"});
  client.open();
  EXPECT_FALSE(holds(all_text(client.call("read", reading("a"))), "tree:"));
}

TEST_F(SeveralRoots, AWorkTreeThatIsNotServedIsOffered) {
  McpClient client(place, {"--root", "main"});
  client.open();
  for (const std::string& path : {concat(one, "/a"), std::string("../one/a")}) {
    const Json refused = client.call("read", reading(path));
    EXPECT_EQ(refusal_code(refused), "path_outside_root");
    EXPECT_TRUE(holds(text_of(refused), "start kedge with --worktrees")) << text_of(refused);
  }
  EXPECT_FALSE(holds(text_of(client.call("read", reading("/etc/passwd"))), "--worktrees"));
}

TEST_F(SeveralRoots, ACallStaysInOneRoot) {
  McpClient client(place, {"--dialect", "patch", "--root", "main", "--root", "one"});
  client.open();
  std::string input;
  for (const std::string& path : {concat(main, "/a"), concat(one, "/a")}) {
    const std::string shown = text_of(client.call("read", reading(path)));
    append(input, concat(shown.substr(0, shown.find('\n')), "\nreplace 1..1:\n+changed\n"));
  }
  const Json refused = client.call("edit", Json::object({{"input", input}}));
  EXPECT_EQ(refusal_code(refused), "path_invalid") << refused.dump();
  EXPECT_EQ(read_file_bytes(fs::path(main) / "a"), "start of a\n");
}

TEST_F(SeveralRoots, AnUndoIsOfTheRootThatHasTheEdit) {
  McpClient client(place, {"--root", "main", "--root", "one"});
  client.open();
  const Json first = client.call("edit", edit_of(concat(main, "/a"), "start", "first"));
  EXPECT_FALSE(is_refusal(client.call("edit", edit_of(concat(one, "/a"), "start", "second"))));
  EXPECT_FALSE(is_refusal(client.call("edit", edit_of(concat(main, "/src/b"), "start", "third"))));
  EXPECT_FALSE(is_refusal(client.call("undo", Json::object())));
  EXPECT_EQ(read_file_bytes(fs::path(main) / "src/b"), "start of src/b\n");
  EXPECT_FALSE(is_refusal(client.call("undo", Json::object())));
  EXPECT_EQ(read_file_bytes(fs::path(one) / "a"), "start of a\n") << "the newest of the session, in whatever root";
  EXPECT_EQ(read_file_bytes(fs::path(main) / "a"), "first of a\n");
  EXPECT_FALSE(is_refusal(client.call("undo", Json::object({{"id", at(first, "structuredContent", "undo_id")}}))));
  EXPECT_EQ(read_file_bytes(fs::path(main) / "a"), "start of a\n");
}

TEST_F(SeveralRoots, ASearchWithoutAPathIsAboutAllAndSpellsPathsInFull) {
  McpClient client(place, {"--root", "main", "--root", two});
  client.open();
  const std::string found = text_of(client.call("search", Json::object({{"pattern", "start of a"}})));
  EXPECT_TRUE(holds(found, concat("tree: ", main, " (branch main)\n", main, "/a\n"))) << found;
  EXPECT_TRUE(holds(found, concat("tree: ", two, " (branch two)\n", two, "/a\n"))) << found;
  const std::string row = concat(two, "/a\n");
  EXPECT_EQ(found.find(row), found.rfind(row)) << "not once more as a folder of the tree around it: " << found;
  const std::string one_only = text_of(client.call("search", Json::object({{"pattern", "start of"}, {"path", two}})));
  EXPECT_TRUE(holds(one_only, concat(two, "/a\n")) && !holds(one_only, concat(main, "/a\n"))) << one_only;
}

TEST_F(SeveralRoots, ARootInsideAnotherIsNotReachedThroughIt) {
  McpClient client(place, {"--root", "main", "--worktrees"});
  client.open();
  const Json refused = client.call("edit", edit_of(".trees/two/a", "start", "end"));
  EXPECT_EQ(refusal_code(refused), "path_invalid");
  EXPECT_TRUE(holds(text_of(refused), concat("Send ", two, "/a"))) << text_of(refused);
  EXPECT_FALSE(is_refusal(client.call("edit", edit_of(concat(main, "/.trees/two/a"), "start", "end"))));
  EXPECT_TRUE(says(place.shell("cd main/.trees/two; $K log"), "edit")) << "in the history of its own root";
}

TEST_F(SeveralRoots, FilesOfAllRootsAreResources) {
  McpClient client(place, {"--root", "main", "--root", "one"});
  client.open();
  const std::string listed = client.ask("resources/list").dump();
  EXPECT_TRUE(holds(listed, concat("file://", main, "/only-main")) && holds(listed, concat("file://", one, "/src/only-one")));
  const Json read = client.ask("resources/read", Json::object({{"uri", concat("file://", one, "/src/only-one")}}));
  EXPECT_TRUE(holds(read.dump(), "of one")) << read.dump();
}

TEST_F(SeveralRoots, AFolderNamedTwiceIsOneRoot) {
  McpClient client(place, {"--root", "one", "--root", "alias", "--root", "./one/"});
  client.open();
  EXPECT_FALSE(holds(all_text(client.call("read", reading("a"))), "tree:"));
}

TEST_F(SeveralRoots, ARootThatDoesNotExistIsReportedAtTheStart) {
  const Finished finished = place.shell("$K mcp --root main --root none < /dev/null");
  EXPECT_TRUE(refused(finished, {"not_found"}));
}

// ---- many calls, compared with what each of them means

struct Model {
  std::map<std::string, std::string> files;  // by their absolute paths

  bool is_there(const std::string& path) const { return files.contains(path); }
};

class ManyCalls : public SeveralRoots {
 protected:
  ManyCalls() : trees{main, one, two} {
    for (const std::string& tree : trees) {
      for (const char* const name : {"a", "src/b", "src/c", "deep/d", "only-main", "src/only-one", "only-two"}) {
        const fs::path path = fs::path(tree) / name;
        if (fs::exists(path)) model.files[path.string()] = read_file_bytes(path);
      }
    }
  }

  struct Spelled {
    std::string path;
    bool relative = false;
    bool leaves = false;
    bool by_name = false;  // of the root, which has one only beside others
  };

  Spelled spelled(RepeatableRandom& random, const std::string& tree, const std::string& name) const {
    constexpr std::array<std::string_view, 3> detours{"src/../", "./deep/../", "deep/../src/../"};
    const std::string_view detour = detours[random.below(detours.size())];
    switch (random.below(8)) {
      case 0: return {name, true};
      case 1: return {concat(detour, name), true};
      case 2: return {concat(tree, '/', name)};
      case 3: return {concat(tree, '/', detour, name)};
      case 4: return {concat(fs::path(tree).filename().string(), ':', name), false, false, true};
      case 5: return {concat(fs::path(tree).filename().string(), ':', detour, name), false, false, true};
      case 6: return {concat("../", fs::path(tree).filename().string(), '/', name), true, true};
      default: return {concat(tree, "/../", fs::path(tree).filename().string(), '/', name), false, true};
    }
  }

  std::size_t trees_with(const std::string& name) const {
    std::size_t count = 0;
    for (const std::string& tree : trees) count += model.is_there(concat(tree, '/', name)) ? 1 : 0;
    return count;
  }

  void expect_as_modelled(const std::string& what) const {
    for (const auto& [path, bytes] : model.files) ASSERT_EQ(read_file_bytes(path), bytes) << path << " after " << what;
  }

  // One call that means `name` in `tree`; `served` says whether the other trees are served, too.
  void call_once(McpClient& client, RepeatableRandom& random, const std::string& tree, const std::string& name, bool together) {
    const Spelled said = spelled(random, tree, name);
    const std::string whole = concat(tree, '/', name);
    const bool ambiguous = together && said.relative && trees_with(name) != 1;
    const bool applies = !said.leaves && !ambiguous && model.is_there(whole) && (together || !said.by_name);
    const std::string before = model.is_there(whole) ? model.files[whole] : "nothing\n";
    const std::string after = concat("call ", ++calls, '\n');
    const std::size_t kind = random.below(4);
    Json result;
    if (kind == 0) {
      result = client.call("replace_read", reading(said.path));
    } else if (kind == 1) {
      result = client.call("patch_read", reading(said.path));
      if (!is_refusal(result)) {
        const std::string shown = text_of(result);
        const std::string input = concat(shown.substr(0, shown.find('\n')), "\nreplace 1..1:\n+", after);
        result = client.call("patch_edit", Json::object({{"input", input}}));
      }
    } else {
      result = client.call("replace_edit", edit_of(said.path, before, after));
    }
    const std::string what = concat(said.path, ", meant as ", whole, ": ", result.dump());
    ASSERT_EQ(!is_refusal(result), applies) << what;
    if (ambiguous && !said.leaves && trees_with(name) > 1) {
      ++refused_as_ambiguous;
      ASSERT_EQ(refusal_code(result), "path_invalid") << what;
      ASSERT_TRUE(holds(text_of(result), concat(tree, '/'))) << what;
    }
    if (!applies) return;
    ++applied;
    if (together) {
      ASSERT_TRUE(holds(all_text(result), concat("tree: ", tree, " (branch "))) << what;
    }
    if (kind == 0) {
      ASSERT_TRUE(holds(text_of(result), before)) << what;
      return;
    }
    model.files[whole] = after;
    for (const std::string& other : trees) {
      const std::string path = concat(other, '/', name);
      if (!model.is_there(path)) continue;
      ASSERT_EQ(read_file_bytes(path), model.files[path]) << path << " after " << what;
    }
    if (random.below(5) == 0) {
      ASSERT_FALSE(is_refusal(client.call("replace_undo", Json::object()))) << what;
      model.files[whole] = before;
      ASSERT_EQ(read_file_bytes(whole), before) << what;
    }
  }

  std::array<std::string, 3> trees;
  Model model;
  std::size_t calls = 0, applied = 0, refused_as_ambiguous = 0;
};

TEST_F(ManyCalls, NoneIsReadOrChangedInAnotherTreeThanMeant) {
  const std::size_t wanted = is_long_form() ? 10'000 : 300;
  const std::vector<std::string> everywhere{"--dialect", "replace,patch", "--durability", "none"};
  const auto with = [&](std::vector<std::string> options) {
    options.insert(options.end(), everywhere.begin(), everywhere.end());
    return options;
  };
  McpClient together(place, with({"--root", "main", "--worktrees"}));
  McpClient apart_main(place, with({"--root", main}));
  McpClient apart_one(place, with({"--root", one}));
  McpClient apart_two(place, with({"--root", two}));
  const std::array<McpClient*, 3> apart{&apart_main, &apart_one, &apart_two};
  for (McpClient* const client : {&together, &apart_main, &apart_one, &apart_two}) client->open();
  constexpr std::array<std::string_view, 7> names{"a", "src/b", "src/c", "deep/d", "only-main", "src/only-one", "only-two"};
  RepeatableRandom random(20261117);
  while (calls < wanted) {
    const std::size_t tree = random.below(trees.size());
    const std::string name(names[random.below(names.size())]);
    const bool is_together = random.below(2) == 0;
    // Without a tree in its path, a file that is in one tree only means that one.
    if (is_together && trees_with(name) == 1 && !model.is_there(concat(trees[tree], '/', name))) continue;
    call_once(is_together ? together : *apart[tree], random, trees[tree], name, is_together);
    if (HasFatalFailure()) return;
    if (calls % 100 == 0) expect_as_modelled(concat("call ", calls));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(applied, wanted / 4);
  EXPECT_GT(refused_as_ambiguous, wanted / 20);
  RecordProperty("applied", static_cast<int>(applied));
  RecordProperty("refused_as_ambiguous", static_cast<int>(refused_as_ambiguous));
  std::printf("%zu calls: %zu applied in the tree that was meant, %zu refused as ambiguous, 0 elsewhere\n", calls, applied,
              refused_as_ambiguous);
}

}  // namespace
}  // namespace kedge::test
