// The arguments of a call, taken one by one by name and type. Missing, unknown and wrongly typed arguments are collected and
// refused together (schema_invalid), with the nearest name if one was probably meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "error/error.hpp"
#include "support/json.hpp"
#include "support/sha256.hpp"

namespace kedge {

class Fields {
 public:
  // `where` is printed before the names in refusals, as in "edits[2]."; REQUIRES: arguments outlive this.
  explicit Fields(const Json& arguments, std::string where = {});

  const Json& arguments() const { return *arguments_; }

  bool has(std::string_view name);  // also marks it as known
  std::optional<std::string> text(std::string_view name);
  std::string required_text(std::string_view name);  // empty if it is refused
  std::optional<bool> flag(std::string_view name);
  std::optional<std::int64_t> number(std::string_view name, std::int64_t least, std::int64_t most);
  std::optional<Digest> digest(std::string_view name);
  std::vector<std::string> texts(std::string_view name);
  const Json::Array* list(std::string_view name);  // null if there is none
  const Json* object(std::string_view name);       // null if it is refused; required

  void problem(std::string_view name, std::string what);
  void take(std::vector<Error> problems);  // adds those of a part

  // Also refuses arguments that nobody took.
  Result<void> finish();
  std::vector<Error> take_problems();

 private:
  const Json* find(std::string_view name);

  const Json* arguments_;
  std::string where_;
  std::vector<std::string> known_;
  std::vector<Error> problems_;
};

}  // namespace kedge
