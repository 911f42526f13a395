// Where a view draws: rows and columns of characters with a style. The screen is one, and tests have another.
#pragma once

#include <cstdint>
#include <string_view>

namespace kedge::ui {

enum class Style : std::uint8_t {
  plain,
  quiet,
  strong,
  bar,       // the first and the last row
  selected,  // what the keys are about
  added,
  removed,
  added_word,
  removed_word,
  warning,
  good,
  bad,
  comment,
  text,
  number,
  keyword,
  type,
  function,
};

class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual int rows() const = 0;
  virtual int columns() const = 0;
  // Draws the text, at most `width` columns of it, and returns how many it took. A character that takes two columns is not cut
  // in half. REQUIRES: the text is escaped.
  virtual int put(int row, int column, std::string_view text, Style style, int width) = 0;
};

}  // namespace kedge::ui
