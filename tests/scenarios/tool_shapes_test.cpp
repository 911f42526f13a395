// kedge tools --for API: what is printed keeps to the rules that the API publishes, for every dialect.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>

#include "scenarios/workplace.hpp"
#include "support/json.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

using Words = std::vector<std::string_view>;

struct ApiRules {
  std::string_view name;
  Words members;            // of a tool, all of them
  std::string_view schema;  // which of them is the schema
  std::string_view names;   // of tools
  Words schema_words;       // that a schema may have; empty: all of JSON Schema
  Words not_at_top;         // that the whole schema may not have
};

const std::array<ApiRules, 3> api_rules{{
    {"anthropic",
     {"name", "description", "input_schema"},
     "input_schema",
     "[a-zA-Z0-9_-]{1,64}",
     {},
     {"oneOf", "anyOf", "allOf"}},
    {"openai",
     {"type", "name", "description", "parameters", "strict"},
     "parameters",
     "[a-zA-Z0-9_-]{1,64}",
     {},
     {"oneOf", "anyOf", "allOf", "enum", "not"}},
    {"gemini",
     {"name", "description", "parameters"},
     "parameters",
     "[a-zA-Z_][a-zA-Z0-9_.-]{0,63}",
     {"type",       "format",           "title",         "description",   "nullable",  "enum",      "maxItems", "minItems",
      "properties", "required",         "minProperties", "maxProperties", "minLength", "maxLength", "pattern",  "example",
      "anyOf",      "propertyOrdering", "default",       "items",         "minimum",   "maximum"},
     {"anyOf"}},
}};

bool is_one_of(const Words& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

std::string string_in(const Json* json) { return json != nullptr && json->as_string() != nullptr ? *json->as_string() : ""; }

// What breaks the rules, in words; empty if nothing does.
std::string fault_in_schema(const Json& schema, const ApiRules& rules, const std::string& at) {
  if (schema.as_object() == nullptr) return concat(at, " is no object");
  for (const auto& [word, value] : *schema.as_object()) {
    if (!rules.schema_words.empty() && !is_one_of(rules.schema_words, word)) return concat(at, " has ", word);
  }
  const std::string type = string_in(schema.find("type"));
  if (!is_one_of({"object", "array", "string", "integer", "number", "boolean"}, type))
    return concat(at, " has the type ", type);
  if (schema.find("enum") != nullptr && type != "string") return concat(at, " lists values that are no strings");
  if (type == "array") {
    if (schema.find("items") == nullptr) return concat(at, " does not say what it is a list of");
    if (std::string fault = fault_in_schema(*schema.find("items"), rules, at + "[]"); !fault.empty()) return fault;
  }
  if (const Json* const otherwise = schema.find("default")) {
    const bool fits = (type == "boolean" && otherwise->as_bool() != nullptr) ||
                      (type == "string" && otherwise->as_string() != nullptr) ||
                      (type == "integer" && otherwise->as_integer() != nullptr);
    if (!fits) return concat(at, " has a default of another type: ", otherwise->dump());
  }
  const Json* const properties = schema.find("properties");
  if (const Json* const required = schema.find("required")) {
    if (required->as_array() == nullptr) return concat(at, " requires no list");
    for (const Json& name : *required->as_array()) {
      if (properties == nullptr || properties->find(string_in(&name)) == nullptr) return concat(at, " requires ", name.dump());
    }
  }
  if (properties == nullptr) return type == "object" ? concat(at, " has no properties") : std::string();
  for (const auto& [name, property] : *properties->as_object()) {
    if (!std::regex_match(name, std::regex("[a-zA-Z_][a-zA-Z0-9_]{0,63}"))) return concat(at, " has a property ", name);
    if (std::string fault = fault_in_schema(property, rules, concat(at, '.', name)); !fault.empty()) return fault;
  }
  return {};
}

std::string fault_in_tool(const Json& tool, const ApiRules& rules) {
  if (tool.as_object() == nullptr) return "no object";
  Words members;
  for (const auto& [name, value] : *tool.as_object()) members.push_back(name);
  if (members != rules.members) return "other members";
  const std::string name = string_in(tool.find("name"));
  if (!std::regex_match(name, std::regex(std::string(rules.names)))) return concat("the name ", name);
  if (string_in(tool.find("description")).empty()) return concat(name, " has no description");
  const Json& schema = *tool.find(rules.schema);
  for (const std::string_view word : rules.not_at_top) {
    if (schema.find(word) != nullptr) return concat(name, " has ", word, " at the top");
  }
  if (string_in(schema.find("type")) != "object") return concat(name, " takes no object");
  return fault_in_schema(schema, rules, name);
}

TEST(ToolShapes, EveryDialectKeepsToTheRulesOfEveryApi) {
  const Workplace place;
  constexpr std::array dialects{
#define DIALECT(name) #name,
#include "dialects/dialects.def"
#undef DIALECT
  };
  std::size_t tools = 0;
  for (const ApiRules& rules : api_rules) {
    for (const std::string_view dialect : dialects) {
      const Finished printed = place.shell(concat("$K tools --json --dialect ", dialect, " --for ", rules.name));
      ASSERT_TRUE(succeeded(printed));
      const auto json = read_json(printed.output);
      ASSERT_TRUE(json) << printed.output;
      ASSERT_NE(json->find("tools"), nullptr);
      for (const Json& tool : *json->find("tools")->as_array()) {
        EXPECT_EQ(fault_in_tool(tool, rules), "") << rules.name << ' ' << dialect;
        ++tools;
      }
    }
  }
  EXPECT_GT(tools, 90U);
}

TEST(ToolShapes, TheRulesTellWhatAnApiWouldRefuse) {
  const ApiRules& gemini = api_rules[2];
  const auto with = [](Json schema) {
    return Json::object({{"name", "edit"}, {"description", "Edits."}, {"parameters", std::move(schema)}});
  };
  const auto text = Json::object({{"type", "string"}});
  EXPECT_EQ(fault_in_tool(with(Json::object({{"type", "object"}, {"properties", Json::object({{"path", text}})}})), gemini),
            "");
  EXPECT_EQ(
      fault_in_tool(with(Json::object(
                        {{"type", "object"}, {"properties", Json::object({{"path", text}})}, {"additionalProperties", false}})),
                    gemini),
      "edit has additionalProperties");
  EXPECT_EQ(fault_in_tool(with(Json::object({{"type", "object"},
                                             {"properties", Json::object({{"path", text}})},
                                             {"required", Json::array({"other"})}})),
                          gemini),
            "edit requires \"other\"");
  EXPECT_EQ(
      fault_in_tool(
          with(Json::object({{"type", "object"}, {"properties", Json::object({{"list", Json::object({{"type", "array"}})}})}})),
          gemini),
      "edit.list does not say what it is a list of");
  EXPECT_EQ(fault_in_tool(with(Json::object({{"type", "object"}, {"anyOf", Json::array()}})), gemini),
            "edit has anyOf at the top");
}

TEST(ToolShapes, AnUnknownApiNamesTheNearest) {
  const Workplace place;
  const Finished finished = place.shell("$K tools --json --for antropic");
  EXPECT_EQ(finished.status, 2);
  EXPECT_NE(finished.output.find("did you mean anthropic?"), std::string::npos) << finished.output;
  EXPECT_EQ(place.shell("$K tools --for gemini").status, 2) << "only data has a shape";
}

}  // namespace
}  // namespace kedge::test
