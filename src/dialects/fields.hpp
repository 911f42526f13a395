// The arguments of a call, taken out one by one by name and type. What is missing, unknown or of the wrong type is gathered and
// refused together (schema_invalid), with the nearest name where one was probably meant.
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
  // `where` stands before the names in refusals, as in "edits[2]."; REQUIRES: arguments outlive this.
  explicit Fields(const Json& arguments, std::string where = {});

  const Json& arguments() const { return *arguments_; }

  bool has(std::string_view name);  // also counts as asking for it
  std::optional<std::string> text(std::string_view name);
  std::string required_text(std::string_view name);  // empty if it is refused
  std::optional<bool> flag(std::string_view name);
  std::optional<std::int64_t> number(std::string_view name, std::int64_t least, std::int64_t most);
  std::optional<Digest> digest(std::string_view name);
  std::vector<std::string> texts(std::string_view name);
  const Json::Array* list(std::string_view name);  // null if there is none
  const Json* object(std::string_view name);       // null if it is refused; required

  void problem(std::string_view name, std::string what);
  void take(std::vector<Error> problems);  // of a part

  // Refuses what was never asked for, too.
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
