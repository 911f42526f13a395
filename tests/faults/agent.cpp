#include "agent.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "client.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace faults {

using kedge::concat;
using kedge::Json;

namespace {

Json parsed(const std::string& text) {
  std::expected<Json, kedge::JsonProblem> json = kedge::read_json(text);
  if (!json) throw std::runtime_error(concat("not JSON: ", text.substr(0, 400)));
  return *std::move(json);
}

const Json& at(const Json& json, std::string_view name) {
  static const Json nothing;
  const Json* const found = json.find(name);
  return found != nullptr ? *found : nothing;
}

std::string string_in(const Json& json, std::string_view name) {
  const std::string* const text = at(json, name).as_string();
  return text != nullptr ? *text : std::string();
}

// What was shown says itself which bytes it is.
std::string bytes_of_shown(const std::string& shown) {
  constexpr std::string_view label = "content_sha256=";
  const std::size_t last = shown.rfind(label);
  if (last == std::string::npos) throw std::runtime_error(concat("a read without its digest: ", shown.substr(0, 400)));
  std::string bytes = shown.substr(0, last);
  if (shown.substr(last + label.size(), 64) != hex_digest(bytes)) throw std::runtime_error("a read that is not what it says");
  return bytes;
}

class Commands : public Agent {
 public:
  Commands(const Place& place, std::string name) : place_(place), input_(std::move(name)) {}

  std::string read(const std::string& path) override {
    const Reply reply = reply_to({"read", "--dialect", "replace", path});
    if (!reply.done) throw std::runtime_error(concat("no read: ", reply.words));
    return bytes_of_shown(reply.text("text"));
  }
  Reply edit(const Json& arguments) override {
    write_bytes(place_.inputs / input_, arguments.dump());
    return reply_to({"edit", "--dialect", "replace", "--input", input_});
  }
  Reply undo(const std::string& id) override { return reply_to({"undo", id}); }

 private:
  Reply reply_to(std::vector<std::string> arguments) const {
    const Ended ended = run(place_.called(std::move(arguments)));
    Reply reply{.done = ended.status == 0, .error = {}, .words = to_text(ended), .data = parsed(ended.output)};
    reply.error = reply.text("error");
    return reply;
  }

  const Place& place_;
  std::string input_;
};

class Session : public Agent {
 public:
  explicit Session(const Place& place) : client_(place, "replace") {}

  std::string read(const std::string& path) override {
    return bytes_of_shown(client_.shown("read", Json::object({{"path", path}})));
  }
  Reply edit(const Json& arguments) override { return client_.reply_to("edit", arguments); }
  Reply undo(const std::string& id) override { return client_.reply_to("undo", Json::object({{"id", id}})); }

 private:
  Client client_;
};

}  // namespace

std::string Reply::text(std::string_view name) const { return string_in(data, name); }

bool is_worth_another_try(const Reply& reply) {
  constexpr std::array<std::string_view, 4> codes{"match_moved", "no_match", "conflict", "busy"};
  return !reply.done && std::ranges::find(codes, reply.error) != codes.end();
}

std::unique_ptr<Agent> agent_of_commands(const Place& place, std::string name) {
  return std::make_unique<Commands>(place, std::move(name));
}

std::unique_ptr<Agent> agent_of_mcp(const Place& place) { return std::make_unique<Session>(place); }

Json replacing(std::string_view from, std::string_view to) { return Json::object({{"old_string", from}, {"new_string", to}}); }

}  // namespace faults
