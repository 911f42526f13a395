#include "scenarios/write_path.hpp"

#include <algorithm>
#include <array>

#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

using Contents = std::vector<std::string>;

// The lines `first` to `last` as a caller quotes them. An end that is not there is not quoted.
std::string quoted_lines(const FileShape& shape, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t at = first; at <= last; ++at) {
    append(text, concat(shape.lines[at].content, shape.lines[at].end.empty() ? "" : shape.line_break));
  }
  return text;
}

std::string rows(const FileShape& shape, const Contents& contents) {
  std::string text;
  for (const std::string& content : contents) append(text, concat(content, shape.line_break));
  return text;
}

// The whole model: the lines `first` to `last` are gone and these rows stand there.
Lines spliced(Lines lines, std::size_t first, std::size_t last, const Contents& contents) {
  Lines added;
  for (std::size_t i = 0; i < contents.size(); ++i) added.push_back({contents[i], lines[std::min(first + i, last)].end});
  const auto at =
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  lines.insert(at, added.begin(), added.end());
  return lines;
}

Json replacing(std::string_view from, std::string_view to) { return Json::object({{"old_string", from}, {"new_string", to}}); }

std::string with_first_replaced(std::string text, std::string_view from, std::string_view to) {
  return text.replace(text.find(from), from.size(), to);
}

std::string with_crlf(const std::string& text) {
  std::string out;
  for (const char c : text) append(out, c == '\n' ? std::string("\r\n") : std::string(1, c));
  return out;
}

WriteAttempt one_line(const FileShape& shape) {
  return {.arguments = replacing(quoted_lines(shape, row::beta, row::beta), rows(shape, {"gamma three"})),
          .expected = spliced(shape.lines, row::beta, row::beta, {"gamma three"})};
}

const Contents& other_steps() {
  static const Contents steps{"        step 1", "        step 2\t", "", "        step 4"};
  return steps;
}

WriteAttempt several_lines_quoted_with_crlf(const FileShape& shape) {
  return {.arguments = replacing(with_crlf(quoted_lines(shape, row::first_step, row::third_step)),
                                 with_crlf(rows(shape, other_steps()))),
          .expected = spliced(shape.lines, row::first_step, row::third_step, other_steps())};
}

WriteAttempt first_line(const FileShape& shape) {
  return {.arguments = replacing(quoted_lines(shape, row::header, row::header), rows(shape, {"HEADER"})),
          .expected = spliced(shape.lines, row::header, row::header, {"HEADER"})};
}

WriteAttempt last_line(const FileShape& shape) {
  return {.arguments = replacing("tail row", "TAIL"), .expected = spliced(shape.lines, row::tail, row::tail, {"TAIL"})};
}

WriteAttempt inside_a_line(const FileShape& shape) {
  return {.arguments = replacing("alpha", "omega and more"),
          .expected = spliced(shape.lines, row::alpha, row::alpha,
                              {with_first_replaced(shape.lines[row::alpha].content, "alpha", "omega and more")})};
}

WriteAttempt across_a_line_break(const FileShape& shape) {
  return {.arguments = replacing(concat("here", shape.line_break, "beta"), concat("HERE", shape.line_break, "BETA")),
          .expected = spliced(shape.lines, row::shared, row::beta,
                              {"shared word HERE", with_first_replaced(shape.lines[row::beta].content, "beta", "BETA")})};
}

WriteAttempt a_line_becomes_two(const FileShape& shape) {
  return {.arguments = replacing("beta", concat("beta,", shape.line_break, "but")),
          .expected = spliced(shape.lines, row::beta, row::beta,
                              {"beta,", with_first_replaced(shape.lines[row::beta].content, "beta", "but")})};
}

WriteAttempt every_occurrence(const FileShape& shape) {
  WriteAttempt attempt{.arguments = replacing("shared word", "common term"),
                       .expected = spliced(shape.lines, row::shared, row::shared, {"common term here"})};
  attempt.arguments.set("replace_all", true).set("expected_replacements", 2);
  attempt.expected = spliced(attempt.expected, row::shared_again, row::shared_again, {"common term there"});
  return attempt;
}

