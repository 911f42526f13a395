#include "dialects/udiff/unified_diff_text.hpp"

#include <algorithm>
#include <array>

#include "dialects/udiff/diff_rows.hpp"
#include "dialects/udiff/hunk_body.hpp"
#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

std::string_view without_cr(std::string_view row) {
  if (row.ends_with('\r')) row.remove_suffix(1);
  return row;
}

// What follows a word at the beginning of the row.
std::optional<std::string_view> behind(std::string_view row, std::string_view word) {
  if (!row.starts_with(word)) return std::nullopt;
  return without_cr(row.substr(word.size()));
}

bool is_regular_mode(std::string_view mode) { return mode.size() == 6 && mode.starts_with("100"); }

class DiffReader {
 public:
  DiffReader(std::string_view input, SentFaults& faults) : rows_(rows_of_diff(input)), faults_(faults) {}

  UnifiedDiff read() {
    while (at_ < rows_.size() && !faults_.full() && !beyond_limit_) take();
    if (announced_at_ && !faults_.full() && !beyond_limit_) {
      faults_.refuse_row(row_number(*announced_at_),
                         "here begins the section of a file that does not follow: the diff is cut off.");
    }
    return std::move(diff_);
  }

 private:
  std::string_view row() const { return rows_[at_]; }
  DiffSection* section() { return diff_.sections.empty() ? nullptr : &diff_.sections.back(); }
  void refuse_row(const std::string& problem, const std::string& corrected = {}) {
    faults_.refuse_row(row_number(at_), concat(problem, '.'), corrected);
    if (section() != nullptr) section()->is_sound = false;
  }

  // One row, or as many as belong together.
  void take() {
    if (is_git_row(row())) return take_git_headers();
    if (are_name_rows(rows_, at_)) return take_name_rows();
    if (is_hunk_row(row())) return take_hunk();
    if (refuse_odd_syntax()) return;
    if (refuse_binary()) return;
    if (!outside_) take_stray_row();
    ++at_;
  }

  // Skips text around the diff: above the first file, and outside a fence or mail.
  void take_stray_row() {
    if (is_empty_row(row())) return;
    if (is_fence(row()) || is_signature(row()) || row().starts_with("From ") || row().starts_with("commit ")) {
      outside_ = true;
      return;
    }
    if (row().starts_with("Only in "))
      return faults_.warn(row_number(at_), "`Only in …` says nothing that can be applied; that file stays as it is.");
    if (row().starts_with("diff ") || row().starts_with("Index: ") || row().starts_with("=====")) {
      announced_at_ = at_;
      return;
    }
    if (std::exchange(told_of_stray_, true)) return;
    if (row().starts_with("--- ") || row().starts_with("+++ ")) {
      return refuse_row("a file is named by two rows, `--- a/PATH` and below it `+++ b/PATH`; here stands one of them");
    }
    refuse_row(concat("the row belongs to no hunk: \"", quoted_row(row()),
                      "\". If it is a line of the file, it needs a mark before it, "
                      "and the counts of the hunk header above have to include it; notes do not belong into a diff"));
  }

  bool refuse_odd_syntax() {
    if (is_ascii(row())) return false;
    const std::string plain = with_plain_forms(row());
    if (plain == row()) return false;
    const bool is_syntax = is_git_row(plain) || plain.starts_with("--- a/") || plain.starts_with("+++ b/") ||
                           plain.starts_with("@@ -") ||
                           ((plain.starts_with("--- ") || plain.starts_with("+++ ")) && row().starts_with(byte_order_mark));
    if (!is_syntax) return false;
    refuse_row(concat("the row holds the character ", odd_character_in(row()).value_or(""),
                      ", which only looks like what belongs there, or like nothing"),
               plain);
    diff_.has_marks = true;
    ++at_;
    return true;
  }

  bool refuse_binary() {
    const bool is_binary =
        row().starts_with("GIT binary patch") ||
        ((row().starts_with("Binary files ") || row().starts_with("Files ")) && without_cr(row()).ends_with(" differ"));
    if (!is_binary) return false;
    diff_.has_marks = true;
    refuse_row("binary files cannot be patched, and so none of the files is; leave this one out");
    ++at_;
    // The following rows are binary data: letters and digits up to an empty row, twice.
    while (at_ < rows_.size() && !begins_something_else(row()) && !are_name_rows(rows_, at_)) ++at_;
    return true;
  }

  bool begin_section() {
    diff_.has_marks = true;
    outside_ = false;
    told_of_stray_ = false;
    announced_at_.reset();
    if (diff_.sections.size() == most_diff_sections) {
      faults_.add(kedge::beyond_limit("the number of files in the diff", most_diff_sections + 1, most_diff_sections));
      beyond_limit_ = true;
      return false;
    }
    diff_.sections.emplace_back();
    section()->row = row_number(at_);
    return true;
  }

  void take_git_headers() {
    if (!begin_section()) return;
    DiffSection& file = *section();
    file.by_git = true;
    if (const std::optional<std::string_view> names = behind(row(), "diff --git ")) {
      file.git_names = read_git_names(*names);
    } else {
      refuse_row("this is a combined diff of a merge, which says nothing that can be applied; send a diff against one version");
    }
    for (++at_; at_ < rows_.size() && take_git_header(file); ++at_) {
    }
    if (at_ < rows_.size() && are_name_rows(rows_, at_)) take_names(file);
  }

