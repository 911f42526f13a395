// A root and one session of the dialect `replace` in it, as an agent has one: what it is shown and what it sends.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "scenarios/mcp_client.hpp"
#include "scenarios/workplace.hpp"
#include "support/json.hpp"

namespace kedge::test {

class ReplaceSession {
 public:
  ReplaceSession();

  const Workplace& place() const { return place_; }
  McpClient& client() { return client_; }

  // With a file in the root; behind the start it is somebody else's doing.
  void put(const std::string& name, const std::string& bytes) const { write_file(place_.root() / name, bytes); }
  std::string bytes(const std::string& name) const { return place_.bytes(name); }

  // The result of a tool. A session that does not answer any more fails the test.
  Json call(std::string_view tool, const Json& arguments) { return client_.call(tool, arguments); }
  Json read(std::string_view path) { return call("read", Json::object({{"path", path}})); }
  Json read(std::string_view path, int start, int end);
  Json edit(std::string_view path, std::string_view from, std::string_view to, std::initializer_list<Json::Member> more = {});
  Json write(std::string_view path, std::string_view content);

  // The server is there and answers.
  testing::AssertionResult lives();

 private:
  Workplace place_;
  McpClient client_;
};

// It did what it was asked for.
testing::AssertionResult done(const Json& result);
// It refused with one of these codes, in text and in data, and the text holds these words.
testing::AssertionResult refused(const Json& result, std::initializer_list<std::string_view> codes,
                                 std::initializer_list<std::string_view> words = {});

// What the answer's data says under this name; null if nothing.
Json told(const Json& result, std::string_view name);
Json detail(const Json& result, std::string_view name);  // of a refusal

// `kedge edit` with these arguments.
Finished edit_by_command(const Workplace& place, const Json& arguments);

// The last row of what read shows.
std::string last_row(std::string_view text);
// What read shows of a file with these bytes, in the last row.
std::string hash_row(std::string_view bytes);

}  // namespace kedge::test
