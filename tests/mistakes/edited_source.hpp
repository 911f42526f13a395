// One file and one edit of it, as rows: what a person would have sent, to be damaged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace mistakes {

struct EditedSource {
  std::string name;  // for the report
  std::string path;  // which says the language
  std::string_view comment_open, comment_close;
  kedge::Text before = {};
  std::vector<kedge::LineEdit> edits = {};
};

}  // namespace mistakes
