#include "verify/parse_errors.hpp"

#include <set>
#include <string>
#include <utility>

namespace kedge {
namespace {

constexpr std::size_t largest_parsed = 10UL * 1024 * 1024;

std::pair<std::string, std::string> key_of(const Text& text, const SyntaxError& error) {
  return {error.message, text.has(error.line) ? std::string(text.content(error.line)) : std::string()};
}

}  // namespace

std::expected<std::vector<SyntaxError>, NotParsed> parse_errors(Syntax* syntax, std::string_view path, const Text& text) {
  if (syntax == nullptr || text.size() > largest_parsed) return std::unexpected(NotParsed::unknown);
  SyntaxAnswer answer = syntax->ask(path, text, {.blocks = {}, .errors = true});
  if (answer.errors) return *std::move(answer.errors);
  return std::unexpected(answer.gave_up ? NotParsed::gave_up : NotParsed::unknown);
}

std::vector<SyntaxError> new_errors(const Text& before, const std::vector<SyntaxError>& errors_before, const Text& after,
                                    const std::vector<SyntaxError>& errors_after) {
  std::multiset<std::pair<std::string, std::string>> known;
  for (const SyntaxError& error : errors_before) known.insert(key_of(before, error));
  std::vector<SyntaxError> fresh;
  for (const SyntaxError& error : errors_after) {
    if (const auto found = known.find(key_of(after, error)); found != known.end()) {
      known.erase(found);
    } else {
      fresh.push_back(error);
    }
  }
  return fresh;
}

}  // namespace kedge
