// What models put around a patch when they mean to send it through a shell or a page of text: a fence, a here-document.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace kedge {

// The rows above and below which there is nothing of the patch.
struct V4aWrapping {
  std::size_t begin = 0;          // the first row that is no wrapping
  std::string delimiter = "EOF";  // the row that ends the here-document
};

V4aWrapping wrapping_of(std::span<const std::string_view> rows);

// Whether a row behind the end marker belongs to the wrapping, or is blank.
bool is_wrapping_row(std::string_view row, const V4aWrapping& wrapping);

}  // namespace kedge
