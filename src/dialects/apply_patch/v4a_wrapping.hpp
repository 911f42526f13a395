// What models put around a patch that they mean to send through a shell or in prose: a fence, a here-document.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace kedge {

// Where the wrapping around a patch begins and ends.
struct V4aWrapping {
  std::size_t begin = 0;          // the first row after the wrapping
  std::string delimiter = "EOF";  // the row that ends the here-document
};

V4aWrapping wrapping_of(std::span<const std::string_view> rows);

// A row outside of the patch that says nothing about it: no marker, and no command that would run it in another folder.
bool is_remark(std::string_view row);

// Whether a row after the end marker belongs to the wrapping, or is blank.
bool is_wrapping_row(std::string_view row, const V4aWrapping& wrapping);

}  // namespace kedge
