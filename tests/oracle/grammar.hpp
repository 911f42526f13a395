// The two kinds of languages as data: how a block opens and ends, and from which rows a file is written. `$` stands for
// a name or a number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace oracle {

struct Grammar {
  std::string_view name;
  std::uint32_t step;             // columns of one level
  std::string_view closer;        // of a block; none where indentation alone ends it
  std::string_view class_closer;  // none, too
  std::string_view class_header, field, fresh_statement;
  std::span<const std::string_view> preamble, headers, method_headers;
  // Common rows repeat all over a file; specific ones hold a number and mostly do not.
  std::span<const std::string_view> common_statements, specific_statements, common_openers, specific_openers;
};

extern const Grammar braces;
extern const Grammar indentation;

// Null if there is none of that name.
const Grammar* find_grammar(std::string_view name);

std::string filled(std::string_view pattern, std::string_view word);

}  // namespace oracle
