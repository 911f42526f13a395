// The pages of docs/ inside the program.
#pragma once

#include <span>
#include <string_view>

namespace kedge {

struct Topic {
  std::string_view name, summary;
  std::string_view page;  // Markdown
};

std::span<const Topic> topics();

}  // namespace kedge
