#include "dialects/said_lines.hpp"

#include "dialects/said_passages.hpp"
#include "edit/diff.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {

Result<std::vector<LineEdit>> said_lines(const FileOutcome& file) {
  std::vector<LineEdit> edits;
  for (const Hunk& hunk : diff_lines(file.before, file.after, LineKey::content)) {
    LineEdit edit;
    edit.lines = hunk.before;
    edit.op = static_cast<int>(edits.size());
    for (LineNo line = hunk.after.first; line < hunk.after.end; line = line + 1) {
      const std::string_view content = file.after.content(line);
      if (!is_utf8(content)) return cannot_be_said(file, "a new line is not valid UTF-8");
      if (content.ends_with('\r')) return cannot_be_said(file, "a new line ends in a carriage return");
      edit.rows.emplace_back(content);
    }
    edits.push_back(std::move(edit));
  }
  KEDGE_DO(check_said(file, edits));
  return edits;
}

Result<void> check_said(const FileOutcome& file, std::vector<LineEdit> edits) {
  const Result<ChangeSet> made = replace_lines(file.before, std::move(edits));
  if (made && made->makes(file.before, file.after)) return {};
  return cannot_be_said(file, "line endings, the byte order mark or the end of the file change");
}

LineEdit joined(const Text& text, LineEdit first, const LineEdit& second) {
  for (LineNo line = first.lines.end; line < second.lines.first; line = line + 1) first.rows.emplace_back(text.content(line));
  first.rows.insert(first.rows.end(), second.rows.begin(), second.rows.end());
  first.lines.end = second.lines.end;
  return first;
}

Result<Rows> said_rows_of_new_file(const FileOutcome& file) {
  const std::string_view bytes = file.after.bytes();
  if (!is_utf8(bytes)) return cannot_be_said(file, "the new file is not valid UTF-8");
  if (bytes.empty() || !bytes.ends_with('\n') || bytes.find('\r') != std::string_view::npos) {
    return cannot_be_said(file, "a new file is said in rows that end in LF, and this one is not made of them");
  }
  return rows_of(bytes);
}

Result<void> check_one_changed_file(std::span<const FileOutcome> files) {
  if (files.size() != 1) {
    return std::unexpected(refuse(Code::operation_count,
                                  concat("The edit is about ", counted(files.size(), "file"), ", and a call is about one."),
                                  {{"count", files.size()}, {"expected", "one file"}}));
  }
  const FileOutcome& file = files.front();
  if (file.removed) return cannot_be_said(file, "there are no words for removing a file");
  if (!file.destination.empty()) return cannot_be_said(file, "there are no words for moving a file");
  return {};
}

}  // namespace kedge
