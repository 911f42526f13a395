// The JSON messages between views and the processes that change files; docs/watch.md documents them. Every message has "v": 1.
// Unknown members are ignored, so that more can be added; a message of another version or an unknown form is nullopt.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "plan/happening.hpp"
#include "plan/verdict.hpp"
#include "support/json.hpp"

namespace kedge::ui {

// ---- to a view

struct Told {
  Happening happening;
  std::string question = {};  // the id of a question that the view may answer; empty: none

  friend bool operator==(const Told&, const Told&) = default;
};
// This many messages did not reach the view, because it did not keep up.
struct Missed {
  std::uint64_t count = 0;

  friend bool operator==(const Missed&, const Missed&) = default;
};
// Nobody waits for an answer to this question any more.
struct Settled {
  std::string question;
  std::optional<bool> consent = std::nullopt;  // the answer of another view; nullopt: it was withdrawn

  friend bool operator==(const Settled&, const Settled&) = default;
};
using ToView = std::variant<Told, Missed, Settled>;

Json to_json(const Told& told);
Json to_json(const Missed& missed);
Json to_json(const Settled& settled);
std::optional<ToView> to_view(const Json& json);

// The packet that is sent with a message too large for a packet. Without the message, it means that one was missed.
std::string stand_in(std::size_t bytes);

// ---- from a view

// The first message of a view.
struct Greeting {
  bool answers = false;  // a person can be asked there

  friend bool operator==(const Greeting&, const Greeting&) = default;
};
struct Answer {
  std::string question = {};
  bool consent = false;
  // What is said with it; the members of Verdict.
  std::string note = {};
  std::vector<ChangePart> declined = {};
  std::vector<EditedFile> edited = {};
  std::uint32_t minutes = 0;

  friend bool operator==(const Answer&, const Answer&) = default;
};
// For a session, whatever it does next.
struct Note {
  std::string session;
  std::string text;

  friend bool operator==(const Note&, const Note&) = default;
};
using FromView = std::variant<Greeting, Answer, Note>;

Json to_json(const Greeting& greeting);
Json to_json(const Answer& answer);
Json to_json(const Note& note);
std::optional<FromView> from_view(const Json& json);

}  // namespace kedge::ui