WriteAttempt several_edits(const FileShape& shape) {
  const std::string beta = quoted_lines(shape, row::beta, row::beta);
  WriteAttempt attempt{.arguments =
                           Json::object({{"edits", Json::array({replacing("tail", "last"), replacing(beta, ""),
                                                                replacing("alpha", "a\tb"), replacing("header", "Header")})}})};
  Lines& lines = attempt.expected = shape.lines;
  lines[row::header].content = with_first_replaced(lines[row::header].content, "header", "Header");
  lines[row::alpha].content = with_first_replaced(lines[row::alpha].content, "alpha", "a\tb");
  lines[row::tail].content = "last row";
  lines = spliced(lines, row::beta, row::beta, {});
  return attempt;
}

// Quoted four blanks too far left and without the blanks at an end, as models do.
WriteAttempt with_other_indentation(const FileShape& shape) {
  const std::string second = shape.lines[row::second_step].content.substr(4);
  const std::string quote = rows(shape, {"if ready:", "    step first", second, "    step third"});
  const std::string text = rows(shape, {"if ready:", "    step first", "    step two", "    step third", "        deeper"});
  return {.arguments = replacing(quote, text),
          .expected = spliced(shape.lines, row::block, row::third_step,
                              {shape.lines[row::block].content, shape.lines[row::first_step].content, "        step two",
                               shape.lines[row::third_step].content, "            deeper"}),
          .match_mode = "line_trimmed"};
}

// The second step is quoted with a slip and meant to stay; the third is changed.
WriteAttempt by_the_ends_of_a_block(const FileShape& shape) {
  const std::string slip = with_first_replaced(shape.lines[row::second_step].content, "second", "secondd");
  const std::string begin = shape.lines[row::block].content, first = shape.lines[row::first_step].content;
  const std::string third = shape.lines[row::third_step].content, end = shape.lines[row::block_end].content;
  WriteAttempt attempt{.arguments = replacing(rows(shape, {begin, first, slip, third, end}),
                                              rows(shape, {begin, first, slip, "        step last", end})),
                       .expected = spliced(shape.lines, row::third_step, row::third_step, {"        step last"}),
                       .match_mode = "block_anchor"};
  attempt.arguments.set("match_mode", "block_anchor");
  return attempt;
}

WriteAttempt insertion_after(const FileShape& shape) {
  const std::string beta = quoted_lines(shape, row::beta, row::beta);
  return {.arguments = replacing(beta, concat(beta, rows(shape, {"new one", "", "new three"}))),
          .expected = spliced(shape.lines, row::beta, row::beta, {shape.lines[row::beta].content, "new one", "", "new three"})};
}

WriteAttempt insertion_before_the_first_line(const FileShape& shape) {
  const std::string header = quoted_lines(shape, row::header, row::header);
  return {.arguments = replacing(header, concat(rows(shape, {"new first"}), header)),
          .expected = spliced(shape.lines, row::header, row::header, {"new first", shape.lines[row::header].content})};
}

// An unterminated last line gets a terminator, and the new last row has none.
WriteAttempt insertion_behind_the_tail(const FileShape& shape) {
  const bool ends = !shape.lines[row::tail].end.empty();
  const std::string tail = quoted_lines(shape, row::tail, row::tail);
  WriteAttempt attempt{
      .arguments = replacing(tail, concat(tail, ends ? "" : shape.line_break, "appended", ends ? shape.line_break : "")),
      .expected = spliced(shape.lines, row::tail, row::tail, {"tail row", "appended"})};
  if (!ends) attempt.expected[row::tail].end = shape.lines.front().end;
  return attempt;
}

WriteAttempt deletion(const FileShape& shape) {
  return {.arguments = replacing(quoted_lines(shape, row::first_step, row::second_step), ""),
          .expected = spliced(shape.lines, row::first_step, row::second_step, {})};
}

WriteAttempt deletion_of_the_first_line(const FileShape& shape) {
  return {.arguments = replacing(quoted_lines(shape, row::header, row::header), ""),
          .expected = spliced(shape.lines, row::header, row::header, {})};
}

WriteAttempt deletion_of_the_tail(const FileShape& shape) {
  return {.arguments = replacing(quoted_lines(shape, row::tail, row::tail), ""),
          .expected = spliced(shape.lines, row::tail, row::tail, {})};
}

WriteAttempt deletion_of_empty_lines_at_the_end(const FileShape& shape) {
  const std::size_t last = shape.lines.size() - 1;
  return {.arguments = replacing(quoted_lines(shape, row::tail, last), rows(shape, {"tail row"})),
          .expected = spliced(shape.lines, row::tail, last, {"tail row"})};
}

