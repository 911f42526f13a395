// The result schema that several tools share.
#pragma once

#include <string_view>

#include "dialects/result_facts.hpp"

namespace kedge::shared_tools {

// For tools that change files, if the dialect has no result of its own.
inline constexpr std::string_view change_result_schema =
    R"({"type":"object","properties":{"op":{"type":"string"},"path":{"type":"string"},"summary":{"type":"string"},)"
    R"("changed":{"type":"boolean"},"diff":{"type":"string"},"file_version":{"type":["string","null"]},)" KEDGE_RESULT_FACTS
        KEDGE_REFUSAL_FACTS;

}  // namespace kedge::shared_tools
