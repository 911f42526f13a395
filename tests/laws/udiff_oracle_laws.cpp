// Real programs as sources of unified diffs and as judges of them: what `git diff` and `diff -u` say of two folders, kedge
// makes of the first, byte for byte; and so do `git apply` and GNU patch. Many files go into one run, so that a program is
// started a few times for thousands of cases.
#include <gtest/gtest.h>

#include <algorithm>

#include "dialects/dialect.hpp"
#include "engine/engine.hpp"
#include "laws/file_worlds.hpp"
#include "support/strings.hpp"
#include "tests/support/foreign_party.hpp"
#include "tests/support/memory_file_system.hpp"

namespace kedge::laws {
namespace {

namespace fs = std::filesystem;

// A diff of two worlds in one text, and where the section of each file begins.
struct Diffed {
  TwoWorlds worlds;
  std::string text;
  std::string_view section_mark;
};

// Several sections at a time: a request may hold some hundred files.
std::vector<std::string> batches_of(const Diffed& diff, std::size_t sections) {
  std::vector<std::string> batches;
  std::size_t in_batch = sections;
  for (std::string_view left = diff.text; !left.empty();) {
    const std::size_t end = left.find('\n');
    const std::string_view row = left.substr(0, end == std::string_view::npos ? left.size() : end + 1);
    left.remove_prefix(row.size());
    if (row.starts_with(diff.section_mark) && in_batch++ == sections) {
      batches.emplace_back();
      in_batch = 1;
    }
    append(batches.back(), row);
  }
  return batches;
}

Result<Request> heard(const std::string& diff) {
  Json arguments = Json::object();
  arguments.set("input", diff);
  return find_dialect("udiff")->hear_edit(arguments);
}

// ---- a twin of the engine that is too simple to be wrong: rows stand at the line that the hunk names

std::vector<std::string> whole_lines_of(std::string_view bytes) {
  std::vector<std::string> lines;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    lines.emplace_back(bytes.substr(0, end == std::string_view::npos ? bytes.size() : end + 1));
    bytes.remove_prefix(lines.back().size());
  }
  return lines;
}

std::string with_passages_written(const std::string& bytes, const FileRequest& file) {
  const std::vector<std::string> lines = whole_lines_of(bytes);
  std::string out;
  std::size_t at = 0;
  for (const Operation& operation : file.operations) {
    const Passage* const passage = std::get_if<Passage>(&operation.target);
    if (passage == nullptr) continue;
    for (; passage->line && at + 1 < passage->line->value; ++at) append(out, lines.at(at));
    for (const PassageRow& row : passage->rows) {
      if (row.fate == RowFate::added) {
        append(out, concat(row.text, '\n'));
      } else {
        EXPECT_TRUE(lines.at(at) == concat(row.text, '\n') || lines.at(at) == row.text) << printable(row.text);
        if (row.fate == RowFate::kept) append(out, lines.at(at));
        ++at;
      }
    }
    if (passage->terminated_after == false && out.ends_with('\n')) out.pop_back();
  }
  for (; at < lines.size(); ++at) append(out, lines[at]);
  return out;
}

class Twin {
 public:
  explicit Twin(const World& world) : world_(world) {}

  std::string refusal_of(const Request& request) {
    for (const FileRequest& file : request.files) {
      // The file that was spelled comes first.
      std::string path = file.literal_path && (world_.contains(*file.literal_path)) ? *file.literal_path : file.path;
      if (!file.must_be_new && !world_.contains(path)) return concat(path, " is not there");
      WorldFile& changed = world_[path];
      changed.bytes = with_passages_written(changed.bytes, file);
      if (file.executable) changed.executable = *file.executable;
      for (const Operation& operation : file.operations) {
        if (std::holds_alternative<Whole>(operation.target)) changed.bytes = operation.body;
        if (const auto* const to = std::get_if<Relocation>(&operation.target)) {
          world_[to->destination] = changed;
          world_.erase(path);
        }
        if (std::holds_alternative<Removal>(operation.target)) {
          if (!changed.bytes.empty()) return concat(path, " is not empty");
          world_.erase(path);
        }
      }
    }
    return {};
  }
  const World& world() const { return world_; }

