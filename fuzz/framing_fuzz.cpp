// Any bytes as a stream of messages, in pieces of any size: the lines are those of a reader who has all of it at once, each is
// a message or says what is wrong with it, and what is answered is one line of JSON with the id that was asked under.
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/input.hpp"
#include "mcp/line_reader.hpp"
#include "mcp/message.hpp"
#include "support/json_read.hpp"
#include "support/overloaded.hpp"
#include "support/require.hpp"

namespace kedge::fuzz {
namespace {

constexpr std::size_t longest_line = 1000;

std::vector<mcp::Line> naive_lines(std::string_view bytes) {
  std::vector<mcp::Line> lines;
  for (std::size_t end = 0; (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
    std::string text(bytes.substr(0, end));
    if (text.ends_with('\r')) text.pop_back();
    if (text.size() > longest_line) {
      lines.push_back({text.substr(0, longest_line), true});
    } else {
      lines.push_back({std::move(text), false});
    }
  }
  return lines;
}

std::vector<mcp::Line> lines_in_pieces(std::string_view bytes, std::size_t piece) {
  mcp::LineReader reader(longest_line);
  std::vector<mcp::Line> lines;
  while (!bytes.empty()) {
    std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    while (!part.empty()) {
      if (std::optional<mcp::Line> line = reader.next(part)) lines.push_back(*std::move(line));
    }
    piece = piece % 7 + 1;
  }
  return lines;
}

void check_answer(const std::string& line, const mcp::RequestId& id, std::string_view member) {
  KEDGE_REQUIRE(line.find('\n') == std::string::npos);
  const auto answer = read_json(line);
  KEDGE_REQUIRE(answer && *answer->find("jsonrpc") == Json("2.0") && answer->find(member) != nullptr);
  KEDGE_REQUIRE(answer->find("id")->dump() == id.json);
}

void check_framed_message(const mcp::Message& message) {
  std::visit(overloaded{
                 [](const mcp::RequestMessage& request) {
                   KEDGE_REQUIRE(request.params.as_object() != nullptr && request.id.json != "null");
                   check_answer(mcp::result_line(request.id, "{}"), request.id, "result");
                   check_answer(mcp::error_line(request.id, {mcp::ErrorCode::invalid_params, request.method}), request.id,
                                "error");
                 },
                 [](const mcp::NotificationMessage& notification) {
                   KEDGE_REQUIRE(read_json(mcp::notification_line(notification.method, notification.params)).has_value());
                 },
                 [](const mcp::ResponseMessage& response) { KEDGE_REQUIRE(!response.id.json.empty()); },
                 [](const mcp::BadMessage& bad) {
                   KEDGE_REQUIRE(!bad.what.empty());
                   check_answer(mcp::error_line(bad), bad.id, "error");
                 },
             },
             message);
}

}  // namespace

void framing(std::string_view bytes) {
  Input input(bytes);
  const std::size_t first_piece = 1 + input.byte();
  const std::string_view stream = input.rest();
  const std::vector<mcp::Line> lines = lines_in_pieces(stream, first_piece);
  const std::vector<mcp::Line> expected = naive_lines(stream);
  KEDGE_REQUIRE(lines.size() == expected.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    KEDGE_REQUIRE(lines[i].text == expected[i].text && lines[i].too_long == expected[i].too_long);
    if (lines[i].too_long) continue;
    const mcp::Incoming incoming = mcp::read_message(lines[i].text);
    KEDGE_REQUIRE(!incoming.messages.empty() && (incoming.batch || incoming.messages.size() == 1));
    for (const mcp::Message& message : incoming.messages) check_framed_message(message);
  }
}

}  // namespace kedge::fuzz
