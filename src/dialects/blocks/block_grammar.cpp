#include "dialects/blocks/block_grammar.hpp"

namespace kedge {

// A row of a file begins with none of the signs of a marker, or with fewer of them than make one: a row that begins like a
// marker has to be written by other means. SEARCH is empty, or has more than whitespace.

const std::string_view blocks_lark = R"(start: block (LF block)*

block: NAME LF "```" LANGUAGE? LF "<<<<<<< SEARCH" LF search? "=======" LF row* ">>>>>>> REPLACE" LF "```" LF
search: blank* filled row*
row: blank | filled
blank: BLANKS? LF
filled: FILLED LF

NAME: /`[^\x00-\x20`]([^\x00-\x1f`]*[^\x00-\x20`])?`/
LANGUAGE: /[a-z+]+/
BLANKS: /[ \t]+/
FILLED: /[ \t]*([^<=> \t\r\n][^\r\n]*|[<]{1,4}([^<\r\n][^\r\n]*)?|[=]{1,4}([^=\r\n][^\r\n]*)?|[>]{1,4}([^>\r\n][^\r\n]*)?)/
LF: "\n"
)";

const std::string_view blocks_gbnf = R"(root ::= block ( "\n" block )*
block ::= name "\n" fence "\n<<<<<<< SEARCH\n" search? "=======\n" row* ">>>>>>> REPLACE\n```\n"
search ::= blank* filled row*
row ::= blank | filled
blank ::= space* "\n"
filled ::= space* ( plain | less | same | more ) "\n"
space ::= [ \x09]
plain ::= [^<=>\x00-\x20] text
less ::= "<" "<"? "<"? "<"? ( [^<\r\n] text )?
same ::= "=" "="? "="? "="? ( [^=\r\n] text )?
more ::= ">" ">"? ">"? ">"? ( [^>\r\n] text )?
text ::= [^\r\n]*
name ::= "`" first ( middle* last )? "`"
first ::= [^\x00-\x20`]
middle ::= [^\x00-\x1f`]
last ::= [^\x00-\x20`]
fence ::= "```" [a-z+]*
)";

}  // namespace kedge
