// Decides which connections a server accepts, and which one it closes to make room.
//
// A guest is trusted once it is known that it may be served. Without a token, that is settled when it connects, by which user
// it is; otherwise by a header with the token. Until then it is a stranger. Strangers have few places and never displace
// trusted guests; among strangers, whoever has the most connections loses one first. So somebody who opens thousands of
// connections displaces only their own, and whoever has the token always gets a place.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace kedge::mcp {

inline constexpr std::size_t usual_most_trusted = 64;
inline constexpr std::size_t most_strangers = 16;

struct Guest {
  using Clock = std::chrono::steady_clock;

  std::string from;  // a user of this machine, or another machine's address
  bool trusted = false;
  Clock::time_point came = {};
  std::optional<Clock::time_point> idle_since = std::nullopt;  // none: something is being answered
};

struct Room {
  bool is_there = true;
  std::optional<std::size_t> goes = std::nullopt;  // which of the present guests must go for it
};

// `newcomer` is not in `present`, of which at most `most_trusted` can be trusted. Among trusted guests, the one that has been
// idle the longest goes.
Room room_for(const Guest& newcomer, std::span<const Guest* const> present, std::size_t most_trusted);

// Identifies a machine by its address. For IPv6 that is the network: whoever has one address has a whole network of them.
std::string machine_at(std::span<const std::uint8_t> address);

}  // namespace kedge::mcp
