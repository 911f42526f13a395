#include "dialects/blocks/block_reader.hpp"

#include <algorithm>
#include <map>

#include "contract/request.hpp"
#include "dialects/blocks/block_marker.hpp"
#include "dialects/blocks/block_name.hpp"
#include "dialects/blocks/block_rows.hpp"
#include "dialects/sent_rows.hpp"
#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

constexpr std::string_view example_head = "\nsrc/area.py\n```python\n<<<<<<< SEARCH\n";

class BlockReader {
 public:
  Result<BlockText> read(std::string_view input);

 private:
  enum class Part : std::uint8_t { outside, search, replace };
  using Side = std::vector<std::string_view>;

  void refuse_row(const std::string& problem, const std::string& corrected = {}) {
    faults_.refuse_row(row_, problem, corrected);
  }
  void take(std::string_view row);
  void take_outside(std::string_view row);
  void open_block();
  void take_name();
  void refuse_misspelled(std::string_view row);
  void refuse_unclosed(std::string_view where);
  void close_block();
  FileRequest* file_of(const std::string& name);
  void add_operation(FileRequest& file);

  BlockText text_;
  SentFaults faults_;
  std::map<std::string, std::size_t, std::less<>> known_;  // files by name
  std::vector<std::string_view> rows_;
  std::uint32_t row_ = 0;  // the current row, from 1
  Part part_ = Part::outside;
  bool gave_up_ = false;

  std::size_t gap_ = 0;          // where the rows after the last block begin
  std::string name_;             // of the block's file; empty: unknown
  bool name_is_loose_ = false;   // it could be a sentence as well
  std::uint32_t block_row_ = 0;  // of its first marker
  std::uint32_t divider_row_ = 0;
  std::uint32_t odd_marker_row_ = 0;  // a row that looks like the next marker, and was taken as a line
  bool spoiled_ = false;              // part of the block was refused
  Side search_, replace_;
};

Result<BlockText> BlockReader::read(std::string_view input) {
  rows_ = sent_rows(input);
  for (std::size_t at = 0; at < rows_.size() && !gave_up_ && !faults_.full(); ++at) {
    row_ = static_cast<std::uint32_t>(at + 1);
    take(rows_[at]);
  }
  if (!gave_up_ && part_ != Part::outside) refuse_unclosed("the text ends inside a block: it is cut off");
  if (faults_.empty() && text_.files.empty()) {
    row_ = 1;
    refuse_row(concat("there is no block in the text. A block reads:", example_head,
                      "lines as the file has them\n=======\nlines that shall stand there instead\n>>>>>>> REPLACE\n```"));
  }
  if (!faults_.empty()) return std::unexpected(faults_.take());
  return std::move(text_);
}

void BlockReader::take(std::string_view row) {
  if (part_ == Part::outside) return take_outside(row);
  const std::optional<BlockMarker> marker = block_marker_of(row);
  Side& side = part_ == Part::search ? search_ : replace_;
  if (!marker) {
    if (const std::optional<BlockMarker> alike = block_marker_of(with_plain_forms(row))) {
      spoiled_ = true;
      return refuse_row(concat("the row looks like a marker and holds the character ", odd_character_in(row).value_or("")),
                        std::string(written(*alike)));
    }
    const BlockMarker next = part_ == Part::search ? BlockMarker::divider : BlockMarker::replace;
    if (misspelled_marker(row) == next) odd_marker_row_ = row_;
    return side.push_back(row);
  }
  switch (*marker) {
    case BlockMarker::search:
      refuse_unclosed("a block begins inside another one");
      gap_ = row_ - 1;  // what is above belongs to the other block
      return open_block();
    case BlockMarker::divider:
      if (part_ == Part::search) {
        divider_row_ = row_;
        odd_marker_row_ = 0;
        part_ = Part::replace;
        return;
      }
      spoiled_ = true;
      return refuse_row(
          concat("the block of line ", block_row_, " has a second row of =; the first is line ", divider_row_,
                 ". Which of them parts SEARCH from REPLACE, and which is a line of the file, cannot be told: leave "
                 "that line out of the block, or write the file with another tool."));
    case BlockMarker::replace:
      if (part_ == Part::search) {
        spoiled_ = true;
        refuse_row(concat("the block of line ", block_row_,
                          " has no row that parts SEARCH from REPLACE; to delete lines, put it above this row"),
                   "=======");
      }
      return close_block();
  }
}

