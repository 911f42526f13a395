// What the user has configured: which of option, variable and file counts, what kedge config says of it, and what a repository
// cannot do.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "scenarios/mcp_client.hpp"
#include "scenarios/workplace.hpp"
#include "support/json.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

class Settings : public testing::Test {
 protected:
  Settings() { write_file(place.root() / "a.txt", "one\n"); }

  fs::path file() const { return place.home() / "config" / "kedge" / "config.toml"; }
  void configure(const std::string& text) const {
    fs::create_directories(file().parent_path());
    write_file(file(), text);
  }
  // The row of a setting in `kedge config --json`.
  Json setting(std::string_view key) const {
    const Finished printed = place.shell("$K config --json");
    const auto json = read_json(printed.output);
    if (!json || json->find("settings") == nullptr) return {};
    for (const Json& row : *json->find("settings")->as_array()) {
      if (*row.find("key")->as_string() == key) return row;
    }
    return {};
  }

  Workplace place;
};

TEST_F(Settings, AnOptionCountsBeforeAVariableAndAVariableBeforeTheFile) {
  configure("dialect = \"replace\"\n");
  EXPECT_TRUE(says(place.shell("$K read a.txt"), "content_sha256="));
  EXPECT_TRUE(says(place.shell("KEDGE_DIALECT=hashline $K read a.txt"), "1:76|one"));
  EXPECT_TRUE(says(place.shell("KEDGE_DIALECT=hashline $K read --dialect patch a.txt"), "¶a.txt#"));
  EXPECT_TRUE(says(place.shell("KEDGE_DIALECT= $K read a.txt"), "content_sha256=")) << "an empty variable is not set";
}

TEST_F(Settings, ConfigSaysWhatHoldsAndWhereItComesFrom) {
  configure("# mine\ndialect = \"replace\"\n\n[mcp]\nconfirm = \"always\"\npage-size = 5000\n");
  place.set("KEDGE_MCP_CONFIRM=suspicious");
  EXPECT_EQ(*setting("dialect").find("from")->as_string(), concat(file().string(), ":2"));
  EXPECT_EQ(*setting("mcp.page-size").find("value")->as_integer(), 5000);
  EXPECT_EQ(*setting("mcp.confirm").find("from")->as_string(), "KEDGE_MCP_CONFIRM");
  EXPECT_EQ(*setting("mcp.confirm").find("value")->as_string(), "suspicious");
  EXPECT_EQ(*setting("state").find("from")->as_string(), "default");
  const Finished text = place.shell("$K config");
  EXPECT_TRUE(succeeded(text));
  EXPECT_TRUE(says(text, "mcp.confirm           suspicious            KEDGE_MCP_CONFIRM\n"));
}

TEST_F(Settings, AnUnknownKeyIsNamedWithTheNearest) {
  configure("[mcp]\nconfrim = \"always\"\n");
  const Finished finished = place.shell("$K read a.txt");
  EXPECT_EQ(finished.status, 2);
  EXPECT_TRUE(says(finished, concat(file().string(), ":2: mcp.confrim: unknown key; did you mean mcp.confirm?")));
  EXPECT_EQ(place.shell("$K config").status, 2);
  EXPECT_TRUE(says(place.shell("$K config"), "did you mean mcp.confirm?"));
  EXPECT_TRUE(succeeded(place.shell("$K explain busy > out; rm out"))) << "what takes no settings does not care";
}

TEST_F(Settings, EveryMistakeIsToldAtOnceWithItsLine) {
  configure("dialect = \"pach\"\nstrict = 1\nstate = \"here\"\n[mcp]\npage-size = 10\nconfirm = [\"always\"]\n");
  const Finished finished = place.shell("$K read a.txt");
  EXPECT_EQ(finished.status, 2);
  for (const std::string_view part :
       {":1: dialect: 'pach' is no dialect; did you mean patch?", ":2: strict: takes true or false",
        ":3: state: 'here' is not an absolute path", ":5: mcp.page-size: '10' is no number from 4000 to 500000",
        ":6: mcp.confirm: takes a string"}) {
    EXPECT_TRUE(says(finished, part)) << part;
  }
  configure("dialect = \n");
  EXPECT_TRUE(says(place.shell("$K read a.txt"), "config.toml:1: not TOML"));
}

