#include "scenarios/replace_session.hpp"

#include <algorithm>

#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge::test {

ReplaceSession::ReplaceSession()
    : client_(place_, {"--dialect", "replace", "--root", place_.root().string(), "--durability", "none"}) {
  client_.open("2025-06-18");
}

Json ReplaceSession::read(std::string_view path, int start, int end) {
  return call("read", Json::object({{"path", path}, {"start", start}, {"end", end}}));
}

Json ReplaceSession::edit(std::string_view path, std::string_view from, std::string_view to,
                          std::initializer_list<Json::Member> more) {
  Json arguments = Json::object({{"file_path", path}, {"old_string", from}, {"new_string", to}});
  for (const auto& [name, value] : more) arguments.set(name, value);
  return call("edit", arguments);
}

Json ReplaceSession::write(std::string_view path, std::string_view content) {
  return call("write", Json::object({{"path", path}, {"content", content}}));
}

testing::AssertionResult ReplaceSession::lives() {
  const Json answer = client_.ask("ping");
  if (answer.find("result") != nullptr) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "the server does not answer a ping but says " << answer.dump();
}

testing::AssertionResult done(const Json& result) {
  if (result.find("content") != nullptr && !is_refusal(result)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "it said " << result.dump().substr(0, 4000);
}

testing::AssertionResult refused(const Json& result, std::initializer_list<std::string_view> codes,
                                 std::initializer_list<std::string_view> words) {
  const std::string said = result.dump().substr(0, 4000);
  if (!is_refusal(result)) return testing::AssertionFailure() << "it is no refusal: " << said;
  if (std::ranges::find(codes, refusal_code(result)) == codes.end()) {
    testing::AssertionResult wrong = testing::AssertionFailure() << "expected one of";
    for (const std::string_view code : codes) wrong << ' ' << std::string(code);
    return wrong << ", but it said " << said;
  }
  for (const std::string_view word : words) {
    if (!text_of(result).contains(word)) {
      return testing::AssertionFailure() << "expected to read '" << std::string(word) << "' in " << said;
    }
  }
  return testing::AssertionSuccess();
}

Json told(const Json& result, std::string_view name) {
  const Json* const data = result.find("structuredContent");
  const Json* const value = data != nullptr ? data->find(name) : nullptr;
  return value != nullptr ? *value : Json();
}

Json detail(const Json& result, std::string_view name) {
  const Json details = told(result, "details");
  const Json* const value = details.find(name);
  return value != nullptr ? *value : Json();
}

Finished edit_by_command(const Workplace& place, const Json& arguments) {
  Command command = place.program({"edit", "--dialect", "replace", "--durability", "none"});
  command.input = arguments.dump();
  return run_to_end(command);
}

std::string last_row(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));
}

std::string hash_row(std::string_view bytes) { return concat("content_sha256=", to_hex(sha256(bytes))); }

}  // namespace kedge::test
