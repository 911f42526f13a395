// The lists of a Language, as a table by the grammar's symbol numbers.
#pragma once

#include <tree_sitter/api.h>

#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace kedge {

enum class Role : std::uint8_t {
  none,
  definition,
  construct,
  arm,
  arm_word,
  body,
  operation,
  decoration,
  comment,
  closer,
  separator
};

class Roles {
 public:
  explicit Roles(const Language& language);

  Role of(const TSNode& node) const {
    const TSSymbol symbol = ts_node_symbol(node);  // for an ERROR node it is greater than all others
    return symbol < roles_.size() ? roles_[symbol] : Role::none;
  }

  // Words of the lists that the grammar does not know.
  const std::vector<std::string_view>& unknown() const { return unknown_; }

 private:
  bool set(std::string_view word, bool named, Role role);
  void set_all(std::string_view words, Role role);

  const TSLanguage* grammar_;
  std::vector<Role> roles_;
  std::vector<std::string_view> unknown_;
};

}  // namespace kedge
