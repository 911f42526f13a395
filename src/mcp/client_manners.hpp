// How long an answer may be and in which form it is best sent to the model, by the name that a client gives itself. What a
// client cuts off has not been shown.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace kedge::mcp {

// Clients show a model the text of a result, its data, or both.
enum class ResultForm : std::uint8_t {
  text,        // no data, and no schema for it
  structured,  // the text of a change is its data, as JSON
  both,
};

inline constexpr std::size_t any_rows = std::numeric_limits<std::size_t>::max();

struct Manners {
  ResultForm form = ResultForm::text;
  std::size_t page = 10'000;  // bytes of an answer
  std::size_t rows = any_rows;
  std::size_t refusal_page = 10'000;     // bytes of a refusal
  std::string_view added_argument = {};  // that the client adds to every call, and that is not ours
  bool is_claude_code = false;           // heeds Claude Code's own fields in a tool's listing
};

// The shortest page. A client that passes on less is not served better by shorter ones.
inline constexpr std::uint32_t shortest_page = 4'000;
inline constexpr std::uint32_t longest_page = 500'000;

// What the command line sets for every client; the table decides the rest.
struct MannersWanted {
  std::optional<ResultForm> form = std::nullopt;
  std::optional<std::size_t> page = std::nullopt;

  Manners of(std::string_view client) const;
};

}  // namespace kedge::mcp
