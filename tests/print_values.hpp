// How GoogleTest shows the values of this program when a comparison fails.
#pragma once

#include <ostream>

#include "edit/diff.hpp"
#include "support/json.hpp"
#include "support/strings.hpp"

namespace kedge {

inline void PrintTo(LineNo line, std::ostream* out) { *out << "line " << line.value; }
inline void PrintTo(LineSpan lines, std::ostream* out) {
  *out << "lines [" << lines.first.value << ", " << lines.end.value << ')';
}
inline void PrintTo(ByteSpan bytes, std::ostream* out) {
  *out << "bytes [" << bytes.begin.value << ", " << bytes.end.value << ')';
}
inline void PrintTo(const Text& text, std::ostream* out) { *out << '"' << printable(text.bytes()) << '"'; }
inline void PrintTo(const Edit& edit, std::ostream* out) {
  PrintTo(edit.span, out);
  *out << " -> \"" << printable(edit.text) << "\" (op " << edit.op << ')';
}
inline void PrintTo(const Json& json, std::ostream* out) { *out << json.dump(); }
inline void PrintTo(const Hunk& hunk, std::ostream* out) {
  PrintTo(hunk.before, out);
  *out << " -> ";
  PrintTo(hunk.after, out);
}

}  // namespace kedge