TEST_F(Settings, AFileInsideTheRootConfiguresNothing) {
  fs::create_directories(place.root() / "cfg" / "kedge");
  write_file(place.root() / "cfg" / "kedge" / "config.toml", "dialect = \"replace\"\nallow = [\"**\"]\n");
  place.set(concat("XDG_CONFIG_HOME=", (place.root() / "cfg").string()));
  const Finished finished = place.shell("$K read a.txt");
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(says(finished, "¶a.txt#"));
  EXPECT_TRUE(says(finished, "configures nothing: it lies inside the root"));
  EXPECT_TRUE(says(place.shell("$K config"), "(does not count)"));
  fs::create_directory_symlink(place.root() / "cfg", place.outside() / "link");
  place.set(concat("XDG_CONFIG_HOME=", (place.outside() / "link").string()));
  EXPECT_TRUE(says(place.shell("$K read a.txt"), "configures nothing")) << "nor by another name";
}

TEST_F(Settings, AFileThatOthersCanWriteIsNotTrusted) {
  configure("dialect = \"replace\"\n");
  ASSERT_EQ(::chmod(file().c_str(), 0666), 0);
  EXPECT_TRUE(refused(place.shell("$K read a.txt"), {"permission_denied"}));
  ASSERT_EQ(::chmod(file().c_str(), 0644), 0);
  EXPECT_TRUE(says(place.shell("$K read a.txt"), "content_sha256="));
  if (::geteuid() != 0) return;
  ASSERT_EQ(::chown(file().c_str(), 12345, 12345), 0);
  EXPECT_TRUE(refused(place.shell("$K read a.txt"), {"permission_denied"})) << "nor one of another user";
}

TEST_F(Settings, ListsAndFlagsCountLikeTheirOptions) {
  write_file(place.root() / ".mcp.json", "{}\n");
  constexpr std::string_view write = "printf '{ }' | $K write .mcp.json --expected-version $(version .mcp.json)";
  EXPECT_TRUE(refused(place.shell(write), {"path_protected"}));
  configure("allow = [\".vscode/**\", \".mcp.json\"]\n");
  EXPECT_EQ(place.shell(write).status, 0);
  EXPECT_EQ(place.bytes(".mcp.json"), "{ }");
  EXPECT_TRUE(refused(place.shell(concat("export KEDGE_ALLOW=a:b\n", write)), {"path_protected"})) << "instead of the file's";
}

TEST_F(Settings, AServerHasItsTable) {
  configure("dialect = \"replace\"\n[mcp]\ndialect = [\"anchors\", \"hashline\"]\nprefix = \"k_\"\nsandbox = false\n");
  write_file(place.outside() / "messages", concat(request(1, "initialize", Json::object({{"protocolVersion", "2025-11-25"}})),
                                                  '\n', request(2, "tools/list"), '\n'));
  const std::string tools = place.shell("$K mcp < $OUTSIDE/messages").output;
  EXPECT_NE(tools.find("k_anchors_read_file"), std::string::npos) << tools;
  EXPECT_NE(tools.find("k_hashline_open"), std::string::npos) << tools;
}

TEST_F(Settings, AMisspelledVariableIsPointedOut) {
  place.set("KEDGE_DIALEKT=replace");
  EXPECT_TRUE(says(place.shell("$K config"), "KEDGE_DIALEKT is no variable of kedge; did you mean KEDGE_DIALECT?"));
  EXPECT_TRUE(says(place.shell("KEDGE_STRICT=perhaps $K config"), "KEDGE_STRICT: 'perhaps' is neither true nor false"));
}

}  // namespace
}  // namespace kedge::test
