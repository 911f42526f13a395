// Who is given room among the connections of a server, and who has to go for it.
//
// A guest is trusted once it is known that it may be served: where no token is asked for that is settled when it comes, by its
// user; otherwise by a header that brings the token. Until then it is a stranger. Strangers have few places, and take none from
// those who are trusted; among themselves whoever has the most of them loses one first. So somebody who opens thousands of
// connections displaces connections of their own, and whoever brings the token always finds a place to do so.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace kedge::mcp {

inline constexpr std::size_t most_trusted = 64;
inline constexpr std::size_t most_strangers = 16;

struct Guest {
  using Clock = std::chrono::steady_clock;

  std::string from;  // a user of this machine, or another machine
  bool trusted = false;
  Clock::time_point came = {};
  std::optional<Clock::time_point> idle_since = std::nullopt;  // nothing: something is being answered
};

struct Room {
  bool is_there = true;
  std::optional<std::size_t> goes = std::nullopt;  // which of the present guests has to go for it
};

// `newcomer` is not among those who are present. Among the trusted the one that has been idle the longest goes.
Room room_for(const Guest& newcomer, std::span<const Guest* const> present);

// What tells one machine from another by its address. Whoever has one address of version 6 has a whole network of them.
std::string machine_at(std::span<const std::uint8_t> address);

}  // namespace kedge::mcp
