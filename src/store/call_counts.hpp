// How often tools were called, per client and dialect, and how that went. Only numbers: no paths, no content.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "error/error.hpp"

namespace kedge {

// One call of a tool.
struct CountedCall {
  std::string client;  // as it calls itself
  std::string dialect;
  bool is_change = false;  // of a tool that changes files
  std::optional<Code> refusal = std::nullopt;
  bool is_repair = false;  // succeeded where an earlier one was refused
  bool is_retry = false;   // the same as an earlier one
  std::int64_t time = 0;   // nanoseconds of the wall clock
};

// All calls of one client in one dialect.
struct CallCounts {
  std::string client;
  std::string dialect;
  std::uint64_t calls = 0;
  std::uint64_t changes = 0;  // calls of tools that change files
  std::uint64_t refusals = 0;
  std::uint64_t repairs = 0;
  std::uint64_t retries = 0;
  std::int64_t since = 0;                             // when the first was counted
  std::map<std::string, std::uint64_t> by_code = {};  // the refusals

  friend bool operator==(const CallCounts&, const CallCounts&) = default;
};

}  // namespace kedge
