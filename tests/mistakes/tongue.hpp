// A programming language as far as a writer of random sources has to know it: rows to choose from.
#pragma once

#include <span>
#include <string_view>

namespace mistakes {

// In all rows $n stands for a number, $i for a name, $N for one with a capital letter.
struct Tongue {
  std::string_view name, path;
  std::string_view comment_open, comment_close;
  std::string_view head;  // of the file; may be empty
  std::string_view tail;  // what the head opened
  // Two rows each: what opens and what closes it. An empty closer: indentation says where it ends.
  std::span<const std::string_view> functions;
  std::span<const std::string_view> nests;  // in functions; may be empty
  std::span<const std::string_view> statements;
};

std::span<const Tongue> tongues();

}  // namespace mistakes
