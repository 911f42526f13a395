// Every byte outside of what is set or taken out stays, and what was added can be taken out again without a trace.
#include "setup/config_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

const ConfigPath entry_path{"mcpServers", "kedge"};
const Json entry = Json::object({{"command", "/bin/kedge"}, {"args", Json::array({"mcp", "--root", "."})}});
const TomlName table{"mcp_servers", "kedge"};

std::string set_in(std::string_view text, const ConfigPath& path = entry_path, const Json& value = entry) {
  const ConfigResult<std::string> out = with_value(text, path, value);
  return out ? *out : concat("line ", out.error().line, ": ", out.error().what);
}

std::string taken_from(std::string_view text, const ConfigPath& path = entry_path) {
  const ConfigResult<std::string> out = without_value(text, path);
  return out ? *out : concat("line ", out.error().line, ": ", out.error().what);
}

// Whether all of `part` stands in `whole`, in order.
bool is_subsequence(std::string_view part, std::string_view whole) {
  std::size_t at = 0;
  for (const char c : whole) {
    if (at < part.size() && part[at] == c) ++at;
  }
  return at == part.size();
}

TEST(Jsonc, AnEmptyFileGetsAnObject) {
  EXPECT_EQ(set_in(""),
            "{\n  \"mcpServers\": {\n    \"kedge\": {\n      \"command\": \"/bin/kedge\",\n"
            "      \"args\": [\"mcp\", \"--root\", \".\"]\n    }\n  }\n}\n");
  EXPECT_EQ(set_in("// mine\n").substr(0, 10), "// mine\n{\n");
}

TEST(Jsonc, AMemberIsAddedBehindTheLastOneInTheStyleOfTheFile) {
  EXPECT_EQ(set_in("{\n\t\"a\": 1\n}\n", {"b"}, 2), "{\n\t\"a\": 1,\n\t\"b\": 2\n}\n");
  EXPECT_EQ(set_in("{\r\n    \"a\": 1\r\n}\r\n", {"b"}, Json::object({{"c", 2}})),
            "{\r\n    \"a\": 1,\r\n    \"b\": {\r\n        \"c\": 2\r\n    }\r\n}\r\n");
  EXPECT_EQ(set_in("{\"a\": 1}", {"b"}, Json::object({{"c", 2}})), "{\"a\": 1, \"b\": {\"c\": 2}}");
  EXPECT_EQ(set_in("{\n  \"a\": 1,\n}", {"b"}, 2), "{\n  \"a\": 1,\n  \"b\": 2,\n}")
      << "a comma behind the last stays the habit";
  EXPECT_EQ(set_in("{\"a\": 1,}", {"b"}, 2), "{\"a\": 1, \"b\": 2,}");
  EXPECT_EQ(set_in("{}", {"b"}, 2), "{\n  \"b\": 2\n}");
  EXPECT_EQ(set_in("\xEF\xBB\xBF{\n  \"a\": 1\n}\n", {"b"}, 2), "\xEF\xBB\xBF{\n  \"a\": 1,\n  \"b\": 2\n}\n");
}

TEST(Jsonc, CommentsStayWithTheirLines) {
  EXPECT_EQ(set_in("{\n  \"a\": 1 // one\n  // the end\n}", {"b"}, 2), "{\n  \"a\": 1, // one\n  \"b\": 2\n  // the end\n}");
  EXPECT_EQ(set_in("{\n  \"a\": 1, /* one,\n two } */\n}", {"b"}, 2), "{\n  \"a\": 1, /* one,\n two } */\n  \"b\": 2,\n}");
  EXPECT_EQ(set_in("{ // nothing yet\n}", {"b"}, 2), "{ // nothing yet\n  \"b\": 2\n}");
  EXPECT_EQ(set_in("{ /* nothing yet */ }", {"b"}, 2), "{ /* nothing yet */\n  \"b\": 2\n }");
  EXPECT_EQ(set_in("{\"a\": \"// no comment, }\"}", {"b"}, 2), "{\"a\": \"// no comment, }\", \"b\": 2}");
}

