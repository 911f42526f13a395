// The state that a repeated request takes to the client and back: text that only this process can have written, valid for this
// request, for a short time, and only until what it allows is done.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "support/json.hpp"
#include "support/sha256.hpp"

namespace kedge::mcp {

// HMAC-SHA256 (RFC 2104). REQUIRES: the key is no longer than 64 bytes.
Digest keyed_digest(std::string_view key, std::string_view message);

// May be used by any thread.
class RequestStates {
 public:
  static constexpr std::int64_t lifetime = std::int64_t{15} * 60 * 1'000'000'000;  // nanoseconds

  // `key` is random.
  explicit RequestStates(std::array<std::uint8_t, 32> key) : key_(reinterpret_cast<const char*>(key.data()), key.size()) {}

  // What all servers with the same records know. Both may take a while.
  struct OfAll {
    std::function<std::optional<std::string>()> key;  // none: it cannot be known now
    // False: it was used; none: that cannot be known now.
    std::function<std::optional<bool>(std::uint64_t number, std::int64_t now, std::int64_t until)> use_up;
  };
  // What this server seals, the others can open, and each state counts with one of them. While their key is not known, it is
  // asked for each time; what is sealed meanwhile, only this server can open. `first` is random. REQUIRES: nothing was sealed
  // yet.
  void share(OfAll of_all, std::uint64_t first);

  // `request` is what the request asks for: the state is not valid for another one.
  std::string sealed(const Json& state, std::string_view request, std::int64_t now);
  struct Opened {
    Json state;
    std::uint64_t number = 0;
  };
  // None also if it is used up.
  std::optional<Opened> opened(std::string_view sealed, std::string_view request, std::int64_t now);
  // Makes it impossible to open again. False: it was used up already.
  bool use_up(std::uint64_t number, std::int64_t now);

 private:
  std::optional<std::string> key_of_all();

  const std::string key_;
  OfAll of_all_;                                   // both empty: this server is alone
  std::mutex mutex_;                               // guards all that follows
  std::optional<std::string> key_of_all_;          // once it is known
  std::uint64_t last_ = 0;                         // number of a state
  std::map<std::uint64_t, std::int64_t> used_up_;  // and when they would have expired anyway
};

}  // namespace kedge::mcp
