#include "dialects/udiff/grammar.hpp"

namespace kedge {

const std::string_view udiff_lark = R"(start: section+

section: update | creation | deletion | rename
update: "--- a/" PATH LF "+++ b/" PATH LF hunk+
creation: "--- /dev/null" LF "+++ b/" PATH LF "@@ -0,0 +" LINES " @@" LF added
deletion: "--- a/" PATH LF "+++ /dev/null" LF "@@ -" LINES " +0,0 @@" LF removed
rename: "diff --git a/" PATH " b/" PATH LF "rename from " PATH LF "rename to " PATH LF update?
hunk: "@@ -" RANGE " +" RANGE " @@" (" " TEXT)? LF row+
row: MARK TEXT? LF NO_NEWLINE?
added: ("+" TEXT? LF)+ NO_NEWLINE?
removed: ("-" TEXT? LF)+ NO_NEWLINE?

MARK: " " | "+" | "-"
NO_NEWLINE: "\\ No newline at end of file\n"
LINES: /[1-9][0-9]{0,8}(,[1-9][0-9]{0,8})?/
RANGE: LINES | /[0-9]{1,9},0/
PATH: /[^\x00-\x20"\/]([^\x00-\x1f]*[^\x00-\x20])?/
TEXT: /[^\n]+/
LF: "\n"
)";

const std::string_view udiff_gbnf = R"(root ::= section+
section ::= update | creation | deletion | rename
update ::= "--- a/" path "\n+++ b/" path "\n" hunk+
creation ::= "--- /dev/null\n+++ b/" path "\n@@ -0,0 +" lines " @@\n" added
deletion ::= "--- a/" path "\n+++ /dev/null\n@@ -" lines " +0,0 @@\n" removed
rename ::= "diff --git a/" path " b/" path "\nrename from " path "\nrename to " path "\n" update?
hunk ::= "@@ -" range " +" range " @@" ( " " text )? "\n" row+
row ::= [ +-] text "\n" no-newline?
added ::= ( "+" text "\n" )+ no-newline?
removed ::= ( "-" text "\n" )+ no-newline?
no-newline ::= "\x5c No newline at end of file\n"
lines ::= number ( "," number )?
range ::= lines | digit digit? digit? digit? digit? digit? digit? digit? digit? ",0"
number ::= [1-9] digit? digit? digit? digit? digit? digit? digit? digit?
digit ::= [0-9]
path ::= first ( middle* last )?
first ::= [^\x00-\x20"/]
middle ::= [^\x00-\x1f]
last ::= [^\x00-\x20]
text ::= [^\n]*
)";

}  // namespace kedge
