// Tools without files behind them, for the tests of what carries tools.
#pragma once

#include <array>
#include <vector>

#include "tools/toolbox.hpp"

namespace kedge::mcp::test {

inline constexpr std::array<ToolText, 5> fake_texts{{
    {"read", "read", "Read", "Shows a file.", R"({"type": "object",
      "properties": {"path": {"type": "string"}}})"},
    {"search", "search", "Search", "Finds rows.", R"({"type":"object"})"},
    {"write", "write", "Write", "Makes a file.", R"({"type":"object"})", R"({"type":"object"})"},
    {"edit", "edit", "Edit", "Changes a file.", R"({"type":"object"})", R"({"type":"object"})"},
    {"undo", "undo", "Undo", "Takes it back.", R"({"type":"object"})", R"({"type":"object"})"},
}};

inline constexpr Dialect dialect_named(std::string_view name) {
  return {.name = name, .prompt = "", .tools = fake_texts, .rows = nullptr, .hear_edit = nullptr, .tell = nullptr};
}

inline constexpr Dialect fake_dialect = dialect_named("fake");
inline constexpr Dialect other_dialect = dialect_named("other");

inline std::vector<ServedTool> fake_tools() {
  std::vector<ServedTool> tools;
  for (const ToolText& text : fake_texts) tools.push_back({std::string(text.name), &fake_dialect, &text});
  return tools;
}

}  // namespace kedge::mcp::test
