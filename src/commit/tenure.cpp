#include "commit/tenure.hpp"

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr int turns_after_another = 16;

}  // namespace

// The same length, so that neither leaves a rest of the other in the file.
Tenure::Tenure(FileSystem& fs, std::string_view mark) : fs_(&fs), mark_(concat(mark, ' ')), settled_mark_(concat(mark, '=')) {}

Outcome<bool> Tenure::begin(const Handle& lock, Others others) {
  std::string found(mark_.size() + 1, '\0');  // one more byte, to detect a longer mark
  const Outcome<std::size_t> size = fs_->read_at(lock, 0, found);
  if (!size) return std::unexpected(size.error());
  found.resize(*size);
  if (found == mark_) return is_settled_;
  const bool is_own = found == settled_mark_;
  // The lock is not synced: after a power cut it may tell of something earlier. Whoever has looked since then knows better.
  const bool is_told =
      found.size() == settled_mark_.size() && found.back() == settled_mark_.back() && has_begun_ && others == Others::trusted;
  is_settled_ = is_own && is_settled_;
  // What was added to a mark is no longer true once a file changes.
  if (const Outcome<void> written = fs_->write(lock, mark_); !written) return std::unexpected(written.error());
  if (!is_own) {
    is_settled_ = is_told;
    if (!found.empty()) turns_to_tell_ = turns_after_another;
  }
  has_begun_ = true;
  return is_settled_;
}

void Tenure::settle(const Handle& lock) noexcept {
  is_settled_ = true;
  if (turns_to_tell_ == 0) return;
  --turns_to_tell_;
  // Where it cannot be told, the next one looks for itself.
  try {
    [[maybe_unused]] const Outcome<void> told = fs_->write(lock, settled_mark_);
  } catch (...) {  // NOLINT(bugprone-empty-catch)
  }
}

}  // namespace kedge
