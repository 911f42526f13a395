// The files of the page, as they are built into the program.
#pragma once

#include <span>
#include <string_view>

namespace kedge::web {

struct PageFile {
  std::string_view path;   // in the URL
  std::string_view type;   // of its content
  std::string_view bytes;  // compressed by gzip
};
std::span<const PageFile> page_files();

}  // namespace kedge::web