 private:
  World world_;
};

// ---- the engine, on a disk in memory

class Engine {
 public:
  explicit Engine(const World& world) {
    others_.make_folder("/root");
    others_.make_folder("/state");
    for (const auto& [name, file] : world) {
      others_.make_file(concat("/root/", name), file.bytes, file.executable ? 0755 : 0644);
    }
    workspace_.emplace(Workspace::open(fs_, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value());
    session_.emplace(Session{.workspace = *workspace_, .store = *store_, .id = "law"});
  }

  std::string refusal_of(const Request& request) {
    const Result<Receipt> done = run(request, *session_);
    return done ? std::string() : to_text(done.error());
  }

  World world() {
    World world;
    const Handle root = fs_.open_root("/root").value();
    for (const auto& [name, bytes] : others_.tree("/root")) {
      if (name.ends_with('/')) continue;
      const fs::path path(name);
      const Handle folder = fs_.open_folder(root, path.parent_path().string(), Mounts::refuse).value();
      const std::uint32_t permissions = fs_.look_at(folder, path.filename().string())->permissions;
      world[name] = {bytes, (permissions & 0100U) != 0};
    }
    return world;
  }

 private:
  MemoryFileSystem fs_;
  ForeignParty others_{fs_};
  std::unique_ptr<Store> store_ = memory_store();
  std::optional<Workspace> workspace_;
  std::optional<Session> session_;
};

// What is wrong with the first section that is not taken; empty if all are.
template <class Editor>
std::string first_refusal(Editor& editor, const Diffed& diff, std::size_t sections) {
  for (const std::string& batch : batches_of(diff, sections)) {
    const Result<Request> request = heard(batch);
    if (request && !request->warnings.empty()) return concat(request->warnings.front(), '\n', printable_rows(batch));
    const std::string refusal = request ? editor.refusal_of(*request) : to_text(request.error());
    if (refusal.empty()) continue;
    // Nothing of it was applied: one by one they tell which it is.
    const std::string alone = sections == 1 ? std::string() : first_refusal(editor, {{}, batch, diff.section_mark}, 1);
    return alone.empty() ? concat(refusal, '\n', printable_rows(batch)) : alone;
  }
  return {};
}

template <class Editor>
void expect_to_make_the_new_files(const Diffed& diff, std::size_t sections) {
  Editor editor(diff.worlds.before);
  ASSERT_EQ(first_refusal(editor, diff, sections), "");
  ASSERT_EQ(difference(diff.worlds.after, editor.world()), "");
}

// ---- git

struct GitWay {
  std::vector<std::string> settings = {}, options = {};
  std::string strip = "-p1";
};

const std::vector<GitWay>& git_ways() {
  static const std::vector<GitWay> ways{
      {},
      {.options = {"-U1"}},
      {.settings = {"-c", "diff.mnemonicPrefix=true"}, .options = {"-U10", "--full-index"}},
      {.options = {"--no-prefix"}, .strip = "-p0"},
      {.settings = {"-c", "core.quotePath=false"}, .options = {"--patience", "--find-renames=90%"}},
      {.options = {"-U2", "--no-renames", "--inter-hunk-context=3"}},
  };
  return ways;
}

// A repository with both worlds, and what git says about them.
class GitWorlds {
 public:
  GitWorlds(TwoWorlds worlds, const GitWay& way) : diff_{std::move(worlds), {}, "diff --git "}, way_(way) {
    git({"init", "--quiet"});
    const std::string after = tree_of(diff_.worlds.after);
    const std::string before = tree_of(diff_.worlds.before);
    std::vector<std::string> words = way.settings;
    for (const char* const word : {"diff", "--no-color", "--text"}) words.emplace_back(word);
    words.insert(words.end(), way.options.begin(), way.options.end());
    words.push_back(before);
    words.push_back(after);
    diff_.text = git(words);
  }

  const Diffed& diff() const { return diff_; }

  World applied_by_git() {
    folder_.write(".git/diff", diff_.text);
    git({"apply", "--whitespace=nowarn", way_.strip, ".git/diff"});
    return world_in(folder_.path());
  }

 private:
  // The name of the tree; the files stay where they are.
  std::string tree_of(const World& world) {
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      if (entry.path().filename() != ".git") fs::remove_all(entry.path());
    }
    put_world(world, folder_.path());
    git({"add", "--all", "."});
    const std::string name = git({"write-tree"});
    return name.substr(0, name.find('\n'));
  }

  std::string git(std::vector<std::string> words) {
    words.insert(words.begin(), "git");
    const Ran ran = laws::run(words, {.folder = folder_.path()});
    EXPECT_EQ(ran.exit_status, 0) << words[1] << ": " << ran.complaints.substr(0, 2000);
    return ran.output;
  }

  ScratchFolder folder_;
  Diffed diff_;
  GitWay way_;
};

// ---- GNU diff and patch

class GnuWorlds {
 public:
  GnuWorlds(TwoWorlds worlds, const std::string& context) : diff_{std::move(worlds), {}, "diff -ruN "} {
    // An empty file that comes or goes makes no rows, so that nothing can be made of them.
    std::erase_if(diff_.worlds.before,
                  [&](const auto& file) { return file.second.bytes.empty() && !diff_.worlds.after.contains(file.first); });
    std::erase_if(diff_.worlds.after,
                  [&](const auto& file) { return file.second.bytes.empty() && !diff_.worlds.before.contains(file.first); });
    fs::create_directories(folder_.path() / "a");
    fs::create_directories(folder_.path() / "b");
    put_world(diff_.worlds.before, folder_.path() / "a");
    put_world(diff_.worlds.after, folder_.path() / "b");
    const Ran ran = laws::run({"diff", "-ruN", "--text", context, "a", "b"}, {.folder = folder_.path()});
    EXPECT_LE(ran.exit_status, 1) << ran.complaints;
    diff_.text = ran.output;
  }

