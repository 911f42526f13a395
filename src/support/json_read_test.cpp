#include "support/json_read.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <optional>
#include <set>
#include <vector>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

std::string read_and_dumped(std::string_view text) {
  const std::expected<Json, JsonProblem> read = read_json(text);
  return read ? read->dump() : concat("refused: ", read.error().what);
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out.append(piece);
  return out;
}

TEST(ReadJson, ReadsWhatIsJson) {
  struct Case {
    std::string_view text, meaning;
  };
  constexpr std::array cases{
      Case{"null", "null"},
      Case{" \t\r\n true \n", "true"},
      Case{"false", "false"},
      Case{"0", "0"},
      Case{"-0", "0"},
      Case{"-12", "-12"},
      Case{"9223372036854775807", "9223372036854775807"},
      Case{"-9223372036854775808", "-9223372036854775808"},
      Case{"1.5", "1.5"},
      Case{"1.0", "1.0"},
      Case{"-0.0", "-0.0"},
      Case{"1e2", "100.0"},
      Case{"1E+2", "100.0"},
      Case{"25e-1", "2.5"},
      Case{"5e-324", "5e-324"},
      Case{"0e0", "0.0"},
      Case{R"("")", R"("")"},
      Case{R"("a b")", R"("a b")"},
      Case{R"("\"\\\/\b\f\n\r\t")", R"("\"\\/\u0008\u000c\n\r\t")"},
      Case{R"("\u0041\u00e4\u20AC")", "\"A\xC3\xA4\xE2\x82\xAC\""},
      Case{R"("\ud83d\ude00")", "\"\xF0\x9F\x98\x80\""},
      Case{R"("\u0000")", R"("\u0000")"},
      Case{R"("\uffff")", "\"\xEF\xBF\xBF\""},
      Case{"\"\x7F\"", R"("\u007f")"},
      Case{"\"12345678\xC3\xA4 12345678\xF0\x9F\x98\x80\"", "\"12345678\xC3\xA4 12345678\xF0\x9F\x98\x80\""},
      Case{"[]", "[]"},
      Case{"[ ]", "[]"},
      Case{"{}", "{}"},
      Case{"{ }", "{}"},
      Case{"[1,\"a\",null,[true],{}]", "[1,\"a\",null,[true],{}]"},
      Case{" { \"z\" : 1 , \"a\" : [ 2 , 3 ] , \"\" : { \"z\" : null } } ", R"({"z":1,"a":[2,3],"":{"z":null}})"},
  };
  for (const Case& c : cases) EXPECT_EQ(read_and_dumped(c.text), c.meaning) << c.text;
}

TEST(ReadJson, RefusesWhatIsNot) {
  using namespace std::string_view_literals;
  constexpr std::array cases{
      ""sv,
      " "sv,
      "nul"sv,
      "nulll"sv,
      "True"sv,
      "NaN"sv,
      "Infinity"sv,
      "-"sv,
      "+1"sv,
      "01"sv,
      "-01"sv,
      "1."sv,
      ".5"sv,
      "1.e1"sv,
      "1e"sv,
      "1e+"sv,
      "0x10"sv,
      "1 2"sv,
      "1_000"sv,
      "\""sv,
      "\"a"sv,
      "'a'"sv,
      "\"a\nb\""sv,
      "\"a\tb\""sv,
      "\"\0\""sv,
      "\"\\\""sv,
      "\"\\a\""sv,
      "\"\\u12\""sv,
      "\"\\u12G4\""sv,
      "\"\\u-123\""sv,
      "\"\\U0041\""sv,
      "["sv,
      "]"sv,
      "[1"sv,
      "[1,"sv,
      "[1,]"sv,
      "[,1]"sv,
      "[1 2]"sv,
      "[1}"sv,
      "{"sv,
      "}"sv,
      "{a:1}"sv,
      "{\"a\"}"sv,
      "{\"a\":}"sv,
      "{\"a\":1"sv,
      "{\"a\":1,"sv,
      "{\"a\":1,}"sv,
      "{\"a\" 1}"sv,
      "{1:1}"sv,
      "{\"a\":1]"sv,
      "[]]"sv,
      "{}{}"sv,
      "null,"sv,
      "/**/1"sv,
      "1//"sv,
      "\xEF\xBB\xBF{}"sv,
      "[1]\0"sv,
      "\xA0 1"sv,
      "[\x0B]"sv,
  };
  for (const std::string_view text : cases) {
    const auto read = read_json(text);
    EXPECT_FALSE(read) << text;
    if (!read) {
      EXPECT_FALSE(read.error().limit) << text;
      EXPECT_FALSE(read.error().what.empty()) << text;
      EXPECT_LE(read.error().offset, text.size()) << text;
    }
  }
}

