#include "cli/usage.hpp"

#include "support/strings.hpp"

namespace kedge {

std::unexpected<Error> wrong_usage(std::string_view field, std::string problem, std::string_view command) {
  std::string what = concat(printable(field), ": ", problem, problem.ends_with('?') ? "" : ".");
  Error error = refuse(Code::schema_invalid, std::move(what), {{"field", field}, {"problem", std::move(problem)}});
  error.next = concat("See: kedge ", command, command.empty() ? "" : " ", "--help");
  return std::unexpected(std::move(error));
}

std::unexpected<Error> unknown_word(std::string_view word, std::string_view what, std::span<const std::string_view> known,
                                    std::string_view command) {
  const std::optional<std::string_view> meant = nearest(word, known);
  return wrong_usage(word, concat("unknown ", what, meant ? concat("; did you mean ", *meant, '?') : std::string()), command);
}

}  // namespace kedge
