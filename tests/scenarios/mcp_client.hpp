// A client of kedge mcp, as a harness would be one: it starts the program, sends lines and takes answers in any order.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/running_process.hpp"
#include "scenarios/workplace.hpp"
#include "support/json.hpp"

namespace kedge::test {

inline constexpr std::size_t most_of_an_answer = 10'000;  // the page of a client that nobody knows

class McpClient {
 public:
  explicit McpClient(const Workplace& place, std::vector<std::string> options = {});

  RunningProcess& process() { return process_; }

  void send(std::string_view line);  // with its end
  Json receive();                    // the next answer; null if there is none in time
  // The answer to this id, given as JSON. Others are kept until somebody asks for them.
  Json answer_to(std::string_view id);

  Json ask(std::string_view method, const Json& params = Json::object());  // with a fresh id
  Json open(std::string_view revision = "2025-11-25");                     // the result of initialize
  // The result of a tool, or null if it is an error of the protocol.
  Json call(std::string_view tool, const Json& arguments);

  Finished finish() { return process_.finish(); }

 private:
  RunningProcess process_;
  std::int64_t last_id_ = 1000;
  std::map<std::string, Json> kept_;
};

std::string request(const Json& id, std::string_view method, const Json& params = Json::object());
std::string tool_request(const Json& id, std::string_view tool, const Json& arguments);

// The arguments of a read, and of an edit in the dialect `replace`.
Json reading(std::string_view path = "a.txt");
Json edit_of(std::string_view path, std::string_view from, std::string_view to);

// What stands in an answer under this name, or under names within each other; null if nothing.
const Json& at(const Json& json, std::string_view name);
template <class... Names>
const Json& at(const Json& json, std::string_view first, Names... rest) {
  return at(at(json, first), rest...);
}

std::int64_t error_code(const Json& answer);   // 0: it is none
std::string text_of(const Json& result);       // content[0].text
bool is_refusal(const Json& result);           // isError
std::string refusal_code(const Json& result);  // structuredContent.error

}  // namespace kedge::test
