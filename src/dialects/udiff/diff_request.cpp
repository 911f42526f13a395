#include "dialects/udiff/diff_request.hpp"

#include <algorithm>
#include <map>

#include "support/strings.hpp"

namespace kedge {
namespace {

// git's name for empty content: the beginning of the SHA-1 and the SHA-256 names.
bool is_empty_blob(std::string_view name) { return name.starts_with("e69de29") || name.starts_with("473a0f4"); }

enum class Change : std::uint8_t { update, create, remove, rename };

struct MeantChange {
  Change change = Change::update;
  MeantFile file = {};
  std::string destination = {};  // of a rename
};

// What one section means, or what is wrong with it.
class SectionMeaning {
 public:
  SectionMeaning(const DiffSection& section, SentFaults& faults) : section_(section), faults_(faults) {}

  std::optional<MeantChange> meaning() {
    std::optional<MeantChange> meant = section_.renamed_from || section_.renamed_to ? rename() : other_change();
    if (!meant || !has_all_rows(meant->change)) return std::nullopt;
    return meant;
  }

 private:
  std::nullopt_t refuse_section(const std::string& problem) {
    faults_.refuse_row(section_.row, concat(problem, '.'));
    return std::nullopt;
  }

  bool has_old_name() const { return section_.old_name && !section_.old_name->is_nothing; }
  bool has_new_name() const { return section_.new_name && !section_.new_name->is_nothing; }

  std::optional<MeantChange> rename() {
    if (!section_.renamed_from || !section_.renamed_to)
      return refuse_section("a rename needs both `rename from` and `rename to`");
    if (section_.new_file_mode || section_.deleted_file_mode || (section_.old_name && !(has_old_name() && has_new_name()))) {
      return refuse_section("a file that is renamed is neither new nor deleted");
    }
    if ((has_old_name() && !names_path(section_.old_name->text, *section_.renamed_from)) ||
        (has_new_name() && !names_path(section_.new_name->text, *section_.renamed_to))) {
      return refuse_section("`---` and `+++` name other files than `rename from` and `rename to`");
    }
    if (section_.git_names && (!names_path(section_.git_names->first, *section_.renamed_from) ||
                               !names_path(section_.git_names->second, *section_.renamed_to))) {
      return refuse_section("`diff --git` names other files than `rename from` and `rename to`, or one of these is cut off");
    }
    return MeantChange{Change::rename, {.path = *section_.renamed_from}, *section_.renamed_to};
  }

  // `diff -N` gives a missing file a name, and the time 0.
  bool is_missing(const std::optional<DiffName>& name, std::uint32_t HunkNumbers::* count) const {
    if (!name) return false;
    if (name->is_nothing) return true;
    const bool has_no_rows =
        section_.hunks.size() == 1 && section_.hunks.front().numbers && (*section_.hunks.front().numbers).*count == 0;
    return name->is_epoch && !section_.by_git && has_no_rows;
  }

  std::optional<MeantChange> other_change() {
    const bool creates = section_.new_file_mode || is_missing(section_.old_name, &HunkNumbers::old_count);
    const bool removes = section_.deleted_file_mode || is_missing(section_.new_name, &HunkNumbers::new_count);
    if (creates && removes) return refuse_section("a file cannot be new and deleted at once");
    if ((section_.new_file_mode && has_old_name()) || (section_.deleted_file_mode && has_new_name())) {
      return refuse_section("a new file has `--- /dev/null`, and a deleted one has `+++ /dev/null`");
    }
    std::optional<MeantFile> file = named_file();
    if (!file) return std::nullopt;
    return MeantChange{creates ? Change::create : removes ? Change::remove : Change::update, *std::move(file)};
  }

  std::optional<MeantFile> named_file() {
    if (section_.by_git && section_.git_names) {
      const auto& [old_name, new_name] = *section_.git_names;
      if ((has_old_name() && section_.old_name->text != old_name) || (has_new_name() && section_.new_name->text != new_name)) {
        return refuse_section("`---` and `+++` name other files than `diff --git`");
      }
      // git writes the same name twice only if it was told to use no prefix.
      return old_name == new_name ? MeantFile{.path = old_name} : of_one_file(old_name, new_name);
    }
    if (has_old_name() && has_new_name()) return of_one_file(section_.old_name->text, section_.new_name->text);
    if (has_old_name()) return meant_file(section_.old_name->text);
    if (has_new_name()) return meant_file(section_.new_name->text);
    return refuse_section(section_.by_git && !section_.old_name ? "the two names behind `diff --git` cannot be told apart"
                                                                : "no file is named");
  }

  std::optional<MeantFile> of_one_file(const std::string& old_name, const std::string& new_name) {
    std::optional<MeantFile> file = meant_file(old_name, new_name);
    if (!file) {
      return refuse_section(
          concat('"', quoted_row(old_name), "\" and \"", quoted_row(new_name),
                 "\" are names of two files; a file that gets another name needs `rename from` and `rename to` below "
                 "`diff --git`"));
    }
    return file;
  }

  // A section without hunks was cut off, unless it has nothing to say about lines.
  bool has_all_rows(Change change) {
    if (!section_.hunks.empty()) return true;
    const std::optional<BlobNames>& blobs = section_.blobs;
    switch (change) {
      case Change::create:
        if (blobs && is_empty_blob(blobs->after)) return true;
        break;
      case Change::remove:
        if (blobs ? is_empty_blob(blobs->before) : section_.new_name.has_value()) return true;
        break;
      case Change::rename:
        if (!section_.is_similar_only && !section_.old_name && (!blobs || blobs->before == blobs->after)) return true;
        break;
      case Change::update:
        if (section_.new_mode && !section_.old_name && (!blobs || blobs->before == blobs->after)) return true;
        break;
    }
    refuse_section("the section of this file has no hunk, so that it says nothing or is cut off");
    return false;
  }

