// Without the library that draws: views are the plain log.
#include "ui/screen.hpp"

namespace kedge::ui {

std::unique_ptr<Screen> Screen::open() { return nullptr; }

}  // namespace kedge::ui
