#include "web/page.hpp"

#include <array>

#include "page.inc"

namespace kedge::web {

std::span<const PageFile> page_files() { return all_page_files; }

}  // namespace kedge::web
