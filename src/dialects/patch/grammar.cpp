#include "dialects/patch/grammar.hpp"

namespace kedge {

const std::string_view patch_lark = R"(start: "*** Begin Patch" LF section+ "*** End Patch" LF?

section: header (hunk+ | file_hunk) | new_header creation
header: "¶" PATH "#" TAG LF
new_header: "¶" NEW_PATH LF
hunk: replace | delete | insert
replace: "replace " (range | block) ":" LF body
delete: "delete " (range | LINE | block) LF
insert: "insert " place ":" LF body
creation: "insert " ("head" | "tail") ":" LF body
place: "before " LINE | "after " LINE | "after " block | "head" | "tail"
range: LINE ".." LINE
block: "block " LINE
file_hunk: "REM" LF | "MV " NEW_PATH LF
body: row+
row: "+" TEXT? LF

TAG: /[0-9A-F]{4}([0-9A-F]|[0-9A-F]{8})?/
LINE: /[1-9][0-9]{0,8}/
PATH: /[^\x00-\x20¶*#]([^\x00-\x1f]*[^\x00-\x20])?/
NEW_PATH: /[^\x00-\x20¶*#]([^\x00-\x1f#]*[^\x00-\x20#])?/
TEXT: /[^\r\n]+/
LF: "\n"
)";

const std::string_view patch_gbnf = R"(root ::= "*** Begin Patch\n" section+ "*** End Patch" "\n"?
section ::= header ( hunk+ | file-hunk ) | new-header creation
header ::= "¶" path "#" tag "\n"
new-header ::= "¶" new-path "\n"
hunk ::= replace | delete | insert
replace ::= "replace " ( range | block ) ":\n" body
delete ::= "delete " ( range | line | block ) "\n"
insert ::= "insert " place ":\n" body
creation ::= "insert " ( "head" | "tail" ) ":\n" body
place ::= "before " line | "after " line | "after " block | "head" | "tail"
range ::= line ".." line
block ::= "block " line
file-hunk ::= "REM\n" | "MV " new-path "\n"
body ::= row+
row ::= "+" text "\n"
tag ::= four ( hex | four four )?
four ::= hex hex hex hex
hex ::= [0-9A-F]
line ::= [1-9] digit? digit? digit? digit? digit? digit? digit? digit?
digit ::= [0-9]
path ::= first ( middle* last )?
new-path ::= first ( new-middle* new-last )?
first ::= [^\x00-\x20¶*#]
middle ::= [^\x00-\x1f]
last ::= [^\x00-\x20]
new-middle ::= [^\x00-\x1f#]
new-last ::= [^\x00-\x20#]
text ::= [^\r\n]*
)";

}  // namespace kedge
