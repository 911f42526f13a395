// Any bytes as lines of a session: every answer is one line of JSON, and a request is answered at most once.
#include <cstdint>
#include <string_view>

#include "mcp/fake_tools.hpp"
#include "mcp/line_reader.hpp"
#include "mcp/server.hpp"
#include "support/json_read.hpp"
#include "support/require.hpp"

namespace {

using namespace kedge;

constexpr std::string_view opening =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}})";

void check(std::string_view line) {
  KEDGE_REQUIRE(line.find('\n') == std::string_view::npos);
  const auto answer = read_json(line);
  KEDGE_REQUIRE(answer.has_value() && *answer->find("jsonrpc") == Json("2.0") && answer->find("id") != nullptr);
  KEDGE_REQUIRE((answer->find("result") != nullptr) != (answer->find("error") != nullptr));
}

void hear(mcp::Server& server, std::string_view line) {
  for (mcp::Message& message : mcp::read_message(line).messages) {
    mcp::Reaction reaction = server.hear(std::move(message));
    if (const auto* const answer = std::get_if<std::string>(&reaction)) check(*answer);
    if (const auto* const call = std::get_if<mcp::AcceptedCall>(&reaction)) {
      const std::optional<std::string> answer = server.carry_out(*call);
      KEDGE_REQUIRE(answer.has_value());
      check(*answer);
      server.settle(*call);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mcp::Offer offer(mcp::test::fake_tools(), mcp::ResultForm::both, "1");
  mcp::Server server(offer, [](const ServedTool&, const Json& arguments) { return Reply{arguments.dump(), arguments}; });
  // The first byte says whether the session is open already.
  if (size > 0 && data[0] % 2 == 0) hear(server, opening);
  mcp::LineReader lines(1000);
  std::string_view left(reinterpret_cast<const char*>(data), size);
  while (!left.empty()) {
    if (const std::optional<mcp::Line> line = lines.next(left)) hear(server, line->text);
  }
  return 0;
}
