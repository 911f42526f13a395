// The tools that most dialects have alike, as a client sees them, and arguments that several dialects hear alike.
#pragma once

#include "dialects/dialect.hpp"
#include "dialects/fields.hpp"

namespace kedge::shared_tools {

inline constexpr std::string_view search_schema =
    R"({"type":"object","properties":{)"
    R"("pattern":{"type":"string","description":"Regular expression (RE2), matched within lines. Left out: list files."},)"
    R"("path":{"type":"string","description":"File or folder to search; the whole root if left out."},)"
    R"("glob":{"type":"string","description":"Only files that fit, as in *.cpp or src/**/*.ts."},)"
    R"("literal":{"type":"boolean","default":false,"description":"Take the pattern as plain text."},)"
    R"("ignore_case":{"type":"boolean","default":false},)"
    R"("context":{"type":"integer","minimum":0,"maximum":100,"default":0,"description":"Rows around each match."},)"
    R"("max_results":{"type":"integer","minimum":1,"maximum":10000,"default":200}},"additionalProperties":false})";

inline constexpr std::string_view write_schema =
    R"({"type":"object","properties":{)"
    R"("path":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("content":{"type":"string","description":"The whole file, byte for byte."},)"
    R"("expected_version":{"type":"string","description":"SHA-256 of the content that is to be replaced."},)"
    R"("dry_run":{"type":"boolean","default":false},)"
    R"("accept_warnings":{"type":"array","items":{"type":"string"}}},)"
    R"("required":["path","content"],"additionalProperties":false})";

inline constexpr std::string_view undo_schema =
    R"({"type":"object","properties":{)"
    R"("id":{"type":"string","description":"The undo_id of an edit; the newest of this session if left out."},)"
    R"("dry_run":{"type":"boolean","default":false}},"additionalProperties":false})";

inline constexpr std::string_view change_result_schema =
    R"({"type":"object","properties":{)"
    R"("op":{"type":"string"},"path":{"type":"string"},"summary":{"type":"string"},"changed":{"type":"boolean"},)"
    R"("diff":{"type":"string"},"file_version":{"type":["string","null"]},"undo_id":{"type":["string","null"]},)"
    R"("warnings":{"type":"array","items":{"type":"string"}},"lines_before":{"type":"integer"},)"
    R"("lines_after":{"type":"integer"},"net_lines":{"type":"integer"},"first_changed_line":{"type":["integer","null"]},)"
    R"("anchors_valid_through":{"type":"integer"},"must_refresh_from_line":{"type":["integer","null"]},)"
    R"("preview":{"type":"string"},"guard":{"type":"string"},"error":{"type":"string"},"message":{"type":"string"},)"
    R"("suggested_action":{"type":"string"}}})";

inline constexpr ToolText search{
    Verb::search, "search", "Search files",
    "Finds lines by regular expression in the files under the root, .gitignore respected; without a pattern lists files. Rows "
    "that it shows count as shown.",
    search_schema};

inline constexpr ToolText write{
    Verb::write,
    "write",
    "Write a whole file",
    "Writes a new file, or the whole of an existing one if all of its rows were shown to you or expected_version is its "
    "SHA-256. For changes of a part use the edit tool.",
    write_schema,
    change_result_schema};

inline constexpr ToolText undo{Verb::undo,
                               "undo",
                               "Take an edit back",
                               "Takes the newest edit of this session back, or the one that id names. Lines that were changed "
                               "since are not touched: then it refuses.",
                               undo_schema,
                               change_result_schema};

// Path and lines of a read. A last line before the first is refused.
ReadRequest hear_range(Fields& fields, std::string_view path, std::string_view first, std::string_view last);

}  // namespace kedge::shared_tools