TEST(Jsonc, AValueIsReplacedInItsPlace) {
  EXPECT_EQ(set_in("{\"a\": [1, 2 /* two */], \"b\": 3}", {"a"}, 4), "{\"a\": 4, \"b\": 3}");
  EXPECT_EQ(set_in("{\"a\":1}", {"a"}, 1), "{\"a\":1}") << "an equal one stays as it is written";
  EXPECT_EQ(set_in("{\"a\": {\"b\": {}}}", {"a", "b", "c"}, true), "{\"a\": {\"b\": {\n  \"c\": true\n}}}");
  EXPECT_EQ(set_in(R"({"\u0061": 1})", {"a"}, 2), R"({"\u0061": 2})") << "a name is what it means";
}

TEST(Jsonc, ItemsAreAppended) {
  EXPECT_EQ(set_in("{\"a\": [1]}", {"a", std::size_t{1}}, 2), "{\"a\": [1, 2]}");
  EXPECT_EQ(set_in("{\n  \"a\": [\n    1\n  ]\n}", {"a", std::size_t{1}}, 2), "{\n  \"a\": [\n    1,\n    2\n  ]\n}");
  EXPECT_EQ(taken_from("{\"a\": [1, 2, 3]}", {"a", std::size_t{1}}), "{\"a\": [1, 3]}");
}

TEST(Jsonc, WhatIsNoJsonIsNotTouched) {
  for (const std::string_view text : {"{", R"({"a": })", R"({"a": 1 "b": 2})", "{,}", R"({"a": [1,,]})", "/* open", "[]", "1",
                                      R"({"a":1,"a":2})", "{'a': 1}", R"({"a": 1}})", "{\"a\": \"\xFF\"}"}) {
    EXPECT_FALSE(with_value(text, entry_path, entry)) << text;
    EXPECT_FALSE(without_value(text, entry_path)) << text;
  }
  const ConfigResult<std::string> broken = with_value("{\n  \"a\": 1\n  \"b\": 2\n}", entry_path, entry);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().line, 3U);
}

TEST(Jsonc, AValueOfAnotherKindIsInTheWay) {
  EXPECT_EQ(set_in("{\n  \"mcpServers\": 1\n}"), "line 2: mcpServers is not what a client expects there");
  EXPECT_EQ(set_in("{\n  \"mcpServers\": []\n}"), "line 2: mcpServers is not what a client expects there");
}

TEST(Jsonc, AMemberIsTakenOutWithItsCommaAndItsLine) {
  EXPECT_EQ(taken_from("{\n  \"a\": 1,\n  \"b\": 2\n}", {"a"}), "{\n  \"b\": 2\n}");
  EXPECT_EQ(taken_from("{\n  \"a\": 1,\n  \"b\": 2\n}", {"b"}), "{\n  \"a\": 1\n}");
  EXPECT_EQ(taken_from("{\r\n  \"a\": 1,\r\n  \"b\": 2,\r\n}\r\n", {"b"}), "{\r\n  \"a\": 1,\r\n}\r\n");
  EXPECT_EQ(taken_from("{\"a\": 1, \"b\": 2}", {"a"}), "{\"b\": 2}");
  EXPECT_EQ(taken_from("{\"a\": 1, \"b\": 2}", {"b"}), "{\"a\": 1}");
  EXPECT_EQ(taken_from("{ // c\n  \"a\": 1, \"b\": 2\n}", {"a"}), "{ // c\n  \"b\": 2\n}") << "a comment swallows nothing";
  EXPECT_EQ(taken_from("{ // c\n  \"a\": 1 }", {"a"}), "{ // c\n  }");
  EXPECT_EQ(taken_from("{\n  \"a\": 1 /* x */ ,\n  \"b\": 2\n}", {"a"}), "{\n  /* x */ \n  \"b\": 2\n}");
  EXPECT_EQ(taken_from("{\"b\": 2}", {"a"}), "{\"b\": 2}");
  EXPECT_EQ(taken_from("{\"x\": 1, \"a\": {\"b\": {\"c\": 2}}}", {"a", "b", "c"}), "{\"x\": 1}") << "with what it leaves empty";
  EXPECT_EQ(taken_from("{\"a\": {\n // keep\n \"b\": 2}}", {"a", "b"}), "{\"a\": {\n // keep\n }}");
}