void BlockReader::take_outside(std::string_view row) {
  const std::optional<BlockMarker> marker = block_marker_of(row);
  if (marker == BlockMarker::search) return open_block();
  if (marker == BlockMarker::replace) {
    return refuse_row(
        "this ends a block that has not begun, or that has ended above: a block cannot contain a line of a file that looks "
        "like this.");
  }
  if (!marker) refuse_misspelled(row);
}

// Refuses a misspelled marker outside a block; inside, any row may be a line of the file.
void BlockReader::refuse_misspelled(std::string_view row) {
  const std::optional<BlockMarker> meant = misspelled_marker(row);
  if (!meant || *meant == BlockMarker::divider) return;
  const std::optional<std::string> odd = odd_character_in(row);
  const std::string reason = odd                                             ? concat(" holds the character ", *odd)
                             : row.starts_with(' ') || row.starts_with('\t') ? " does not begin in the first column"
                                                                             : " is a marker of another format";
  refuse_row(concat("the row \"", quoted_row(row), '"', reason, '.'), std::string(written(*meant)));
}

void BlockReader::refuse_unclosed(std::string_view where) {
  if (odd_marker_row_ != 0) {
    const BlockMarker next = part_ == Part::search ? BlockMarker::divider : BlockMarker::replace;
    return faults_.refuse_row(odd_marker_row_,
                              concat("the row \"", quoted_row(rows_[odd_marker_row_ - 1]),
                                     "\" is no marker of the block of line ", block_row_, ", which is not closed"),
                              std::string(written(next)));
  }
  faults_.refuse_row(block_row_, concat(where,
                                        ". Behind `<<<<<<< SEARCH` come `=======` and `>>>>>>> REPLACE`; nothing was applied, "
                                        "send all of it."));
}

// The row above the block, or above its fence, names the file.
void BlockReader::take_name() {
  std::string on_fence;
  bool blanks_between = false;
  for (std::size_t at = row_ - 1; at > gap_; --at) {
    const std::string_view row = rows_[at - 1];
    if (is_fence_row(row)) {
      if (on_fence.empty()) on_fence = name_on_fence(row).value_or("");
      continue;
    }
    if (trimmed(row).empty()) {
      blanks_between = true;
      continue;
    }
    const std::optional<NameRow> name = read_name_row(row);
    const bool looks_like_one = name && (name->marked || name->name.find_first_of("./") != std::string::npos);
    if (blanks_between && !looks_like_one) break;  // a sentence
    if (!name && !on_fence.empty()) break;
    if (!name) {
      spoiled_ = true;
      faults_.refuse_row(static_cast<std::uint32_t>(at),
                         concat("the row above a block is not the name of a file: \"", quoted_row(row),
                                "\". Put the name on a row of its own, in backticks if it holds blanks; between a sentence and "
                                "a block for the same file as the one before stands an empty row."));
      return;
    }
    if (const std::optional<std::string> odd = odd_first_character(name->name)) {
      spoiled_ = true;
      faults_.refuse_row(static_cast<std::uint32_t>(at), concat("the name of the file begins with the character ", *odd),
                         with_plain_forms(name->name));
      return;
    }
    name_ = name->name;
    name_is_loose_ = name->loose;
    return;
  }
  if (!on_fence.empty()) {
    name_ = on_fence;
    name_is_loose_ = false;
    return;
  }
  // Without a name of its own, a block is about the file of the block before, unless a row in between names another.
  for (std::size_t at = row_ - 1; at > gap_ && !name_.empty(); --at) {
    if (!may_name_another(rows_[at - 1], name_)) continue;
    spoiled_ = true;
    faults_.refuse_row(
        static_cast<std::uint32_t>(at),
        concat("the block of line ", row_, " has no name above it, and this row may name another file than ", printable(name_),
               ", which the block before is about. Put the name of the file on the row right above each block."));
    return;
  }
}

