#include "dialects/apply_patch/v4a_grammar.hpp"

namespace kedge {

// A hunk of only new rows has no place except at the end of the file, so elsewhere one row that stays or goes is required.
// `@@ -1,4 +1,5 @@` is a header of a unified diff and names no line, so no row begins with `@@ -` and a digit. A line of the
// file that begins so can be named with one more blank: whitespace at the ends of `@@ LINE` is ignored.

const std::string_view v4a_lark = R"(start: "*** Begin Patch" LF section+ "*** End Patch" LF?

section: add | remove | update
add: "*** Add File: " PATH LF new*
remove: "*** Delete File: " PATH LF
update: "*** Update File: " PATH LF (move hunk* | hunk+)
move: "*** Move to: " PATH LF
hunk: above (quoting end? | new+ end)
above: "@@" LF | ("@@ " LINE LF)+
quoting: new* old row*
row: old | new
old: (" " | "-") TEXT? LF
new: "+" TEXT? LF
end: "*** End of File" LF

PATH: /[^\x00-\x20]([^\x00-\x1f]*[^\x00-\x20])?/
LINE: /[^-\r\n][^\r\n]*|-([^0-9\r\n][^\r\n]*)?/
TEXT: /[^\r\n]+/
LF: "\n"
)";

const std::string_view v4a_gbnf = R"(root ::= "*** Begin Patch\n" section+ "*** End Patch" "\n"?
section ::= add | remove | update
add ::= "*** Add File: " path "\n" new*
remove ::= "*** Delete File: " path "\n"
update ::= "*** Update File: " path "\n" ( move hunk* | hunk+ )
move ::= "*** Move to: " path "\n"
hunk ::= above ( quoting end? | new+ end )
above ::= "@@\n" | below+
below ::= "@@ " ( [^\x2d\r\n] text | "-" ( [^0-9\r\n] text )? ) "\n"
quoting ::= new* old row*
row ::= old | new
old ::= [ \x2d] text "\n"
new ::= "+" text "\n"
end ::= "*** End of File\n"
path ::= first ( middle* last )?
first ::= [^\x00-\x20]
middle ::= [^\x00-\x1f]
last ::= [^\x00-\x20]
text ::= [^\r\n]*
)";

}  // namespace kedge