// Any layout that people and programs write: blanks, line ends, comments, commas.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string file() { return concat(gap(), object(0), gap()); }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_.below(limit); }
  std::string gap() {
    static const std::vector<std::string> gaps{"", " ", "\n", "\n    ", "\t", " // c, }\n", " /* { \" */ ", "\r\n", ""};
    return gaps[below(gaps.size())];
  }
  std::string value(int depth) {
    if (depth < 3 && below(3) == 0) return object(depth + 1);
    if (depth < 3 && below(4) == 0) return list("[", "]", [&] { return value(depth + 1); });
    static const std::vector<std::string> values{"1", R"("x, // }")", "true", "null", "-1.5", R"("\"")", R"("")"};
    return values[below(values.size())];
  }
  std::string object(int depth) {
    int member = 0;
    return list("{", "}", [&] {
      const bool known = depth == 0 && member == 0 && below(2) == 0;
      const std::string name = known ? "mcpServers" : concat('m', ++member);
      if (known) ++member;
      return concat('"', name, '"', gap(), ':', gap(), known ? object(depth + 1) : value(depth));
    });
  }
  template <class Item>
  std::string list(std::string_view open, std::string_view close, Item item) {
    std::string out(open);
    const std::uint64_t count = 1 + below(4);
    for (std::uint64_t i = 0; i < count; ++i) {
      append(out, concat(gap(), item(), gap(), i + 1 < count || below(4) == 0 ? "," : ""));
    }
    return concat(out, gap(), close);
  }

  RepeatableRandom random_;
};

TEST(Jsonc, WhatIsAddedKeepsEveryByteAndGoesWithoutATrace) {
  for (std::uint64_t seed = 0; seed < (is_long_form() ? 1000U : 200U); ++seed) {
    const std::string text = Writer(seed).file();
    const ConfigResult<Json> before = read_jsonc(text);
    ASSERT_TRUE(before) << text << "\nline " << before.error().line << ": " << before.error().what;
    const ConfigResult<std::string> added = with_value(text, entry_path, entry);
    ASSERT_TRUE(added) << text << '\n' << added.error().what;
    EXPECT_TRUE(is_subsequence(text, *added)) << text << "\n->\n" << *added;
    const ConfigResult<Json> after = read_jsonc(*added);
    ASSERT_TRUE(after) << *added;
    ASSERT_NE(value_at(*after, entry_path), nullptr);
    EXPECT_EQ(*value_at(*after, entry_path), entry);
    EXPECT_EQ(with_value(*added, entry_path, entry), *added) << "a second time changes nothing";
    EXPECT_EQ(taken_from(*added), text) << "seed " << seed << "\nadded:\n" << *added;
  }
}

TEST(Jsonc, TakingOutAnyMemberKeepsTheOthers) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::string text = Writer(seed).file();
    const Json before = *read_jsonc(text);
    for (const auto& [name, value] : *before.as_object()) {
      const std::string out = taken_from(text, {name});
      EXPECT_TRUE(is_subsequence(out, text)) << text << "\n->\n" << out;
      const ConfigResult<Json> after = read_jsonc(out);
      ASSERT_TRUE(after) << text << "\n->\n" << out;
      EXPECT_EQ(after->as_object()->size() + 1, before.as_object()->size());
    }
  }
}

// ---- TOML

const std::string toml_entry = "[mcp_servers.kedge]\ncommand = \"/bin/kedge\"\nargs = [\"mcp\", \"--root\", \".\"]\n";