  const Diffed& diff() const { return diff_; }

  World applied_by_patch() {
    folder_.write("diff", diff_.text);
    const Ran ran =
        laws::run({"patch", "--batch", "--quiet", "--binary", "-p1"}, {.folder = folder_.path() / "a", .input = "../diff"});
    EXPECT_EQ(ran.exit_status, 0) << ran.output.substr(0, 2000) << ran.complaints.substr(0, 2000);
    return world_in(folder_.path() / "a");
  }

 private:
  ScratchFolder folder_;
  Diffed diff_;
};

// ---- what the dialect itself says

std::vector<FileOutcome> outcomes_of(Random& random, TwoWorlds& worlds) {
  std::vector<FileOutcome> outcomes;
  for (const auto& [name, file] : worlds.before) {
    FileOutcome outcome;
    outcome.path = name;
    outcome.before = Text(file.bytes);
    const auto after = worlds.after.find(name);
    outcome.removed = after == worlds.after.end();
    if (!outcome.removed) outcome.after = Text(after->second.bytes);
    if (!outcome.removed && random.one_in(8)) {
      outcome.destination = concat(name, " moved");
      worlds.after[outcome.destination] = after->second;
      worlds.after.erase(name);
    }
    outcomes.push_back(std::move(outcome));
  }
  for (const auto& [name, file] : worlds.after) {
    if (worlds.before.contains(name) || name.ends_with(" moved")) continue;
    FileOutcome outcome;
    outcome.path = name;
    outcome.created = true;
    outcome.after = Text(file.bytes);
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

// ---- laws

std::size_t cases() { return std::max<std::size_t>(law_cases() / 100, 100); }

template <class Law>
void for_git_diffs(const Law& law) {
  const std::size_t files = cases() / git_ways().size();
  for (std::size_t i = 0; i < git_ways().size(); ++i) {
    Random random(case_seed(i));
    GitWorlds git(random_worlds(random, files, Modes::changed), git_ways()[i]);
    law(git);
    if (testing::Test::HasFailure()) GTEST_FAIL() << "with git's options of way " << i;
  }
}

template <class Law>
void for_gnu_diffs(const Law& law) {
  const std::vector<std::string> contexts{"-U3", "-U1", "-U5"};
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    Random random(case_seed(1000 + i));
    GnuWorlds gnu(random_worlds(random, cases() / contexts.size(), Modes::kept), contexts[i]);
    law(gnu);
    if (testing::Test::HasFailure()) GTEST_FAIL() << "with " << contexts[i];
  }
}

TEST(UdiffOracleLaws, WhatGitSaysIsHeardToTheByte) {
  for_git_diffs([](GitWorlds& git) { expect_to_make_the_new_files<Twin>(git.diff(), 40); });
}

TEST(UdiffOracleLaws, WhatDiffSaysIsHeardToTheByte) {
  for_gnu_diffs([](GnuWorlds& gnu) { expect_to_make_the_new_files<Twin>(gnu.diff(), 40); });
}

TEST(UdiffOracleLaws, OfWhatGitSaysTheEngineMakesTheNewFiles) {
  for_git_diffs([](GitWorlds& git) { expect_to_make_the_new_files<Engine>(git.diff(), 40); });
}

TEST(UdiffOracleLaws, OfWhatDiffSaysTheEngineMakesTheNewFiles) {
  for_gnu_diffs([](GnuWorlds& gnu) { expect_to_make_the_new_files<Engine>(gnu.diff(), 40); });
}

TEST(UdiffOracleLaws, AndSoDoGitAndPatch) {
  for_git_diffs([](GitWorlds& git) { ASSERT_EQ(difference(git.diff().worlds.after, git.applied_by_git()), ""); });
  for_gnu_diffs([](GnuWorlds& gnu) { ASSERT_EQ(difference(gnu.diff().worlds.after, gnu.applied_by_patch()), ""); });
}

TEST(UdiffOracleLaws, WhatIsSaidIsHeardToTheByteAndAppliedByGit) {
  Random random(case_seed(2000));
  Diffed diff{random_worlds(random, cases(), Modes::kept), {}, "diff --git "};
  const std::vector<FileOutcome> outcomes = outcomes_of(random, diff.worlds);
  diff.text = *find_dialect("udiff")->say(outcomes)->find("input")->as_string();
  expect_to_make_the_new_files<Twin>(diff, 40);
  const ScratchFolder folder;
  put_world(diff.worlds.before, folder.path());
  folder.write("../diff", diff.text);
  const Ran ran = laws::run({"git", "apply", "--whitespace=nowarn", "../diff"}, {.folder = folder.path()});
  EXPECT_EQ(ran.exit_status, 0) << ran.complaints.substr(0, 2000);
  EXPECT_EQ(difference(diff.worlds.after, world_in(folder.path())), "");
}

}  // namespace
}  // namespace kedge::laws
