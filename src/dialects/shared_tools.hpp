// What several tools share: result schemas, and how arguments are read.
#pragma once

#include "dialects/dialect.hpp"
#include "dialects/fields.hpp"

namespace kedge::shared_tools {

// For tools that change files, if the dialect has no result of its own.
inline constexpr std::string_view change_result_schema =
    R"({"type":"object","properties":{)"
    R"("op":{"type":"string"},"path":{"type":"string"},"summary":{"type":"string"},"changed":{"type":"boolean"},)"
    R"("diff":{"type":"string"},"file_version":{"type":["string","null"]},"undo_id":{"type":["string","null"]},)"
    R"("warnings":{"type":"array","items":{"type":"string"}},"lines_before":{"type":"integer"},)"
    R"("lines_after":{"type":"integer"},"net_lines":{"type":"integer"},"first_changed_line":{"type":["integer","null"]},)"
    R"("anchors_valid_through":{"type":"integer"},"must_refresh_from_line":{"type":["integer","null"]},)"
    R"("preview":{"type":"string"},"guard":{"type":"string"},"error":{"type":"string"},"message":{"type":"string"},)"
    R"("suggested_action":{"type":"string"}}})";

// Path and lines of a read. Refused if the last line is before the first.
ReadRequest hear_range(Fields& fields, std::string_view path, std::string_view first, std::string_view last);

}  // namespace kedge::shared_tools