TEST(ReadJson, RefusesBytesThatAreNoUtf8) {
  for (const std::string_view bytes : {"\xFF", "\x80", "\xC3", "\xC0\x80", "\xE2\x82", "\xED\xA0\x80", "\xF4\x90\x80\x80"}) {
    EXPECT_EQ(read_and_dumped(concat("[\"12345678", bytes, "\"]")), "refused: bytes that are no UTF-8");
    EXPECT_FALSE(read_json(concat("{\"", bytes, "\":1}")));
    EXPECT_FALSE(read_json(bytes));
  }
}

TEST(ReadJson, RefusesHalfASurrogatePair) {
  for (const std::string_view text : {R"("\ud83d")", R"("\ude00")", R"("\ud83dx")", R"("\ud83d\n")", R"("\ud83d\u0041")",
                                      R"("\ude00\ud83d")", R"("\ud83d\ud83d\ude00")", R"("\ud83d\ude0")"}) {
    EXPECT_EQ(read_and_dumped(text), "refused: half of a surrogate pair") << text;
  }
}

TEST(ReadJson, RefusesANameThatOccursTwiceAndSaysWhere) {
  const auto read = read_json("{\"a\": 1,\n \"b\": {\"a\": 1}, \"\\u0061\": 2, \"b\": 3}");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().what, "the name 'a' occurs twice");
  EXPECT_EQ(read.error().line, 2U);
  EXPECT_EQ(read.error().column, 17U);
}

TEST(ReadJson, TheFirstNameThatRepeatsAnotherIsFoundAmongFewAndAmongMany) {
  for (const std::size_t names : {2U, 8U, 9U, 40U}) {
    std::string text = "[{\"outer\":{";
    for (std::size_t i = 0; i < names; ++i) append(text, concat(i == 0 ? "" : ",", "\"n", i, "\":[{\"n0\":0}]"));
    ASSERT_TRUE(read_json(concat(text, "}}]"))) << names;
    const auto read = read_json(concat(text, ",\"n1\":0,\"n0\":0}}]"));
    ASSERT_FALSE(read) << names;
    EXPECT_EQ(read.error().what, "the name 'n1' occurs twice");
    EXPECT_EQ(read.error().offset, text.size() + 1);
  }
}

TEST(ReadJson, RefusesNumbersThatNoNumberOfOursIs) {
  for (const std::string_view text : {"9223372036854775808", "-9223372036854775809", "1e999", "-1e999",
                                      "1e99999999999999999999", "123456789012345678901234567890"}) {
    const auto read = read_json(text);
    ASSERT_FALSE(read) << text;
    EXPECT_TRUE(read.error().limit) << text;
    EXPECT_NE(read.error().what.find("is too large or too small"), std::string::npos) << read.error().what;
  }
}

TEST(ReadJson, AProblemHasItsOffsetItsLineAndItsColumn) {
  const auto read = read_json("{\n  \"a\": 1,\n  \"b\" 2\n}");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().offset, 18U);
  EXPECT_EQ(read.error().line, 3U);
  EXPECT_EQ(read.error().column, 7U);
  EXPECT_EQ(read.error().what, "':' was expected, not '2'");
}

TEST(ReadJson, WhatStandsInTheTextCannotSteerATerminal) {
  EXPECT_EQ(read_and_dumped("\x1B[31m"), "refused: a value was expected, not '\\x1b'");
}

