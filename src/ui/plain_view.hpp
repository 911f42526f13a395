// A view as a readable log: the text for each message, and the questions to a person at the terminal, one after the
// other. It does no I/O: its caller prints the text and sends the answers.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/colours.hpp"
#include "ui/messages.hpp"
#include "ui/typed_answer.hpp"

namespace kedge::ui {

// Names, rows and messages, with everything escaped that would control a terminal.
std::string plain_text(const Happening& happening, Colour colour);

// One line of JSON, with everything escaped that would control a terminal.
std::string json_line(const Json& json);

class PlainView {
 public:
  using Source = std::uint64_t;  // which connection

  explicit PlainView(Colour colour) : colour_(colour) {}

  struct Shown {
    std::string text;
    std::string prompt = {};  // printed below; empty: no question
    bool asks_anew = false;   // a new question: discard what was typed before this prompt
  };
  Shown hear(Source from, const ToView& message);
  // The connection has ended, and its questions with it.
  Shown leave(Source from);

  struct Reply {
    Shown shown;
    std::optional<Source> to = std::nullopt;  // nullopt: there was no question
    Answer answer = {};
  };
  // A typed line, without its end (typed_answer.hpp).
  Reply type(std::string_view line);

 private:
  struct Open {
    Source from = 0;
    std::string question;
    std::string about;  // who asks about what
    std::string text;   // to be shown when it is asked; empty: it is right above
    std::vector<NumberedPart> parts;
  };

  Shown shown(std::string_view text);
  std::string retired(Source from, const std::string& question, std::string_view how);

  Colour colour_;
  std::deque<Open> open_;   // the first one is being asked
  bool prompting_ = false;  // its prompt is on the last row
  // What was printed last, if it is a change that waits for consent.
  struct Above {
    Source from = 0;
    std::vector<Happening::File> files;
  };
  std::optional<Above> above_;
};

}  // namespace kedge::ui
