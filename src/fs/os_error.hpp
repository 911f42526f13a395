// An errno value, and the refusal to make of it.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "error/error.hpp"

namespace kedge {

struct OsError {
  int number = 0;  // an errno value

  friend bool operator==(OsError, OsError) = default;
};

template <class T>
using Outcome = std::expected<T, OsError>;

inline std::unexpected<OsError> failed(int number) { return std::unexpected(OsError{number}); }

std::string describe(OsError error);  // "No space left on device"

// The refusal for a call that failed on `path`.
Error refusal(OsError error, std::string_view path);

// Whether the kernel lacks the feature, rather than refusing this call.
bool is_unsupported(OsError error);

// For cleaning up: if it fails, the next crash recovery does it.
inline void best_effort(const Outcome<void>& /*outcome*/) {}

}  // namespace kedge

// KEDGE_OS(Handle file, fs.open_file(folder, name), path): declares `file`, or returns the refusal for `path`.
#define KEDGE_OS(declaration, call, ...)                                                             \
  auto KEDGE_TRY_NAME(tried_, __LINE__) = (call);                                                    \
  if (!KEDGE_TRY_NAME(tried_, __LINE__)) {                                                           \
    return std::unexpected(::kedge::refusal(KEDGE_TRY_NAME(tried_, __LINE__).error(), __VA_ARGS__)); \
  }                                                                                                  \
  declaration = *std::move(KEDGE_TRY_NAME(tried_, __LINE__))
// KEDGE_OS_DO(fs.sync(folder), path): continues, or returns the refusal for `path`.
#define KEDGE_OS_DO(call, path)                                                              \
  if (auto KEDGE_TRY_NAME(done_, __LINE__) = (call); !KEDGE_TRY_NAME(done_, __LINE__)) {     \
    return std::unexpected(::kedge::refusal(KEDGE_TRY_NAME(done_, __LINE__).error(), path)); \
  }