TEST(ReadJson, TakesEachLimitAndRefusesOneMore) {
  const auto refused = [](const std::string& text, const JsonLimits& limits = {}) {
    const auto read = read_json(text, limits);
    return read ? std::string() : concat(read.error().limit ? "limit: " : "", read.error().what);
  };
  EXPECT_EQ(refused(repeated("[", 64) + repeated("]", 64)), "");
  EXPECT_EQ(refused(repeated("[", 65) + repeated("]", 65)), "limit: nested deeper than 64");
  EXPECT_EQ(refused(repeated("{\"a\":", 65) + "1" + repeated("}", 65)), "limit: nested deeper than 64");
  EXPECT_EQ(refused("[" + repeated("[],", 200) + "1]"), "") << "depth is not a number of brackets";

  std::string keys = "{\"k0\":0";
  for (int i = 1; i < 10'000; ++i) keys.append(concat(",\"k", i, "\":0"));
  EXPECT_EQ(refused(keys + "}"), "");
  EXPECT_EQ(refused(keys + ",\"more\":0}"), "limit: an object with more than 10000 names");

  EXPECT_EQ(refused("\"12345678\"", {.string_bytes = 8}), "");
  EXPECT_EQ(refused("\"123456789\"", {.string_bytes = 8}), "limit: a string of more than 8 bytes");
  EXPECT_EQ(refused(R"("\u0041\u0041\u0041")", {.string_bytes = 3}), "") << "the bytes that are meant count";
  EXPECT_EQ(refused(R"("\u0041\u0041\u20ac")", {.string_bytes = 3}), "limit: a string of more than 3 bytes");
  EXPECT_EQ(refused("{\"123456789\":1}", {.string_bytes = 8}), "limit: a string of more than 8 bytes");

  EXPECT_EQ(refused("[1,2,3]", {.values = 4}), "");
  EXPECT_EQ(refused("[1,2,3,4]", {.values = 4}), "limit: more than 4 values");
}

TEST(ReadJson, ADepthOf100000IsRefusedWithoutGoingThere) {
  for (const std::string_view piece : {"[", "{\"a\":", "[{\"a\":"}) {
    const auto read = read_json(repeated(piece, 100'000));
    ASSERT_FALSE(read);
    EXPECT_TRUE(read.error().limit);
    EXPECT_LT(read.error().offset, 1000U);
  }
}

TEST(ReadJson, EveryPrefixOfADocumentIsRefused) {
  const std::string text = R"({"jsonrpc":"2.0","id":[1,-2.5e3,true,false,null],"\u00e4\ud83d\ude00":{"a":"\\","b":[]}})";
  ASSERT_TRUE(read_json(text));
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto read = read_json(text.substr(0, length));
    ASSERT_FALSE(read) << text.substr(0, length);
    EXPECT_LE(read.error().offset, length);
  }
}

// ---- dump, then read

std::string random_string(RepeatableRandom& random) {
  static constexpr std::array<std::string_view, 12> pieces{"a",
                                                           "\"",
                                                           "\\",
                                                           "/",
                                                           "\n",
                                                           "\x01",
                                                           "\x7F",
                                                           "plain text of some length",
                                                           "\xC3\xA4",
                                                           "\xE2\x82\xAC",
                                                           "\xF0\x9F\x98\x80",
                                                           "{}[],:"};
  std::string out;
  for (std::size_t i = random.below(6); i > 0; --i) out.append(pieces[random.below(pieces.size())]);
  if (random.below(4) == 0) out.push_back('\0');
  return out;
}

double random_double(RepeatableRandom& random) {
  if (random.below(2) == 0) return static_cast<double>(static_cast<std::int64_t>(random.next())) / 1024.0;
  // Any bits but those of no number and of infinity.
  const double value = std::bit_cast<double>(random.next());
  return value - value == 0 ? value : 0.5;
}

Json random_value(RepeatableRandom& random, int depth) {
  switch (random.below(depth > 0 ? 8 : 6)) {
    case 0: return {};
    case 1: return random.below(2) == 0;
    case 2: return static_cast<std::int64_t>(random.next());
    case 3: return static_cast<std::int64_t>(random.below(100)) - 50;
    case 4: return random_double(random);
    case 5: return random_string(random);
    case 6: {
      Json array = Json::array();
      for (std::size_t i = random.below(5); i > 0; --i) array.push(random_value(random, depth - 1));
      return array;
    }
    default: {
      Json object = Json::object();
      for (std::size_t i = random.below(5); i > 0; --i) object.set(random_string(random), random_value(random, depth - 1));
      return object;
    }
  }
}

TEST(ReadJson, WhatIsDumpedReadsBackAsTheSameValue) {
  RepeatableRandom random(1);
  for (int i = 0; i < 5000; ++i) {
    const Json value = random_value(random, 5);
    const std::string text = value.dump();
    const auto read = read_json(text);
    ASSERT_TRUE(read) << text << ": " << read.error().what;
    ASSERT_EQ(*read, value) << text;
    ASSERT_EQ(read->dump(), text);
  }
}

// ---- the naive twin: the grammar of the RFC as it stands there, by recursion, which only says yes or no

using Rest = std::optional<std::string_view>;  // what follows, if it begins with what is looked for

std::string_view without_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

Rest after_digits(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return digits == 0 ? Rest() : text.substr(digits);
}

Rest after_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  Rest rest = text.starts_with('0') ? text.substr(1) : after_digits(text);
  if (rest && rest->starts_with('.')) rest = after_digits(rest->substr(1));
  if (rest && rest->starts_with('e')) {
    rest = rest->substr(1);
    rest = after_digits(rest->starts_with('-') ? rest->substr(1) : *rest);
  }
  return rest;
}

Rest after_string(std::string_view text) {
  if (!text.starts_with('"')) return std::nullopt;
  for (text.remove_prefix(1); !text.empty(); text.remove_prefix(1)) {
    if (text.starts_with('"')) return text.substr(1);
    if (!text.starts_with('\\')) continue;
    text.remove_prefix(1);
    if (text.empty() || (text[0] != '"' && text[0] != '\\')) return std::nullopt;
  }
  return std::nullopt;
}

Rest after_value(std::string_view text);

Rest after_items(std::string_view text, char end, bool named) {
  text = without_space(text);
  if (text.starts_with(end)) return text.substr(1);
  std::set<std::string_view> names;
  for (;;) {
    if (named) {
      text = without_space(text);
      const Rest rest = after_string(text);
      if (!rest || !names.insert(text.substr(0, text.size() - rest->size())).second) return std::nullopt;
      text = without_space(*rest);
      if (!text.starts_with(':')) return std::nullopt;
      text.remove_prefix(1);
    }
    const Rest rest = after_value(text);
    if (!rest) return std::nullopt;
    text = without_space(*rest);
    if (text.starts_with(end)) return text.substr(1);
    if (!text.starts_with(',')) return std::nullopt;
    text.remove_prefix(1);
  }
}

Rest after_value(std::string_view text) {
  text = without_space(text);
  if (text.starts_with('[')) return after_items(text.substr(1), ']', false);
  if (text.starts_with('{')) return after_items(text.substr(1), '}', true);
  if (const Rest rest = after_string(text)) return rest;
  return after_number(text);
}

bool is_json(std::string_view text) {
  const Rest rest = after_value(text);
  return rest && without_space(*rest).empty();
}

TEST(ReadJson, EveryShortTextIsTakenIfTheGrammarTakesIt) {
  constexpr std::string_view letters = "[]{},:\"\\ 01-.e";
  const std::size_t longest = is_long_form() ? 5 : 4;
  std::size_t taken = 0;
  for (std::size_t length = 0; length <= longest; ++length) {
    std::vector<std::size_t> digits(length, 0);
    for (bool more = true; more;) {
      std::string text;
      for (const std::size_t digit : digits) text.push_back(letters[digit]);
      const bool read = read_json(text).has_value();
      ASSERT_EQ(read, is_json(text)) << text;
      taken += read ? 1 : 0;
      std::size_t i = 0;
      while (i < length && ++digits[i] == letters.size()) digits[i++] = 0;
      more = i < length;
    }
  }
  EXPECT_GT(taken, longest == 5 ? 1000U : 200U);
}

TEST(ReadJson, ATextWithOneByteChangedIsTakenIfTheGrammarTakesIt) {
  constexpr std::string_view letters = "[]{},:\"\\ 01-.e";
  const std::string text = R"({"0":[-1.0e-1,{}],"1":"\\\"","":[ ]})";
  ASSERT_TRUE(is_json(text));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char letter : letters) {
      std::string changed = text;
      changed[i] = letter;
      EXPECT_EQ(read_json(changed).has_value(), is_json(changed)) << changed;
      changed.insert(i, 1, text[i]);
      EXPECT_EQ(read_json(changed).has_value(), is_json(changed)) << changed;
    }
  }
}

}  // namespace
}  // namespace kedge
