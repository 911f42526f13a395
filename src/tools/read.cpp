// Shows a file and records what was shown, because only that may be edited.
#include "engine/file_page.hpp"
#include "fs/read_file.hpp"
#include "plan/loaded_file.hpp"
#include "plan/shown_rows.hpp"
#include "render/row.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "tools/verb.hpp"

namespace kedge::verb {
namespace {

constexpr std::size_t longest_page = 256UL * 1024;  // of a file that cannot be edited

// The requested lines, as far as they exist.
Result<LineSpan> lines_of(const ReadRequest& request, const Text& text) {
  if (request.last && *request.last < request.first) {
    return std::unexpected(refuse(Code::invalid_range_order,
                                  {{"path", request.path}, {"start", request.first.value}, {"end", request.last->value}}));
  }
  if (request.first > LineNo{1} && !text.has(request.first)) {
    return std::unexpected(
        refuse(Code::line_out_of_range, {{"path", request.path}, {"line", request.first.value}, {"count", text.line_count()}}));
  }
  const LineNo end = text.all_lines().end;
  return LineSpan{request.first, request.last ? std::min(*request.last + 1, end) : end};
}

bool has_lone_cr(const Text& text, LineSpan lines) {
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    if (text.content(line).find('\r') != std::string_view::npos) return true;
  }
  return false;
}

// What cannot be seen from the rows.
std::string notes_on(const Text& text, LineSpan shown) {
  const std::string_view bytes = text.slice(text.span(shown));
  std::string notes;
  if (!is_utf8(bytes)) append(notes, "note: bytes that are not UTF-8 are shown as \\xNN\n");
  if (has_lone_cr(text, shown)) {
    append(notes, "note: some rows hold carriage returns (CR) that end no line; a line ends in LF or CRLF only\n");
  }
  if (!is_ascii(bytes) && has_bidi_controls(bytes)) {
    append(notes, "note: some rows hold bidirectional controls, which make text look other than it is\n");
  }
  return notes;
}

// Cuts a row that is longer than a page.
void cut_to_fit(std::string& row, std::size_t room) {
  constexpr std::string_view mark = "… (the rest of this line is left out)\n";
  row.resize(beginning_of(row, room - std::min(room, mark.size())).size());
  append(row, mark);
}

// A part of a file that is too large to be edited. It does not count as shown.
Result<Reply> read_page(const Dialect& dialect, const ReadRequest& request, const Session& session) {
  if (request.last && *request.last < request.first) return std::unexpected(lines_of(request, Text()).error());
  KEDGE_TRY(const FilePage page,
            load_page(session, request.path, request.first, request.last, std::min(session.room->left(), longest_page)));
  std::string text;
  for (LineNo line{1}; page.text.has(line); line = line + 1) {
    if (page.text.content(line).find('\0') != std::string_view::npos) {
      const std::uint32_t number = page.first.value + line.value - 1;
      return std::unexpected(refuse(Code::binary_file, {{"path", request.path}, {"line", number}}));
    }
    if (dialect.numbers || request.anchored) append(text, concat(page.first.value + line.value - 1, ':'));
    append_row(text, page.text, line);
    append(text, '\n');
  }
  if (page.more)
    append(text, concat("note: there is more; go on with ", dialect.fields.start, '=',
                        page.first.value + page.text.line_count(), '\n'));
  append(text, concat("note: the file has ", page.file_size, " bytes, more than can be edited (", largest_editable_file,
                      "): it can only be read, in parts\n"));
  return Reply{.text = std::move(text)};
}

Result<Reply> call_read(const Dialect& dialect, const Json& arguments, Session& session) {
  KEDGE_TRY(const ReadRequest request, hear_read(dialect, arguments));
  Result<LoadedFile> loaded = load_existing(session, request.path, Access::read);
  if (!loaded && loaded.error().code == Code::limit_exceeded) return read_page(dialect, request, session);
  if (!loaded) return std::unexpected(std::move(loaded).error());
  const LoadedFile& file = *loaded;
  KEDGE_TRY(const LineSpan wanted, lines_of(request, file.text));

  const RowPrinter print = dialect.rows(file.text, request.anchored);
  const std::size_t room = session.room->left();
  std::string rows;
  LineSet cut;
  LineNo next = wanted.first;
  for (; next < wanted.end && next - wanted.first < session.room->rows(); next = next + 1) {
    if (file.text.content(next).find('\0') != std::string_view::npos) {
      return std::unexpected(refuse(Code::binary_file, {{"path", request.path}, {"line", next.value}}));
    }
    const std::size_t before = rows.size();
    print(rows, next);
    append(rows, '\n');
    if (rows.size() <= room) continue;
    if (before > 0) {
      rows.resize(before);
      break;
    }
    cut_to_fit(rows, room);
    cut.add(one_line(next));
  }
  const LineSpan shown{wanted.first, next};
  const std::string tag = dialect.tags ? session.store.tag_of(file.inside, file.version) : std::string();
  const View view{file.text, file.version, tag, request};
  std::string text;
  if (const std::string first = dialect.first_row(view); !first.empty()) append(text, concat(first, '\n'));
  append(text, rows);
  if (next < wanted.end) {
    append(text, concat("note: ", counted(wanted.end - next, "more line"), " up to line ", wanted.last().value, "; go on with ",
                        dialect.fields.start, '=', next.value, '\n'));
  }
  append(text, notes_on(file.text, shown));
  if (const std::string last = dialect.last_row(view); !last.empty()) append(text, last);
  note_shown(session, file, LineSet(shown), EventKind::shown,
             dialect.numbers || request.anchored ? Numbers::shown : Numbers::not_shown, cut);
  session.misread->clear(file.inside);
  Reply reply{.text = std::move(text)};
  reply.read.push_back({file.inside, file.text, file.version, shown});
  if (dialect.publishes_reads) reply.opened = reply.read;
  return reply;
}

std::vector<NamedPath> paths_of_read(const Dialect& dialect, const Json& arguments) {
  const Result<ReadRequest> request = hear_read(dialect, arguments);
  return request ? std::vector<NamedPath>{{request->path}} : std::vector<NamedPath>();
}

std::string advice_on_reading(const ToolNames& names) {
  const std::string reader = names("read");
  const std::string editor = names("edit");
  const std::string finder = names("search");
  if (editor.empty()) return {};
  return concat("Show a file with ", reader, " before you change it with ", editor, ": the two belong together, and what ",
                editor, " quotes or names is what ", reader, finder.empty() ? "" : concat(" or ", finder), " has shown.");
}

}  // namespace

constexpr Verb read{.name = "read", .call = &call_read, .paths = &paths_of_read, .advice = &advice_on_reading};

}  // namespace kedge::verb