void BlockReader::open_block() {
  block_row_ = row_;
  divider_row_ = 0;
  odd_marker_row_ = 0;
  spoiled_ = false;
  search_.clear();
  replace_.clear();
  part_ = Part::search;
  take_name();
  if (name_.empty() && !spoiled_) {
    spoiled_ = true;
    refuse_row(concat(
        "the block does not say which file it is about. Put the name on a row of its own directly above:", example_head, "…"));
  }
}

FileRequest* BlockReader::file_of(const std::string& name) {
  const auto [place, is_new] = known_.try_emplace(name, text_.files.size());
  if (is_new) {
    if (text_.files.size() == most_files) {
      faults_.add(beyond_limit("the number of files", most_files + 1, most_files));
      gave_up_ = true;
      return nullptr;
    }
    text_.files.push_back({.path = name});
  }
  return &text_.files[place->second];
}

void BlockReader::close_block() {
  part_ = Part::outside;
  gap_ = row_;
  if (spoiled_) return;
  if (!search_.empty() && std::ranges::all_of(search_, [](std::string_view row) { return trimmed(row).empty(); })) {
    return faults_.refuse_row(block_row_,
                              "SEARCH holds nothing but empty rows, which say no place; quote the lines next to them, or leave "
                              "SEARCH without any row to make a new file.");
  }
  FileRequest* const file = file_of(name_);
  if (file != nullptr) add_operation(*file);
}

void BlockReader::add_operation(FileRequest& file) {
  const bool makes_file = search_.empty();
  if (!file.operations.empty() && (makes_file || file.must_be_new)) {
    return faults_.add(
        refuse(Code::overlapping_operations,
               concat("line ", block_row_, ": ", printable(file.path),
                      " is already in this text; a block with an empty SEARCH makes the whole of a new file, and "
                      "stands alone."),
               {{"path", file.path}, {"patch_line", block_row_}}));
  }
  if (file.operations.size() == most_operations) {
    faults_.add(beyond_limit("the number of blocks for one file", most_operations + 1, most_operations, file.path));
    gave_up_ = true;
    return;
  }
  Operation operation{.target = Whole{}, .body = {}, .row = block_row_};
  if (makes_file && name_is_loose_) {
    return faults_.refuse_row(block_row_, concat("put the name of a new file in backticks if it has spaces: `", file.path,
                                                 "`. Without them a sentence could be taken for it."));
  }
  if (makes_file) {
    file.must_be_new = true;
    file.may_be_empty = true;  // an empty file has no row that SEARCH could quote
    for (const std::string_view row : replace_) append(operation.body, concat(row, '\n'));
  } else {
    Passage passage;
    passage.rows = rows_between(search_, replace_);
    passage.compared = true;
    if (has_loose_dots(search_, replace_) && !text_.loose_dots) text_.loose_dots = {block_row_, file.path};
    if (keeps_blank_edge(search_, replace_)) {
      text_.warnings.push_back(
          concat(printable(file.path), ": the block at row ", block_row_,
                 " has an empty REPLACE; the blank row at the edge of its SEARCH stays. To remove it, too, "
                 "quote the line on its other side and repeat that line in REPLACE."));
    }
    operation.target = std::move(passage);
  }
  file.operations.push_back(std::move(operation));
}

}  // namespace

Result<BlockText> read_blocks(std::string_view input) { return BlockReader().read(input); }

}  // namespace kedge
