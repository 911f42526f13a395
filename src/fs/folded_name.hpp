// How the most lenient file system could read a name, so that a rule about `.git` also applies to `.GIT`, `.git.`,
// `.gi<zero-width joiner>t`, `.git::$INDEX_ALLOCATION` and `git~1`. Only for rules: the file system decides which file a name
// opens.
#pragma once

#include <string>
#include <string_view>

namespace kedge {

// Lower case, without ignorable characters, without a stream (after a colon), without dots and spaces at the end. Idempotent.
std::string folded_name(std::string_view component);

// The same, but a stream is part of the name, as on everything except NTFS.
std::string folded_with_stream(std::string_view component);

// Whether the folded name is an 8.3 alias that Windows could give to that name: git~1 or gi7eba~1 for .git, mcp~1.jso for
// .mcp.json.
bool is_short_name_of(std::string_view folded, std::string_view name);

// Whether some file system could take the component for that name. REQUIRES: the name is folded.
bool may_be(std::string_view component, std::string_view name);

}  // namespace kedge
