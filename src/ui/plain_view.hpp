// A view as a readable log: what each message prints, and the questions that a person at the terminal is asked, one after the
// other. It has no streams and no sockets: who runs it prints what it says and sends the answers that it gives.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/messages.hpp"

namespace kedge::ui {

enum class Colour : std::uint8_t { none, ansi };

// Names, rows and messages as they are, but for what would steer a terminal.
std::string plain_text(const Happening& happening, Colour colour);

// One line of JSON that steers no terminal: what would, is escaped.
std::string json_line(const Json& json);

class PlainView {
 public:
  using Source = std::uint64_t;  // which connection

  explicit PlainView(Colour colour) : colour_(colour) {}

  struct Shown {
    std::string text;
    std::string prompt = {};  // below it; empty: nothing is asked
    bool asks_anew = false;   // a question begins, which nothing answers that was typed before the prompt stands there
  };
  Shown hear(Source from, const ToView& message);
  // The connection has ended: nobody waits for answers there.
  Shown leave(Source from);

  struct Reply {
    Shown shown;
    std::optional<Source> to = std::nullopt;  // nothing: nothing was asked
    Answer answer = {};
  };
  // What a person typed, without its end. Anything but y or yes is a no.
  Reply type(std::string_view line);

 private:
  struct Open {
    Source from = 0;
    std::string question;
    std::string about;  // who asks about what
    std::string text;   // to be shown when it is asked; empty: it stands right above
  };

  Shown shown(std::string_view text);
  std::string retired(Source from, const std::string& question, std::string_view how);

  Colour colour_;
  std::deque<Open> open_;   // the first is asked
  bool prompting_ = false;  // its prompt stands on the last row
  // What stands last, if it is a change that waits for consent.
  struct Above {
    Source from = 0;
    std::vector<Happening::File> files;
  };
  std::optional<Above> above_;
};

}  // namespace kedge::ui
