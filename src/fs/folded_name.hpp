// How the most forgiving file system in use could read a name, so that a rule about `.git` also holds for `.GIT`, `.git.`,
// `.gi<zero-width joiner>t`, `.git::$INDEX_ALLOCATION` and `git~1`. For rules only: which file a name opens is for the file
// system to say.
#pragma once

#include <string>
#include <string_view>

namespace kedge {

// Lower case, without ignorable characters, without a stream (what follows a colon), without dots and blanks at the end.
// Folding again changes nothing.
std::string folded_name(std::string_view component);

// The same with the stream kept as part of the name, as everything but NTFS reads it.
std::string folded_with_stream(std::string_view component);

// Is the folded name an 8.3 alias that Windows could have given that name: git~1 or gi7eba~1 for .git, mcp~1.jso for .mcp.json?
bool is_short_name_of(std::string_view folded, std::string_view name);

// Could some file system take the component for that name? REQUIRES: the name is folded.
bool may_be(std::string_view component, std::string_view name);

}  // namespace kedge
