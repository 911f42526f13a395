#include "search/file_reader.hpp"

#include <utility>

#include "fs/read_file.hpp"

namespace kedge {
namespace {

constexpr std::size_t where_git_looks_for_nul = 8000;
constexpr std::size_t read_at_once = 64UL * 1024;  // beyond that a look at the beginning may save reading the rest

std::optional<Unsearchable> problem_of(std::string_view beginning) {
  if (beginning.starts_with("\xFF\xFE") || beginning.starts_with("\xFE\xFF")) return Unsearchable::undecodable;
  if (beginning.substr(0, where_git_looks_for_nul).find('\0') != std::string_view::npos) return Unsearchable::binary;
  return std::nullopt;
}

}  // namespace

std::expected<std::string_view, Unsearchable> FileReader::read(const std::shared_ptr<const Handle>& folder,
                                                               const std::string& name, const Objection& objection) {
  const Outcome<OpenedFile> opened = fs_->open_and_look(*folder, name, ordinary_);
  if (!opened) return std::unexpected(Unsearchable::unreadable);
  const auto& [file, info] = *opened;
  learn_from(folder, info);
  if (info.kind != FileKind::regular) return std::unexpected(Unsearchable::unreadable);
  if (const std::optional<Unsearchable> problem = objection ? objection(info) : std::nullopt) return std::unexpected(*problem);
  if (info.size > largest_editable_file) return std::unexpected(Unsearchable::too_large);

  const std::size_t first_part = info.size <= read_at_once ? info.size : where_git_looks_for_nul;
  buffer_.clear();
  if (const auto filled = fill(file, first_part); !filled) return std::unexpected(filled.error());
  if (const auto problem = problem_of(buffer_)) return std::unexpected(*problem);
  if (buffer_.size() == first_part && first_part < info.size) {
    if (const auto filled = fill(file, info.size); !filled) return std::unexpected(filled.error());
  }
  return buffer_;
}

// The file is none that the kernel makes up, and so is no other on its device.
void FileReader::learn_from(const std::shared_ptr<const Handle>& folder, const FileInfo& file) {
  if (file.identity.device == ordinary_ || folder == folder_) return;
  folder_ = folder;
  const Outcome<FileInfo> above = fs_->look(*folder);
  const bool is_on_its_device = above && above->identity.device == file.identity.device;
  ordinary_ = is_on_its_device ? std::optional(file.identity.device) : std::nullopt;
}

// Reads until the buffer has `to` bytes, or fewer if the file has become shorter.
std::expected<void, Unsearchable> FileReader::fill(const Handle& file, std::size_t to) {
  while (buffer_.size() < to) {
    Outcome<std::size_t> got = 0;
    const std::size_t from = buffer_.size();
    // The string may offer more room than was asked for; what is read beyond `to` would be taken for another size of the file.
    buffer_.resize_and_overwrite(to, [&](char* bytes, std::size_t /*room*/) {
      got = fs_->read_at(file, from, std::span(bytes + from, to - from));
      return from + got.value_or(0);
    });
    if (!got) return std::unexpected(Unsearchable::unreadable);
    if (*got == 0) break;
  }
  return {};
}

std::string FileReader::take() {
  const bool fits_tightly = buffer_.capacity() <= 2 * buffer_.size();
  return fits_tightly ? std::exchange(buffer_, {}) : std::string(buffer_);
}

}  // namespace kedge
