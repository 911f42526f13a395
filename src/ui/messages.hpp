// What is said between those who change files and those who watch, as JSON: docs/watch.md tells it to people who build a view
// of their own. Every message says "v": 1. Members that are not known are passed over, so that there can be more of them; a
// message of another version, or of no known form, is nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "plan/happening.hpp"
#include "support/json.hpp"

namespace kedge::ui {

// ---- to a view

struct Told {
  Happening happening;
  std::string question = {};  // the id of a question that the view may answer; empty: it is asked nothing

  friend bool operator==(const Told&, const Told&) = default;
};
// So many messages did not reach the view, because it did not keep up.
struct Missed {
  std::uint64_t count = 0;

  friend bool operator==(const Missed&, const Missed&) = default;
};
// Nobody waits for an answer to this question any more.
struct Settled {
  std::string question;
  std::optional<bool> consent = std::nullopt;  // as another view has answered; nothing: it was withdrawn

  friend bool operator==(const Settled&, const Settled&) = default;
};
using ToView = std::variant<Told, Missed, Settled>;

Json to_json(const Told& told);
Json to_json(const Missed& missed);
Json to_json(const Settled& settled);
std::optional<ToView> to_view(const Json& json);

// Stands for a message that is too large for a packet and travels beside it. Alone, it is a message that was missed.
std::string stand_in(std::size_t bytes);

// ---- from a view

// The first thing that a view says.
struct Greeting {
  bool answers = false;  // a person sits there who can be asked

  friend bool operator==(const Greeting&, const Greeting&) = default;
};
struct Answer {
  std::string question;
  bool consent = false;

  friend bool operator==(const Answer&, const Answer&) = default;
};
using FromView = std::variant<Greeting, Answer>;

Json to_json(const Greeting& greeting);
Json to_json(const Answer& answer);
std::optional<FromView> from_view(const Json& json);

}  // namespace kedge::ui
