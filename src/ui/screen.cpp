#include "ui/screen.hpp"

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <ncurses.h>

#include <array>
#include <clocale>
#include <cstdlib>
#include <cwchar>
#include <string>

#include "support/utf8.hpp"
#include "ui/colours.hpp"

namespace kedge::ui {
namespace {

struct Look {
  Style style;
  short colour;  // of the text; -1: the terminal's own
  short background;
  attr_t attributes;
};

constexpr std::array looks{
    Look{Style::plain, -1, -1, WA_NORMAL},
    Look{Style::quiet, -1, -1, WA_DIM},
    Look{Style::strong, -1, -1, WA_BOLD},
    Look{Style::bar, -1, -1, WA_REVERSE},
    Look{Style::selected, -1, -1, WA_REVERSE | WA_BOLD},
    Look{Style::added, COLOR_GREEN, -1, WA_NORMAL},
    Look{Style::removed, COLOR_RED, -1, WA_NORMAL},
    Look{Style::added_word, COLOR_GREEN, -1, WA_BOLD | WA_UNDERLINE},
    Look{Style::removed_word, COLOR_RED, -1, WA_BOLD | WA_UNDERLINE},
    Look{Style::warning, COLOR_YELLOW, -1, WA_BOLD},
    Look{Style::good, COLOR_GREEN, -1, WA_BOLD},
    Look{Style::bad, COLOR_RED, -1, WA_BOLD},
    Look{Style::comment, COLOR_CYAN, -1, WA_DIM},
    Look{Style::text, COLOR_CYAN, -1, WA_NORMAL},
    Look{Style::number, COLOR_MAGENTA, -1, WA_NORMAL},
    Look{Style::keyword, COLOR_BLUE, -1, WA_BOLD},
    Look{Style::type, COLOR_YELLOW, -1, WA_NORMAL},
    Look{Style::function, COLOR_MAGENTA, -1, WA_BOLD},
};

// The library draws only what the locale can write.
void use_utf8() {
  std::setlocale(LC_CTYPE, "");
  if (MB_CUR_MAX == 1) std::setlocale(LC_CTYPE, "C.UTF-8");
}

Key::Named named(wint_t code) {
  switch (code) {
    case KEY_UP: return Key::Named::up;
    case KEY_DOWN: return Key::Named::down;
    case KEY_LEFT: return Key::Named::left;
    case KEY_RIGHT: return Key::Named::right;
    case KEY_PPAGE: return Key::Named::page_up;
    case KEY_NPAGE: return Key::Named::page_down;
    case KEY_HOME: return Key::Named::home;
    case KEY_END: return Key::Named::end;
    case KEY_ENTER: return Key::Named::enter;
    case KEY_BACKSPACE:
    case KEY_DC: return Key::Named::erase;
    default: return Key::Named::none;
  }
}

class Curses final : public Screen {
 public:
  explicit Curses(SCREEN* screen) : screen_(screen) {
    ::cbreak();
    ::noecho();
    ::nonl();
    ::keypad(stdscr, TRUE);
    ::nodelay(stdscr, TRUE);
    ::set_escdelay(25);
    ::curs_set(0);
    has_colours_ = wanted_colour(true) == Colour::ansi && ::has_colors();
    if (!has_colours_) return;
    ::start_color();
    ::use_default_colors();
    for (std::size_t i = 0; i < looks.size(); ++i) ::init_pair(static_cast<short>(i + 1), looks[i].colour, looks[i].background);
  }
  ~Curses() override {
    ::endwin();
    ::delscreen(screen_);
  }

  int rows() const override { return ::getmaxy(stdscr); }
  int columns() const override { return ::getmaxx(stdscr); }

  int put(int row, int column, std::string_view text, Style style, int width) override {
    if (row < 0 || row >= rows() || column >= columns()) return 0;
    width = std::min(width, columns() - column);
    std::wstring wide;
    int used = 0;
    while (!text.empty()) {
      const Utf8Step step = next_code_point(text);
      text.remove_prefix(step.length);
      const auto character = static_cast<wchar_t>(step.valid ? step.code : U'?');
      const int columns_of_it = ::wcwidth(character);
      if (columns_of_it < 0) continue;
      if (used + columns_of_it > width) break;
      used += columns_of_it;
      wide.push_back(character);
    }
    const Look& look = looks[static_cast<std::size_t>(style)];
    ::wattr_set(stdscr, look.attributes, has_colours_ ? static_cast<short>(static_cast<int>(style) + 1) : static_cast<short>(0),
                nullptr);
    ::mvwaddnwstr(stdscr, row, column, wide.c_str(), static_cast<int>(wide.size()));
    return used;
  }

  void clear() override { ::werase(stdscr); }
  void show() override { ::wrefresh(stdscr); }
  void resize(int rows, int columns) override {
    ::resizeterm(rows, columns);
    ::clearok(stdscr, TRUE);
  }

  std::optional<Key> next_key() override {
    for (;;) {
      wint_t code = 0;
      const int kind = ::wget_wch(stdscr, &code);
      if (kind == ERR) return std::nullopt;
      if (kind == KEY_CODE_YES) {
        const Key::Named known = named(code);
        if (known == Key::Named::none) continue;
        return Key{.named = known};
      }
      switch (code) {
        case L'\r':
        case L'\n': return Key{.named = Key::Named::enter};
        case 27: return Key{.named = Key::Named::escape};
        case 8:
        case 127: return Key{.named = Key::Named::erase};
        case L'\t': return Key{.named = Key::Named::tab};
        default: break;
      }
      if (code >= 0x20) return Key{.character = static_cast<char32_t>(code)};
    }
  }

 private:
  SCREEN* screen_;
  bool has_colours_ = false;
};

}  // namespace

std::unique_ptr<Screen> Screen::open() {
  use_utf8();
  const char* const kind = std::getenv("TERM");
  if (kind == nullptr || std::string_view(kind) == "dumb") return nullptr;
  SCREEN* const screen = ::newterm(nullptr, stdout, stdin);
  if (screen == nullptr) return nullptr;
  ::set_term(screen);
  return std::make_unique<Curses>(screen);
}

}  // namespace kedge::ui
