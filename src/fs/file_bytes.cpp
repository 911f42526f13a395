#include "fs/file_bytes.hpp"

#include <algorithm>
#include <memory>

namespace kedge {
namespace {

constexpr std::size_t largest_piece = 256UL * 1024;  // what was just read is still near when it is looked at

}  // namespace

Outcome<Digest> digest_of(FileSystem& fs, const Handle& file) {
  KEDGE_TRY(const FileInfo info, fs.look(file));
  const std::size_t room = std::clamp<std::uint64_t>(info.size + 1, 1, largest_piece);
  const auto piece = std::make_unique_for_overwrite<char[]>(room);  // not cleared: that takes almost as long as reading
  Sha256 hash;
  for (std::uint64_t offset = 0;;) {
    KEDGE_TRY(const std::size_t got, fs.read_at(file, offset, {piece.get(), room}));
    if (got == 0) return hash.finish();
    hash.add({piece.get(), got});
    offset += got;
  }
}

Outcome<bool> holds_bytes(FileSystem& fs, const Handle& file, std::string_view bytes) {
  const std::size_t room = std::min(largest_piece, bytes.size() + 1);  // one more byte, to detect a longer file
  const auto piece = std::make_unique_for_overwrite<char[]>(room);
  for (std::uint64_t offset = 0;;) {
    KEDGE_TRY(const std::size_t got, fs.read_at(file, offset, {piece.get(), room}));
    if (got == 0) return bytes.empty();
    if (!bytes.starts_with(std::string_view(piece.get(), got))) return false;
    bytes.remove_prefix(got);
    // A read that gives less than it was asked for has met the end.
    if (bytes.empty() && got < room) return true;
    offset += got;
  }
}

}  // namespace kedge
