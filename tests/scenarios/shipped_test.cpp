// What is shipped with the program or told by it about itself: its version, completions, manual pages and help.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "scenarios/workplace.hpp"
#include "support/json.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> command_names() {
  return {
#define COMMAND(name) #name,
#include "cli/commands.def"
#undef COMMAND
  };
}

TEST(Shipped, VersionNamesTheCommitTheFlagsAndEveryGrammar) {
  const Workplace place;
  const Finished printed = place.shell("$K version --json");
  ASSERT_TRUE(succeeded(printed));
  const auto version = read_json(printed.output);
  ASSERT_TRUE(version) << printed.output;
  const std::string plain = place.shell("$K --version").output;
  EXPECT_EQ(plain, concat("kedge ", *version->find("version")->as_string(), '\n'));
  EXPECT_TRUE(std::regex_match(*version->find("commit")->as_string(), std::regex("([0-9a-f]{40}(-modified)?)?")))
      << printed.output;
  EXPECT_FALSE(version->find("flags")->as_array()->empty());
  const auto packages = read_json(read_file_bytes(fs::path(KEDGE_SOURCE_DIR) / "grammars" / "package.json"));
  ASSERT_TRUE(packages);
  EXPECT_EQ(*version->find("grammars"), *packages->find("dependencies"));
}

TEST(Shipped, BashCompletesCommandsOptionsAndValues) {
  const Workplace place;
  const auto completed = [&](std::string_view words, int at) {
    return place
        .shell(concat("bash -c 'eval \"$($K completion bash)\"; COMP_WORDS=(", words, "); COMP_CWORD=", at,
                      "; _kedge; printf \"%s \" \"${COMPREPLY[@]}\"'"))
        .output;
  };
  EXPECT_EQ(completed("kedge und", 1), "undo ");
  EXPECT_EQ(completed("kedge tools --dialect apply", 3), "apply_patch ");
  EXPECT_EQ(completed("kedge mcp --confirm s", 3), "suspicious ");
  EXPECT_EQ(completed("kedge write --expected-v", 2), "--expected-version ");
  EXPECT_EQ(completed("kedge explain snapshot_s", 2), "snapshot_stale ");
  EXPECT_EQ(completed("kedge setup claude-c", 2), "claude-code ");
  EXPECT_EQ(completed("kedge help configura", 2), "configuration ");
  write_file(place.root() / "some.txt", "");
  EXPECT_EQ(completed("kedge read so", 2), "some.txt ");
  EXPECT_EQ(completed("kedge edit --input so", 3), "some.txt ");
}

TEST(Shipped, EveryShellIsToldEveryCommandAndOption) {
  const Workplace place;
  for (const std::string_view shell : {"bash", "zsh", "fish"}) {
    const std::string script = place.shell(concat("$K completion ", shell)).output;
    for (const std::string& command : command_names())
      EXPECT_NE(script.find(command), std::string::npos) << shell << ' ' << command;
    for (const std::string_view option : {"preview-stream", "expected-version", "confirm-default"}) {
      EXPECT_NE(script.find(option), std::string::npos) << shell << ' ' << option;
    }
  }
  EXPECT_EQ(place.shell("$K completion tcsh").status, 2);
}

// A parser of its own says whether a script can be read at all, where the shell is installed.
TEST(Shipped, TheShellsCanReadWhatTheyAreTold) {
  const Workplace place;
  EXPECT_TRUE(succeeded(place.shell("$K completion bash | bash -n")));
  EXPECT_TRUE(succeeded(place.shell("! command -v zsh >/dev/null || $K completion zsh | zsh -n")));
  EXPECT_TRUE(succeeded(place.shell("! command -v fish >/dev/null || $K completion fish | fish --no-execute")));
}

TEST(Shipped, EveryCommandHasAManualPageWithAllOfItsHelp) {
  const Workplace place;
  const std::string program = place.shell("$K help --man").output;
  for (const std::string& command : command_names()) {
    EXPECT_NE(program.find(concat("kedge\\-", command, " (1)")), std::string::npos) << command;
    const std::string manual = place.shell(concat("$K help --man ", command)).output;
    EXPECT_TRUE(manual.starts_with(concat(".TH kedge-", command, " 1 "))) << manual;
    std::istringstream rows(place.shell(concat("$K ", command, " --help")).output);
    for (std::string row; std::getline(rows, row);) {
      if (!row.starts_with("  --")) continue;
      std::string option = row.substr(4, row.find(' ', 4) - 4);
      for (std::size_t at = 0; (at = option.find('-', at)) != std::string::npos; at += 2) option.insert(at, "\\");
      EXPECT_NE(manual.find(concat("\\-\\-", option, "\\fR")), std::string::npos) << command << ' ' << option;
    }
  }
  EXPECT_EQ(place.shell("$K help --man configuration").status, 2);
}

TEST(Shipped, APageTellsWhatEachCommandDoes) {
  const std::string manual = read_file_bytes(fs::path(KEDGE_SOURCE_DIR) / "docs" / "commands.md");
  for (const std::string& command : command_names()) {
    EXPECT_TRUE(manual.contains(concat("`kedge ", command, '`')) || manual.contains(concat("`kedge ", command, ' ')))
        << command;
  }
}

TEST(Shipped, HelpShowsThePagesOfTheDocumentation) {
  const Workplace place;
  std::istringstream index(read_file_bytes(fs::path(KEDGE_SOURCE_DIR) / "docs" / "README.md"));
  std::vector<std::string> listed;
  const std::regex link(R"re(\]\(([a-z_]+)\.md\))re");
  for (std::string row; std::getline(index, row);) {
    std::smatch found;
    if (std::regex_search(row, found, link)) listed.push_back(found[1]);
  }
  std::vector<std::string> shown;
#define TOPIC(name, summary) shown.emplace_back(#name);
#include "cli/topics.def"
#undef TOPIC
  ASSERT_GE(listed.size(), shown.size());
  EXPECT_EQ(std::vector<std::string>(listed.begin(), listed.begin() + static_cast<std::ptrdiff_t>(shown.size())), shown)
      << "docs/README.md lists the pages of topics.def first, in the same order";
  const std::string overview = place.shell("$K help").output;
  for (const std::string& topic : shown) {
    const std::string manual = place.shell(concat("$K help ", topic)).output;
    EXPECT_TRUE(manual.starts_with(read_file_bytes(fs::path(KEDGE_SOURCE_DIR) / "docs" / concat(topic, ".md")))) << topic;
    EXPECT_NE(overview.find(concat("\n  ", topic, ' ')), std::string::npos) << topic;
  }
  for (const auto& each : fs::directory_iterator(fs::path(KEDGE_SOURCE_DIR) / "docs" / "clients")) {
    const std::string client = each.path().stem();
    EXPECT_EQ(place.shell(concat("$K help ", client)).output, read_file_bytes(each.path()));
    EXPECT_NE(overview.find(concat(' ', client)), std::string::npos) << client;
  }
  const Finished unknown = place.shell("$K help configuratoin");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(says(unknown, "did you mean configuration?"));
}

}  // namespace
}  // namespace kedge::test