  const DiffSection& section_;
  SentFaults& faults_;
};

Passage passage_of(const DiffHunk& hunk, bool in_order) {
  Passage passage{.rows = hunk.rows};
  const bool has_old_rows = std::ranges::any_of(hunk.rows, [](const PassageRow& row) { return row.fate != RowFate::added; });
  if (hunk.numbers && hunk.numbers->old_count > 0 && has_old_rows) passage.line = LineNo{hunk.numbers->old_first};
  passage.in_order = in_order;
  if (hunk.old_unterminated || hunk.new_unterminated) {
    passage.terminated_before = !hunk.old_unterminated;
    passage.terminated_after = !hunk.new_unterminated;
    // A line without a line break is the last one, before or after.
    passage.ends_file = has_old_rows;
  }
  return passage;
}

std::string content_of(const DiffHunk& hunk) {
  std::string content;
  for (const PassageRow& row : hunk.rows) append(content, concat(row.text, '\n'));
  if (hunk.new_unterminated) content.pop_back();
  return content;
}

bool has_only(const DiffSection& section, RowFate fate) {
  return std::ranges::all_of(section.hunks, [&](const DiffHunk& hunk) {
    return std::ranges::all_of(hunk.rows, [&](const PassageRow& row) { return row.fate == fate; });
  });
}

void add_passages(FileRequest& file, const DiffSection& section) {
  bool in_order = false;
  for (const DiffHunk& hunk : section.hunks) {
    Operation operation;
    operation.target = passage_of(hunk, in_order);
    operation.row = hunk.row;
    file.operations.push_back(std::move(operation));
    in_order = true;
  }
}

Operation file_operation(Target target, const DiffSection& section) {
  Operation operation;
  operation.target = std::move(target);
  operation.row = section.row;
  return operation;
}

// Whether the owner may execute a file of that mode, as in 100755.
bool lets_run(std::string_view mode) { return mode.size() == 6 && ((mode[3] - '0') & 1) != 0; }

std::optional<FileRequest> file_of(const DiffSection& section, const MeantChange& meant, SentFaults& faults) {
  FileRequest file;
  file.path = meant.file.path;
  file.literal_path = meant.file.literal;
  if (section.new_mode) file.executable = lets_run(*section.new_mode);
  switch (meant.change) {
    case Change::update: add_passages(file, section); break;
    case Change::create: {
      if (section.hunks.size() > 1 || !has_only(section, RowFate::added)) {
        faults.refuse_row(section.row, "a new file has one hunk, with nothing but + rows.");
        return std::nullopt;
      }
      file.must_be_new = true;
      if (section.new_file_mode && lets_run(*section.new_file_mode)) file.executable = true;
      Operation whole = file_operation(Whole{}, section);
      if (!section.hunks.empty()) whole.body = content_of(section.hunks.front());
      file.operations.push_back(std::move(whole));
      break;
    }
    case Change::remove:
      if (!has_only(section, RowFate::removed)) {
        faults.refuse_row(section.row, "of a deleted file every row is taken out: its hunk has nothing but - rows.");
        return std::nullopt;
      }
      // All that is known of its content is that it is empty.
      if (section.hunks.empty() && section.blobs) file.version = sha256("");
      add_passages(file, section);
      file.operations.push_back(file_operation(Removal{}, section));
      break;
    case Change::rename:
      add_passages(file, section);
      file.operations.push_back(file_operation(Relocation{meant.destination}, section));
      break;
  }
  return file;
}

struct KnownFile {
  std::size_t index;
  std::uint32_t row;
  bool only_updates;
};

// The passages of a file's second section follow those of the first.
void put_together(FileRequest& known, FileRequest more, SentFaults& faults) {
  for (Operation& operation : more.operations) known.operations.push_back(std::move(operation));
  if (more.executable) known.executable = more.executable;
  if (known.operations.size() > most_diff_hunks) {
    faults.add(beyond_limit("the number of hunks for one file", known.operations.size(), most_diff_hunks, known.path));
  }
}

Error file_twice(const std::string& path, std::uint32_t row, std::uint32_t other_row) {
  return refuse(Code::overlapping_operations,
                concat("line ", row, ": ", printable(path), " has a section on line ", other_row,
                       " already; a file that is created, deleted or renamed has one section."),
                {{"path", path}, {"patch_line", row}, {"other_patch_line", other_row}});
}

}  // namespace

std::vector<FileRequest> files_of_diff(const UnifiedDiff& diff, SentFaults& faults) {
  std::vector<FileRequest> files;
  std::map<std::string, KnownFile> known;
  for (const DiffSection& section : diff.sections) {
    if (!section.is_sound) continue;
    const std::optional<MeantChange> meant = SectionMeaning(section, faults).meaning();
    if (!meant) continue;
    std::optional<FileRequest> file = file_of(section, *meant, faults);
    if (!file) continue;
    const bool updates = meant->change == Change::update;
    const auto [place, is_new] = known.try_emplace(file->path, KnownFile{files.size(), section.row, updates});
    if (is_new) {
      files.push_back(*std::move(file));
    } else if (updates && place->second.only_updates && files[place->second.index].literal_path == file->literal_path) {
      put_together(files[place->second.index], *std::move(file), faults);
    } else {
      faults.add(file_twice(file->path, section.row, place->second.row));
    }
  }
  return files;
}

}  // namespace kedge
