#include "real_edits.hpp"

#include <cstdio>
#include <fstream>

#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace mistakes {
namespace {

using kedge::Json;
using kedge::LineNo;

struct CommentStyle {
  std::string_view endings, open, close;
};
constexpr CommentStyle styles[] = {
    {".py .rb .sh .yml .yaml .toml .kak .jq .ps1 .cmake .rst .mk Makefile", "# ", ""},
    {".html .htm .xml .md .csproj .props .targets .vue .svg", "<!-- ", " -->"},
    {".css .c .h", "/* ", " */"},
};

const CommentStyle& style_of(std::string_view path) {
  static constexpr CommentStyle slashes{"", "// ", ""};
  for (const CommentStyle& style : styles) {
    for (const std::string_view ending : kedge::split(style.endings, ' ')) {
      if (path.ends_with(ending)) return style;
    }
  }
  return slashes;
}

std::string text_of(const Json& row, std::string_view name) {
  const Json* const value = row.find(name);
  const std::string* const text = value != nullptr ? value->as_string() : nullptr;
  return text != nullptr ? *text : std::string();
}

LineNo line_of(const Json& hunk, std::string_view name) {
  const Json* const value = hunk.find(name);
  const std::int64_t* const number = value != nullptr ? value->as_integer() : nullptr;
  return LineNo{number != nullptr ? static_cast<std::uint32_t>(*number) : 1};
}

EditedSource source_of(const Json& row) {
  const std::string path = text_of(row, "path");
  const CommentStyle& style = style_of(path);
  EditedSource source{.name = kedge::concat(text_of(row, "id"), ' ', path),
                      .path = path,
                      .comment_open = style.open,
                      .comment_close = style.close,
                      .before = kedge::Text(text_of(row, "before"))};
  const Json* const hunks = row.find("hunks");
  if (hunks == nullptr || hunks->as_array() == nullptr) return source;
  for (const Json& hunk : *hunks->as_array()) {
    kedge::LineEdit edit{.lines = {line_of(hunk, "start"), line_of(hunk, "end") + 1}, .rows = {}};
    if (const Json* const lines = hunk.find("new_lines"); lines != nullptr && lines->as_array() != nullptr) {
      for (const Json& line : *lines->as_array()) edit.rows.push_back(line.as_string() != nullptr ? *line.as_string() : "");
    }
    source.edits.push_back(std::move(edit));
  }
  return source;
}

}  // namespace

std::optional<std::vector<EditedSource>> real_edits(const char* file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<EditedSource> sources;
  for (std::string line; std::getline(in, line);) {
    const auto row = kedge::read_json(line);
    if (!row) {
      std::fprintf(stderr, "%s: row %zu: %s\n", file, sources.size() + 1, row.error().what.c_str());
      return std::nullopt;
    }
    sources.push_back(source_of(*row));
  }
  if (sources.empty()) {
    std::fprintf(stderr, "%s: no edits\n", file);
    return std::nullopt;
  }
  return sources;
}

}  // namespace mistakes
