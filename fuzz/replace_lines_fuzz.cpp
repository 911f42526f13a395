// Any text and any line operation: bytes outside the named lines stay as they are, and the edit can be taken back.
#include <cstdint>
#include <string_view>

#include "edit/replace_lines.hpp"
#include "support/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kedge;
  if (size < 3) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data + 3), size - 3);
  const std::size_t parted = input.find('\xFF');
  const Text text{std::string(input.substr(0, parted))};
  const bool deletes = parted == std::string_view::npos;

  const LineNo first{1 + data[0] % (text.line_count() + 1)};
  const LineNo end{first.value + data[1] % (text.all_lines().end - first + 1)};
  const Lean lean = static_cast<Lean>(data[2] % 3);
  const LineEdit edit{{first, end}, deletes ? Rows{} : rows_of(input.substr(parted + 1)), 0, lean};
  const Result<ChangeSet> changes = replace_lines(text, std::vector<LineEdit>{edit});
  KEDGE_REQUIRE(changes.has_value());
  const Text after = changes->apply(text);
  KEDGE_REQUIRE(changes->invert(text).apply(after) == text);

  const ByteSpan named = text.span(edit.lines);
  KEDGE_REQUIRE(after.bytes().starts_with(text.bytes().substr(0, named.begin.value)));
  KEDGE_REQUIRE(after.bytes().ends_with(text.bytes().substr(named.end.value)));
  if (text.line_count() > 0 && after.line_count() > 0 && !deletes) {
    KEDGE_REQUIRE(text.ends_unterminated() == after.ends_unterminated());
  }
  return 0;
}