  // One of the rows between `diff --git` and `---`.
  bool take_git_header(DiffSection& file) {
    const auto take_mode = [&](std::string_view word, std::optional<std::string>& into) {
      const std::optional<std::string_view> mode = behind(row(), word);
      if (!mode) return false;
      into = std::string(*mode);
      check_mode(*mode);
      return true;
    };
    const auto take_name = [&](std::string_view word, std::optional<std::string>& into) {
      const std::optional<std::string_view> name = behind(row(), word);
      if (!name) return false;
      into = read_plain_name(*name);
      if (!into || into->empty()) refuse_row(concat("the name is not a name: \"", quoted_row(row()), '"'));
      return true;
    };
    std::optional<std::string> old_mode;
    if (take_mode("old mode ", old_mode) || take_mode("new mode ", file.new_mode) ||
        take_mode("new file mode ", file.new_file_mode) || take_mode("deleted file mode ", file.deleted_file_mode) ||
        take_name("rename from ", file.renamed_from) || take_name("rename to ", file.renamed_to)) {
      return true;
    }
    if (row().starts_with("copy from ") || row().starts_with("copy to ")) {
      if (row().starts_with("copy from "))
        refuse_row("copies are not made, and so no file is changed; send the copy as a new file");
      return true;
    }
    if (const std::optional<std::string_view> share = behind(row(), "similarity index ")) {
      file.is_similar_only = *share != "100%";
      return true;
    }
    if (row().starts_with("dissimilarity index ")) return true;
    if (const std::optional<std::string_view> blobs = behind(row(), "index ")) {
      take_blobs(file, *blobs);
      return true;
    }
    return false;
  }

  void check_mode(std::string_view mode) {
    if (is_regular_mode(mode)) return;
    refuse_row(mode == "120000" ? "symbolic links (mode 120000) are not edited, and so no file is changed; leave this one out"
               : mode == "160000"
                   ? "submodules (mode 160000) are not edited, and so no file is changed; leave this one out"
                   : concat("the mode \"", quoted_row(mode), "\" is not one of a file: 100644, or 100755 for a program"));
  }

  // "1611241..b68fde2 100644"
  void take_blobs(DiffSection& file, std::string_view spelled) {
    const std::size_t dots = spelled.find("..");
    if (dots == std::string_view::npos) return;
    const std::size_t blank = spelled.find(' ', dots);
    file.blobs = BlobNames{std::string(spelled.substr(0, dots)),
                           std::string(spelled.substr(dots + 2, blank == std::string_view::npos ? blank : blank - dots - 2))};
    if (blank != std::string_view::npos) check_mode(spelled.substr(blank + 1));
  }

  void take_name_rows() {
    if (begin_section()) take_names(*section());
  }

  void take_names(DiffSection& file) {
    for (std::optional<DiffName>* const name : {&file.old_name, &file.new_name}) {
      *name = read_diff_name(without_cr(row().substr(4)));
      if (!*name || (*name)->text.empty()) {
        refuse_row(concat("the row names no file, or its quotation marks are broken: \"", quoted_row(row()), '"'));
        *name = DiffName{};
      }
      ++at_;
    }
  }

  void take_hunk() {
    const std::uint32_t header = row_number(at_);
    HunkRow read = read_hunk_row(row());
    if (read.numbers) diff_.has_marks = true;  // other formats have rows with @@ as well
    DiffSection* const file = outside_ ? nullptr : section();
    const bool has_names = file != nullptr && file->old_name;
    if (!has_names && !std::exchange(told_of_stray_, true)) {
      refuse_row("a hunk stands below the names of its file, `--- a/PATH` and `+++ b/PATH`, and here are none");
    }
    if (has_names && file->hunks.size() == most_diff_hunks) {
      const std::string path = file->new_name->is_nothing ? file->old_name->text : file->new_name->text;
      faults_.add(kedge::beyond_limit("the number of hunks for one file", most_diff_hunks + 1, most_diff_hunks, path));
      beyond_limit_ = true;
      return;
    }
    if (!read.problem.empty()) {
      refuse_row(read.problem, read.corrected);
      ++at_;
      while (at_ < rows_.size() && !begins_something_else(row()) && !are_name_rows(rows_, at_)) ++at_;
      return;
    }
    ++at_;
    HunkBody body = read_hunk_body(rows_, at_, read.numbers, faults_);
    at_ = body.end;
    if (!has_names) return;
    file->is_sound = file->is_sound && body.is_sound;
    if (body.is_sound && !body.by_counts) warn_of_counts(header, read.numbers, body);
    if (body.is_sound && !body.by_counts && body.old_count > 0 && read.numbers && read.numbers->old_count == 0)
      read.numbers.reset();
    told_of_stray_ = false;
    file->hunks.push_back({.row = header,
                           .numbers = read.numbers,
                           .rows = std::move(body.rows),
                           .old_unterminated = body.old_unterminated,
                           .new_unterminated = body.new_unterminated});
  }

  void warn_of_counts(std::uint32_t header, const std::optional<HunkNumbers>& numbers, const HunkBody& body) {
    if (!numbers) {
      return faults_.warn(header, "the hunk header has no line numbers; its place was found by its rows alone.");
    }
    const HunkNumbers right{.old_first = numbers->old_first,
                            .old_count = body.old_count,
                            .new_first = numbers->new_first,
                            .new_count = body.new_count};
    faults_.warn(header, concat("the counts of the hunk header are wrong; the hunk was taken as `", written(right), "`."));
  }

  DiffRowList rows_;
  SentFaults& faults_;
  UnifiedDiff diff_;
  std::size_t at_ = 0;
  bool outside_ = true;  // of the diff: above the first file, below a fence
  bool told_of_stray_ = false;
  std::optional<std::size_t> announced_at_ = std::nullopt;  // a row that some programs write above a file's section
  bool beyond_limit_ = false;
};

}  // namespace

UnifiedDiff read_unified_diff(std::string_view input, SentFaults& faults) { return DiffReader(input, faults).read(); }

}  // namespace kedge
