// kedge search and git grep, turn by turn on the same trees: the same rows, and how long each takes.
//   search_trees KEDGE GIT STATE TREE…     each TREE is the top of a git work tree without changes
#include <cstdio>

#include "benchmarks/perf/process.hpp"
#include "benchmarks/perf/results.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

struct Pattern {
  const char* name;
  const char* pattern;
  bool literal = false;
  bool ignore_case = false;
  bool takes_git_long = false;  // seconds, on a large tree
};
constexpr Pattern patterns[] = {
    {"a common word", "return", true}, {"a rare word", "kedge_no_such_word", true},     {"one of two", "struct|class"},
    {"at the start", "^#include"},     {"a call", "[a-z_]+\\(\\)", false, false, true}, {"in either case", "todo", true, true},
};

bool compare(const std::string& kedge, const std::string& git, const std::string& state, const std::string& tree) {
  bool equal = true;
  const std::size_t turns = is_quick() ? 3 : 7;
  for (const Pattern& one : patterns) {
    if (is_quick() && one.takes_git_long) continue;
    std::vector<std::string> ours{kedge, "search", "--plain", one.pattern, "--root", tree, "--state", state};
    std::vector<std::string> theirs{git, "-c", "core.quotePath=false", "grep", "-n", "-I", one.literal ? "-F" : "-E"};
    if (one.literal) ours.emplace_back("--literal");
    if (one.ignore_case) {
      ours.emplace_back("--ignore-case");
      theirs.emplace_back("-i");
    }
    theirs.emplace_back(one.pattern);
    const std::vector<std::string> never_fails{"/bin/sh", "-c", "\"$@\" || [ $? = 1 ]", "sh"};
    theirs.insert(theirs.begin(), never_fails.begin(), never_fails.end());
    std::vector<Milliseconds> our_times, their_times;
    std::string our_rows, their_rows;
    for (std::size_t turn = 0; turn <= turns; ++turn) {
      const Ran search = run_program(ours, tree);
      const Ran grep = run_program(theirs, tree);
      our_rows = search.output;
      their_rows = grep.output;
      if (turn == 0) continue;
      our_times.push_back(search.time);
      their_times.push_back(grep.time);
    }
    const std::string what = concat(tree.substr(tree.rfind('/') + 1), ": ", one.name);
    note_result({.group = "search", .what = what}, our_times);
    note_result({.group = "search", .what = what, .tool = "git grep"}, their_times);
    const bool same = our_rows == their_rows;
    equal = equal && same;
    std::printf("%-28s %-16s %9.1f %9.1f %6.2f  %s\n", tree.substr(tree.rfind('/') + 1).c_str(), one.name,
                median(our_times).count(), median(their_times).count(), median(our_times) / median(their_times),
                same ? "equal" : "OTHER ROWS");
  }
  return equal;
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** words) {
  if (count < 5) {
    std::fputs("usage: search_trees KEDGE GIT STATE TREE…\n", stderr);
    return 2;
  }
  std::printf("%-28s %-16s %9s %9s %6s\n", "tree", "pattern", "kedge ms", "git ms", "ratio");
  bool equal = true;
  for (int i = 4; i < count; ++i) equal = kedge::bench::compare(words[1], words[2], words[3], words[i]) && equal;
  return equal ? 0 : 1;
}
