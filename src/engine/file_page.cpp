#include "engine/file_page.hpp"

#include <algorithm>

#include "fs/open_regular.hpp"
#include "text/newlines.hpp"

namespace kedge {
namespace {

constexpr std::size_t piece_size = 1UL * 1024 * 1024;
constexpr std::uint64_t bytes_between_progress = 32UL * 1024 * 1024;

// Reads the file piece by piece and keeps the bytes of the requested lines.
class PageReader {
 public:
  PageReader(LineNo first, std::optional<LineNo> last, std::size_t most_bytes)
      : first_(first), last_(last), most_(most_bytes) {}

  void take(std::string_view piece) {
    if (line_ < first_) piece.remove_prefix(skipped(piece));
    while (!piece.empty() && wants_more()) {
      const std::size_t newline = piece.find('\n');
      const std::string_view row = piece.substr(0, newline == std::string_view::npos ? newline : newline + 1);
      page_.append(row);
      if (newline != std::string_view::npos) line_ = line_ + 1;
      piece.remove_prefix(row.size());
    }
    if (!piece.empty()) more_ = true;
  }

  bool wants_more() const { return !more_ && page_.size() < most_ && !(last_ && line_ > *last_); }
  bool reached() const { return line_ > first_ || !page_.empty(); }
  std::uint32_t lines_passed() const { return line_.value - 1; }
  bool more() const { return more_; }
  std::string take_page() { return std::move(page_); }

 private:
  // Bytes of lines before the first one.
  std::size_t skipped(std::string_view piece) {
    const std::size_t breaks = count_newlines(piece);
    if (breaks < first_ - line_) {
      line_ = line_ + static_cast<std::uint32_t>(breaks);
      return piece.size();
    }
    std::size_t at = 0;
    for (; line_ < first_; line_ = line_ + 1) at = piece.find('\n', at) + 1;
    return at;
  }

  LineNo first_;
  std::optional<LineNo> last_;
  std::size_t most_;
  LineNo line_{1};
  std::string page_;
  bool more_ = false;
};

}  // namespace

Result<FilePage> load_page(const Session& session, std::string_view path, LineNo first, std::optional<LineNo> last,
                           std::size_t most_bytes) {
  const Workspace& workspace = session.workspace;
  KEDGE_TRY(const Place place, workspace.root().find(path, Access::read));
  KEDGE_TRY(const OpenedFile file, open_regular(workspace.fs(), place.folder, place.name, path));
  if (file.info.size > largest_readable_file) {
    return std::unexpected(beyond_limit("the size of the file", file.info.size, largest_readable_file, path));
  }
  PageReader reader(first, last, most_bytes);
  std::string piece(piece_size, '\0');
  std::uint64_t offset = 0;
  std::uint64_t told = 0;
  while (reader.wants_more()) {
    if (session.is_cancelled()) return std::unexpected(refuse(Code::cancelled, {{"path", path}}));
    KEDGE_OS(const std::size_t got, workspace.fs().read_at(file.handle, offset, piece), path);
    if (got == 0) break;
    reader.take(std::string_view(piece).substr(0, got));
    offset += got;
    if (session.progress && offset - told >= bytes_between_progress) {
      session.progress(offset, file.info.size);
      told = offset;
    }
  }
  if (!reader.reached()) {
    return std::unexpected(
        refuse(Code::line_out_of_range, {{"path", path}, {"line", first.value}, {"count", reader.lines_passed()}}));
  }
  const bool more = reader.more() || offset < file.info.size;
  return FilePage{Text(reader.take_page()), first, more, file.info.size};
}

}  // namespace kedge
