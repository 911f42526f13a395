// Any text and any hunks of numbered lines, written down as a patch and carried out by the engine: the rows are those that the
// rules of line edits say; or it is refused, and every byte stays.
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/edited_file.hpp"
#include "fuzz/input.hpp"
#include "laws/line_edit_model.hpp"

namespace kedge::fuzz {
namespace {

struct Hunk {
  std::string header;
  LineEdit edit;
};

Hunk taken(Input& input, std::uint32_t lines) {
  const auto line = [&] { return static_cast<std::uint32_t>(1 + input.below(lines + 1)); };
  const std::uint32_t first = line();
  const std::uint32_t last = first + static_cast<std::uint32_t>(input.below(3));
  const LineSpan span{LineNo{first}, LineNo{last + 1}};
  switch (input.below(6)) {
    case 0: return {concat("delete ", first, "..", last), {span, {}}};
    case 1: return {concat("insert before ", first, ":"), {between_lines(LineNo{first}), {}, 0, Lean::below}};
    case 2: return {concat("insert after ", first, ":"), {between_lines(LineNo{first + 1}), {}, 0, Lean::above}};
    case 3: return {"insert head:", {between_lines(LineNo{1}), {}, 0, Lean::above}};
    case 4: return {"insert tail:", {between_lines(LineNo{lines + 1}), {}, 0, Lean::below}};
    default: return {concat("replace ", first, "..", last, ":"), {span, {}}};
  }
}

bool fits(const LineEdit& edit, const std::string& header, std::uint32_t lines) {
  if (header.starts_with("insert before")) return edit.lines.first.value <= lines;
  if (header.starts_with("insert after")) return edit.lines.first.value <= lines + 1 && lines > 0;
  return edit.lines.end.value <= lines + 1;
}

}  // namespace

void hunks(std::string_view bytes) {
  static const Dialect& dialect = *find_dialect("patch");
  Input input(bytes);
  const std::string before(input.text());
  const Text text(before);
  const EditedFile file(before);
  if (!file.read(dialect)) return;
  const std::string tag = file.store().tag_of(file.path(), text.digest());
  std::string patch = concat("*** Begin Patch\n[", file.path(), '#', tag, "]\n");
  std::vector<LineEdit> edits;
  bool all_fit = true;
  while (!input.empty() && edits.size() < 4) {
    Hunk hunk = taken(input, text.line_count());
    append(patch, concat(hunk.header, '\n'));
    if (!hunk.header.starts_with("delete")) {
      // Rows of a patch end in LF, so they hold none, and a CR at their end would be half of a line end.
      for (std::size_t left = 1 + input.below(3); left > 0; --left) {
        std::string row(input.text().substr(0, 40));
        std::erase_if(row, [](char c) { return c == '\n' || c == '\r' || c == '\0'; });
        append(patch, concat('+', row, '\n'));
        hunk.edit.rows.push_back(std::move(row));
      }
    }
    hunk.edit.op = static_cast<int>(edits.size());
    all_fit = all_fit && fits(hunk.edit, hunk.header, text.line_count());
    edits.push_back(std::move(hunk.edit));
  }
  if (edits.empty()) return;
  append(patch, "*** End Patch\n");
  Json call = Json::object();
  call.set("input", patch);
  const Result<Reply> reply = file.edit(dialect, call);
  const std::string result = file.bytes();
  if (!reply) {
    KEDGE_REQUIRE(result == before);
    return;
  }
  KEDGE_REQUIRE(all_fit && !laws::any_overlap(edits));
  const laws::RowFile rows = laws::row_file(before);
  KEDGE_REQUIRE(result.starts_with(rows.bom));
  KEDGE_REQUIRE(laws::matched_terminators(std::string_view(result).substr(rows.bom.size()), laws::expected_rows(rows, edits)));
  if (result == before) return;
  KEDGE_REQUIRE(file.undo(dialect).has_value() && file.bytes() == before);
}

}  // namespace kedge::fuzz