std::string set_in_toml(std::string_view text) {
  const ConfigResult<std::string> out = with_toml_table(text, table, entry);
  return out ? *out : concat("line ", out.error().line, ": ", out.error().what);
}

TEST(Toml, ATableIsAddedAtTheEnd) {
  EXPECT_EQ(set_in_toml(""), toml_entry);
  EXPECT_EQ(set_in_toml("model = \"x\" # mine\n"), concat("model = \"x\" # mine\n\n", toml_entry));
  EXPECT_EQ(toml_table(table, entry), toml_entry);
}

TEST(Toml, WhatWasAddedGoesWithoutATrace) {
  for (const std::string text : {"", "a = 1\n", "a = 1", "a = 1\n\n", "# only a comment\n", "a = 1\r\n[b]\r\nc = 2\r\n",
                                 "[b]\nlist = [\n  \"]\", # ]\n  \"[x]\"\n]\n", "t = \"\"\"\n[mcp_servers.kedge]\n\"\"\"\n",
                                 "[mcp_servers.other]\ncommand = 'x'\n", "mcp_servers.other.command = 'x'\n", "\n\n\n"}) {
    const std::string added = set_in_toml(text);
    EXPECT_TRUE(is_subsequence(text, added)) << added;
    const ConfigResult<Json> read = read_toml_table(added, table);
    ASSERT_TRUE(read) << added;
    EXPECT_EQ(*read, entry) << added;
    EXPECT_EQ(set_in_toml(added), added);
    EXPECT_EQ(without_toml_table(added, table), text) << added;
  }
}

TEST(Toml, KeysOfTheTableAreSetInTheirPlaceAndOthersStay) {
  EXPECT_EQ(
      set_in_toml("[ mcp_servers . \"kedge\" ] # mine\nenabled = true\nargs = [\n  \"old\", # ]\n] # args\ncommand = 'old'\n\n"
                  "[mcp_servers.kedge.env]\nA = \"1\"\n[b]\n"),
      "[ mcp_servers . \"kedge\" ] # mine\nenabled = true\nargs = [\"mcp\", \"--root\", \".\"] # args\ncommand = "
      "\"/bin/kedge\"\n\n"
      "[mcp_servers.kedge.env]\nA = \"1\"\n[b]\n");
  EXPECT_EQ(set_in_toml("[mcp_servers.kedge]\ncommand = \"/bin/kedge\""),
            "[mcp_servers.kedge]\ncommand = \"/bin/kedge\"\nargs = [\"mcp\", \"--root\", \".\"]");
}

TEST(Toml, AValueOfAnyKindIsReplacedExactly) {
  for (const std::string_view old : {"12", "-1.5e3", "true", "1979-05-27T07:32:00Z", "07:32:00", "0xDEAD_beef", "inf", "''",
                                     "\"\"", "'\xC3\xA9'", "[]", "[1, [2]]", "{}", "{ a = 1, b = [ \"]\" ] }",
                                     "\"\"\"\n\"x\"\"\"\"\"", "'''\n\xC3\xA9\n\n'''", "[ # a\n 'b', # ]\n]", "[{a = 1}]"}) {
    for (const std::string_view after :
         {"", "\n", "\r\n", " # \xC3\xA9\n", "\n\n[mcp_servers.kedge.env]\n", "\n\n[[mcp_servers.kedge.list]]\n"}) {
      const std::string start =
          "\xEF\xBB\xBF# \xC3\xA9\n[mcp_servers.kedge]\nargs = [\"mcp\", \"--root\", \".\"]\n\"\xC3\xA9\".b = 1\ncommand = ";
      EXPECT_EQ(set_in_toml(concat(start, old, after)), concat(start, "\"/bin/kedge\"", after)) << old;
    }
  }
}

