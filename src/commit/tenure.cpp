#include "commit/tenure.hpp"

#include "support/strings.hpp"

namespace kedge {

Outcome<bool> Tenure::begin(FileSystem& fs, const Handle& lock) {
  std::string found(mark_.size() + 1, '\0');  // one more byte, to detect a longer mark
  const Outcome<std::size_t> size = fs.read_at(lock, 0, found);
  if (!size) return std::unexpected(size.error());
  const bool is_own = std::string_view(found).substr(0, *size) == mark_;
  if (is_own) return is_settled_;
  is_settled_ = false;
  if (const Outcome<void> written = fs.write(lock, mark_); !written) return std::unexpected(written.error());
  return false;
}

}  // namespace kedge
