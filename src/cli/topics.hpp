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
// Those of docs/clients/: a name of setup, the client's own name, and its page.
std::span<const Topic> client_pages();

}  // namespace kedge
