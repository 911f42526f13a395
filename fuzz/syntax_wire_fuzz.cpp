// Any bytes as the answer of a parse worker: none, or one that is possible.
#include <cstdint>
#include <string_view>

#include "support/require.hpp"
#include "syntax/syntax_wire.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kedge;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Text text("a\nb\nc\n");
  const SyntaxQuestion question{.blocks = {LineNo{1}, LineNo{3}}, .errors = true};
  if (const auto answer = decode_answer(bytes, question, text)) {
    KEDGE_REQUIRE(answer->blocks.size() == question.blocks.size());
    for (const Block& block : answer->blocks) KEDGE_REQUIRE(!block || block->end.value <= text.line_count() + 1);
    KEDGE_REQUIRE(decode_answer(encode(*answer), question, text).has_value());
  }
  if (const auto asked = decode_question(bytes)) KEDGE_REQUIRE(decode_question(encode(*asked)).has_value());
  return 0;
}