// All lines of the file but for what JSON cannot carry or a text may not hold.
Lines other_whole(const FileShape& shape) {
  Lines lines = spliced(shape.lines, row::beta, row::beta, {"gamma three"});
  if (!shape.is_utf8) lines[row::alpha].content = "alpha one";
  if (!shape.is_utf8 || shape.shown != 0) lines[row::quiet].content = "quiet row";
  return lines;
}

WriteAttempt whole_file(const FileShape& shape) {
  WriteAttempt attempt{.expected = other_whole(shape)};
  attempt.arguments = replacing("", shape.bytes_with(attempt.expected));
  attempt.arguments.set("expected_hash", to_hex(sha256(shape.bytes())));
  return attempt;
}

// What is sent is written, whatever the file was like: no mark, three kinds of endings, none in the end.
WriteAttempt whole_file_in_another_style(const FileShape& shape) {
  WriteAttempt attempt{.expected = {{"one", "\n"}, {"two\rtwo", "\r\n"}, {"", "\n"}, {" three ", ""}}, .keeps_mark = false};
  attempt.arguments = replacing("", to_bytes(attempt.expected));
  attempt.arguments.set("expected_hash", to_hex(sha256(shape.bytes())));
  return attempt;
}

WriteAttempt write_tool(const FileShape& shape) {
  WriteAttempt attempt{.tool = Tool::write, .expected = other_whole(shape)};
  attempt.content = shape.bytes_with(attempt.expected);
  return attempt;
}

std::string_view never(const FileShape&) { return {}; }

std::string_view seen_in_part(const FileShape& shape) {
  return shape.shown == 0 ? "" : "who has seen only some of its lines does not replace all of them";
}
std::string_view without_lines(const FileShape& shape) {
  return shape.line_break == "\r" ? "to the program the file is one line" : std::string_view();
}
std::string_view without_empty_lines(const FileShape& shape) {
  return shape.lines.back().content.empty() ? std::string_view() : "the file has no empty lines at its end";
}

constexpr std::array paths{
    WritePath{"one line", &one_line, &never},
    WritePath{"several lines", &change_of_steps, &never},
    WritePath{"several lines, quoted with CRLF", &several_lines_quoted_with_crlf, &without_lines},
    WritePath{"the first line", &first_line, &never},
    WritePath{"the last line", &last_line, &never},
    WritePath{"inside a line", &inside_a_line, &never},
    WritePath{"across a line break", &across_a_line_break, &never},
    WritePath{"a line becomes two", &a_line_becomes_two, &never},
    WritePath{"every occurrence", &every_occurrence, &never},
    WritePath{"several edits in one call", &several_edits, &never},
    WritePath{"with other indentation", &with_other_indentation, &without_lines},
    WritePath{"by the ends of a block", &by_the_ends_of_a_block, &without_lines},
    WritePath{"insertion after a line", &insertion_after, &never},
    WritePath{"insertion before the first line", &insertion_before_the_first_line, &never},
    WritePath{"insertion behind the tail", &insertion_behind_the_tail, &never},
    WritePath{"deletion of lines", &deletion, &never},
    WritePath{"deletion of the first line", &deletion_of_the_first_line, &never},
    WritePath{"deletion of the tail", &deletion_of_the_tail, &never},
    WritePath{"deletion of empty lines at the end", &deletion_of_empty_lines_at_the_end, &without_empty_lines},
    WritePath{"the whole file", &whole_file, &seen_in_part},
    WritePath{"the whole file in another style", &whole_file_in_another_style, &seen_in_part},
    WritePath{"write", &write_tool, &seen_in_part},
};

}  // namespace

std::span<const WritePath> write_paths() { return paths; }

Lines changed_elsewhere(Lines lines) {
  std::ranges::find(lines, "tail row", &Line::content)->content = "tail row of somebody else";
  const std::string end = lines[row::header].end;
  lines.insert(lines.begin() + row::alpha, {{"theirs", end}, {"theirs, too", end}});
  return lines;
}

WriteAttempt change_of_steps(const FileShape& shape) {
  return {.arguments = replacing(quoted_lines(shape, row::first_step, row::third_step), rows(shape, other_steps())),
          .expected = spliced(shape.lines, row::first_step, row::third_step, other_steps())};
}

}  // namespace kedge::test