TEST(Toml, ATableMayComeAfterThoseBelowIt) {
  EXPECT_EQ(set_in_toml("[mcp_servers.kedge.env]\nA = \"1\"\n"), concat("[mcp_servers.kedge.env]\nA = \"1\"\n\n", toml_entry));
  EXPECT_EQ(without_toml_table(concat("[mcp_servers.kedge.env]\nA = \"1\"\n\n[b]\nc.d = 1\n\n", toml_entry), table),
            "[b]\nc.d = 1\n");
  EXPECT_EQ(without_toml_table(concat(toml_entry, "[[mcp_servers.kedge.x]]\na.b = 1\n[[mcp_servers.kedge.x]]\n[c]\n"), table),
            "[c]\n");
}

TEST(Toml, ATableGoesWithThoseBelowIt) {
  EXPECT_EQ(
      without_toml_table(
          "a = 1\n\n[mcp_servers.kedge]\ncommand = \"x\"\n\n[mcp_servers.kedge.env]\nA = \"1\"\n\n# b\n[b]\nc = 1\n", table),
      "a = 1\n\n# b\n[b]\nc = 1\n");
  EXPECT_EQ(without_toml_table("a = 1\n", table), "a = 1\n");
}

TEST(Toml, StringsAreReadAsTheyAreMeant) {
  const auto read = [](std::string_view value) {
    return read_toml_table(concat("[mcp_servers.kedge]\ncommand = ", value, '\n'), table)
        .value_or(Json::object())
        .find("command")
        ->dump();
  };
  EXPECT_EQ(read(R"("a\"\\\u00e9\n")"), "\"a\\\"\\\\\xC3\xA9\\n\"");
  EXPECT_EQ(read(R"('a\b')"), R"("a\\b")");
  EXPECT_EQ(read("\"\"\"\na\\\n   b\"\"\""), "\"ab\"");
  EXPECT_EQ(read("[ 'a', \"b\" ]"), R"(["a","b"])");
  EXPECT_EQ(read("12"), "null");
}

TEST(Toml, WhatCannotBeReadIsNotTouched) {
  for (const std::string_view text : {"a", "a = ", "a = \"x", "[b", "[b] c", "a = [1", "a = 1 2", "= 1", "a = }",
                                      "[mcp_servers.kedge]\n[mcp_servers.kedge]\n"}) {
    EXPECT_FALSE(with_toml_table(text, table, entry)) << text;
    EXPECT_FALSE(without_toml_table(text, table)) << text;
  }
}

TEST(Toml, OtherFormsOfTheSameEntryAreLeftToThePerson) {
  for (const std::string_view text :
       {"[mcp_servers]\nkedge = { command = \"x\" }\n", "mcp_servers.kedge.command = \"x\"\n", "mcp_servers = {}\n",
        "[[mcp_servers.kedge]]\n", "[mcp_servers.kedge]\ncommand.x = 1\n", "[mcp_servers.kedge]\n[mcp_servers.kedge.args]\n"}) {
    EXPECT_EQ(set_in_toml(text).find("is written in a form that kedge does not change") != std::string::npos, true) << text;
  }
}

TEST(Toml, EveryValueIsListedWithItsWholeNameAndLine) {
  const ConfigResult<std::vector<TomlEntry>> entries = toml_entries(
      "a = 1\n[b]\nc.d = [\"x\", \"y\"]\ne = { f = true }\n\n[[g]]\nh = 1.5\n[[g]]\nh = 1979-05-27\n[b.i]\nj = 'k'\n");
  ASSERT_TRUE(entries);
  std::string listed;
  for (const TomlEntry& each : *entries)
    append(listed, concat(each.line, ' ', join(each.name, "."), ' ', each.value.dump(), '\n'));
  EXPECT_EQ(listed, "1 a 1\n3 b.c.d [\"x\",\"y\"]\n4 b.e.f true\n6 g [{\"h\":1.5},{\"h\":null}]\n11 b.i.j \"k\"\n");
}

TEST(Toml, AMistakeInAListingHasItsLine) {
  const ConfigResult<std::vector<TomlEntry>> entries = toml_entries("a = 1\nb = \n");
  ASSERT_FALSE(entries);
  EXPECT_EQ(entries.error().line, 2U);
}

}  // namespace
}  // namespace kedge
