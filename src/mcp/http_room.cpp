#include "mcp/http_room.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

using Guests = std::span<const Guest* const>;

Room room_for_trusted(Guests present, std::size_t most_trusted) {
  std::size_t count = 0;
  Room room{.is_there = false};
  Guest::Clock::time_point longest = Guest::Clock::time_point::max();
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (!present[i]->trusted) continue;
    ++count;
    const Guest::Clock::time_point since = present[i]->idle_since.value_or(Guest::Clock::time_point::max());
    if (since >= longest) continue;
    longest = since;
    room = {.goes = i};
  }
  return count < most_trusted ? Room{} : room;
}

// Somebody who opens many connections triggers this for each of them, so it has to be fast.
Room room_for_stranger(const Guest& newcomer, Guests present) {
  const auto is_stranger = [](const Guest* each) { return !each->trusted; };
  if (static_cast<std::size_t>(std::ranges::count_if(present, is_stranger)) < most_strangers) return {};
  Room room;
  std::size_t most = 0;
  Guest::Clock::time_point first;
  for (std::size_t i = 0; i < present.size(); ++i) {
    const Guest& one = *present[i];
    if (one.trusted) continue;
    const auto is_from_there = [&](const Guest* each) { return !each->trusted && each->from == one.from; };
    const auto many =
        static_cast<std::size_t>(std::ranges::count_if(present, is_from_there)) + (newcomer.from == one.from ? 1U : 0U);
    if (many < most || (many == most && one.came >= first)) continue;
    most = many;
    first = one.came;
    room.goes = i;
  }
  return room;
}

}  // namespace

Room room_for(const Guest& newcomer, Guests present, std::size_t most_trusted) {
  return newcomer.trusted ? room_for_trusted(present, most_trusted) : room_for_stranger(newcomer, present);
}

std::string machine_at(std::span<const std::uint8_t> address) {
  constexpr std::size_t bytes_of_four = 4, bytes_of_network = 8;
  constexpr std::size_t mapped = 12;  // bytes before an IPv4 address
  if (address.size() > bytes_of_four) {
    const bool is_mapped = std::ranges::all_of(address.first(mapped - 2), [](std::uint8_t byte) { return byte == 0; }) &&
                           address[mapped - 2] == 0xFF && address[mapped - 1] == 0xFF;
    address = is_mapped ? address.subspan(mapped) : address.first(bytes_of_network);
  }
  return concat("machine ", to_hex(address));
}

}  // namespace kedge::mcp
