#include "plan/unmatched.hpp"

#include <cmath>

#include "edit/replace_lines.hpp"
#include "edit/substitute.hpp"
#include "plan/shown_rows.hpp"
#include "resolve/block_match.hpp"
#include "resolve/near_miss.hpp"
#include "resolve/quotation.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

constexpr std::uint32_t most_rows = 40;

Json span_json(LineSpan lines) { return Json::object({{"start", lines.first.value}, {"end", lines.last().value}}); }

std::string place_text(LineSpan lines) {
  return lines.size() == 1 ? concat("line ", lines.first.value)
                           : concat("lines ", lines.first.value, " to ", lines.last().value);
}

// The lines as a caller would quote them.
std::string quotation_of(const Text& text, LineSpan lines, bool with_end) {
  std::string quoted = with_plain_newlines(text.slice(text.span(lines)));
  if (!with_end && quoted.ends_with('\n')) quoted.pop_back();
  return quoted;
}

bool say_where_nearest(const LoadedFile& file, const Match& match, WorkBudget& likeness, Error& refused, LineSet& rows) {
  const std::optional<NearMiss> near = near_miss(file.text, match.text, likeness);
  if (!near) return false;
  append(refused.what,
         concat(" The nearest region is ", place_text(near->lines), "; line ", near->differs.value, " differs first (",
                near->why, "):\n  file:   ", near->file_row, "\n  quoted: ", near->quoted_row));
  refused.facts.set("nearest", span_json(near->lines));
  refused.facts.set(
      "differs",
      Json::object(
          {{"line", near->differs.value}, {"file", near->file_row}, {"quoted", near->quoted_row}, {"why", near->why}}));
  rows.add({near->lines.first, std::min(near->lines.end, near->lines.first + most_rows)});
  return true;
}

// Lines that begin and end like the quotation and are similar between: never applied unasked, but worth offering.
void propose_block(const LoadedFile& file, const Match& match, WorkBudget& likeness, Error& refused) {
  if (match.mode && *match.mode != MatchMode::block_anchor) return;
  const BlockMatch block = block_match(file.text, rows_of(match.text), likeness);
  if (!block.lines) {
    if (match.mode) append(refused.what, concat("\nBy block_anchor: ", block.reason, '.'));
    return;
  }
  const std::string quoted = quotation_of(file.text, *block.lines, match.text.ends_with('\n'));
  constexpr std::size_t longest_quotation = 32UL * 1024;
  if (!is_utf8(quoted) || quoted.size() > longest_quotation) return;
  const auto percent = static_cast<int>(std::floor(block.similarity * 100));
  append(refused.what, concat("\nThe ", place_text(*block.lines), " begin and end like the quotation and are ", percent,
                              " % alike between. If they are meant, send this as old_string:\n", quoted));
  refused.facts.set("proposal", Json::object({{"old_string", quoted},
                                              {"lines", span_json(*block.lines)},
                                              {"similarity_percent", percent},
                                              {"match_mode", name_of(MatchMode::block_anchor)}}));
}

}  // namespace

Error unmatched(const LoadedFile& file, ShownVersions& shown, const Match& match, const std::string& body,
                const std::string& not_uniform) {
  Error refused = refuse(Code::no_match, Json::object({{"path", file.given}}));
  if (match.mode) refused.facts.set("match_mode", name_of(*match.mode));
  LineSet rows;
  if (!not_uniform.empty()) {
    append(refused.what, concat(" It fits but for its indentation: ", not_uniform, '.'));
    refused.facts.set("indentation", not_uniform);
  }
  if (!say_where_nearest(file, match, shown.likeness(), refused, rows)) {
    append(refused.what, shown.likeness().used_up() ? " Too many lines of the file are alike to say what is nearest."
                                                    : " Nothing in the file is like it.");
    refused.next = "Read the file, and quote its own text.";
  }
  propose_block(file, match, shown.likeness(), refused);
  if (!body.empty()) {
    const std::vector<ByteSpan> there = places_of(file.text, body, 2);
    if (there.size() == 1) {
      const LineNo line = file.text.lines_touched(there.front()).first;
      append(refused.what, concat("\nThe new text is already there, at line ", line.value, '.'));
      refused.facts.set("new_text_at_line", line.value);
      refused.reason = Reason::new_text_is_there;
    }
  }
  refused.facts.set("changed_since_shown", shown.changed_since());
  if (shown.changed_since()) append(refused.what, "\nThe file has changed since it was shown to you.");
  if (!is_utf8(file.text.bytes())) {
    append(refused.what,
           "\nThe file is not valid UTF-8; bytes that are none stand as \\xNN in what was shown and cannot be quoted "
           "that way. Quote text without them, or say with `encoding` what the file is encoded in.");
  }
  if (!rows.empty()) {
    append(refused.what, "\nThe file has there:");
    add_rows(file, rows, refused);
  }
  return refused;
}

}  // namespace kedge
