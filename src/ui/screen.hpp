// The terminal as one screen. Nobody else includes the library that draws on it.
#pragma once

#include <memory>
#include <optional>

#include "ui/canvas.hpp"

namespace kedge::ui {

// A key: its character, or one of these.
struct Key {
  enum class Named : std::uint8_t { none, up, down, left, right, page_up, page_down, home, end, enter, escape, erase, tab };
  Named named = Named::none;
  char32_t character = 0;

  friend bool operator==(const Key&, const Key&) = default;
};

class Screen : public Canvas {
 public:
  // Null: the terminal cannot do it. REQUIRES: standard input and output are a terminal. There is one at a time.
  static std::unique_ptr<Screen> open();

  virtual void clear() = 0;
  virtual void show() = 0;  // what was drawn since; only what differs is sent
  virtual void resize(int rows, int columns) = 0;
  virtual std::optional<Key> next_key() = 0;  // never waits
};

}  // namespace kedge::ui
