// Any bytes as the answer of a parse worker: none, or one that is possible.
#include <string_view>

#include "support/require.hpp"
#include "syntax/syntax_wire.hpp"

namespace kedge::fuzz {

void syntax_wire(std::string_view bytes) {
  const Text text("a\nb\nc\n");
  const SyntaxQuestion question{.blocks = {LineNo{1}, LineNo{3}}, .errors = true};
  if (const auto answer = decode_answer(bytes, question, text)) {
    KEDGE_REQUIRE(answer->blocks.size() == question.blocks.size());
    for (const Block& block : answer->blocks) KEDGE_REQUIRE(!block || block->end.value <= text.line_count() + 1);
    KEDGE_REQUIRE(decode_answer(encode(*answer), question, text).has_value());
  }
  if (const auto asked = decode_question(bytes)) KEDGE_REQUIRE(decode_question(encode(*asked)).has_value());
}

}  // namespace kedge::fuzz
