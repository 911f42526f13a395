// What the dialects that quote context lines share: the arguments of their edit tool, and how results and refusals are worded.
#pragma once

#include "dialects/dialect.hpp"
#include "dialects/fields.hpp"
#include "dialects/result_facts.hpp"

namespace kedge::passages {

inline constexpr std::string_view edit_result_schema =
    R"({"type":"object","properties":{"op":{"type":"string","enum":["create","update","delete","move"]},)"
    R"("path":{"type":"string"},"summary":{"type":"string"},)"
    R"("match_mode":{"type":"string","enum":["exact","trailing_blanks","uniform_indentation","typographic_punctuation"]},)"
    R"("diff":{"type":"string"},"file_version":{"type":["string","null"]},"destination":{"type":"string"},)" KEDGE_RESULT_FACTS
    R"("recovered":{"type":"string"},"hardlinks_broken":{"type":"integer"},)"
    R"("perFileResults":{"type":"array","items":{"type":"object"}},)" KEDGE_REFUSAL_FACTS;

inline constexpr std::string_view read_schema =
    R"({"type":"object","properties":{)"
    R"("path":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("start":{"type":"integer","minimum":1,"description":"First line, from 1."},)"
    R"("end":{"type":"integer","minimum":1,"description":"Last line, inclusive."},)"
    R"("numbers":{"type":"boolean","description":"Put the line number and a colon before each row."}},)"
    R"("required":["path"],"additionalProperties":false})";

// `read {path, start?, end?, numbers?}`: plain rows, and a last one with the SHA-256 of the file.
inline constexpr ToolText read_tool{
    "read", "read", "Read a file",
    "Shows a file, or some of its lines, as plain text. The last row is content_sha256=<64 hex digits>, the SHA-256 of the "
    "whole file. Read a file before you edit it: edits are proven against what was shown.",
    read_schema};
RowPrinter rows(const Text& text, bool anchored);
std::string last_row(const View& view);

// The text of an edit, and the request with `dry_run`, `encoding`, `accept_warnings` and the identity.
struct Heard {
  Request request;
  std::string input;
};
Result<Heard> hear(const Json& arguments, std::string_view dialect);

// The arguments of a text dialect's edit tool.
Json said(std::string text);

Told tell(const Receipt& receipt, const Request& request);

}  // namespace kedge::passages
