#include "tools/tool_shapes.hpp"

#include <algorithm>
#include <array>

namespace kedge {
namespace {

Json for_anthropic(const DescribedTool& tool) {
  return Json::object({{"name", tool.name}, {"description", tool.description}, {"input_schema", tool.input_schema}});
}

// Not strict: that mode requires every property to be required, and kedge's have defaults.
Json for_openai(const DescribedTool& tool) {
  return Json::object({{"type", "function"},
                       {"name", tool.name},
                       {"description", tool.description},
                       {"parameters", tool.input_schema},
                       {"strict", false}});
}

// What a Schema of the Gemini API knows of what kedge uses. It refuses a request with any other word.
constexpr std::array<std::string_view, 13> gemini_words{"type",     "description", "default", "properties", "required",
                                                        "items",    "enum",        "minimum", "maximum",    "minItems",
                                                        "maxItems", "minLength",   "pattern"};

Json gemini_schema(const Json& schema) {
  Json out = Json::object();
  for (const auto& [word, value] : *schema.as_object()) {
    if (std::ranges::find(gemini_words, word) == gemini_words.end()) continue;
    if (word == "properties") {
      Json properties = Json::object();
      for (const auto& [name, property] : *value.as_object()) properties.set(name, gemini_schema(property));
      out.set(word, std::move(properties));
    } else {
      out.set(word, word == "items" ? gemini_schema(value) : value);
    }
  }
  return out;
}

Json for_gemini(const DescribedTool& tool) {
  return Json::object(
      {{"name", tool.name}, {"description", tool.description}, {"parameters", gemini_schema(tool.input_schema)}});
}

constexpr std::array<ToolShape, 3> all_shapes{{
    {"anthropic", &for_anthropic},
    {"openai", &for_openai},
    {"gemini", &for_gemini},
}};

}  // namespace

std::span<const ToolShape> tool_shapes() { return all_shapes; }

}  // namespace kedge
