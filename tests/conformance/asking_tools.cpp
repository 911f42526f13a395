#include "conformance/fixtures.hpp"
#include "support/strings.hpp"

namespace kedge::mcp::conformance {
namespace {

constexpr std::string_view name_schema =
    R"({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]})";
constexpr std::string_view color_schema =
    R"({"type": "object", "properties": {"color": {"type": "string"}}, "required": ["color"]})";
constexpr std::string_view ok_schema = R"({"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]})";
constexpr std::string_view user_schema = R"({
  "type": "object",
  "properties": {"username": {"type": "string", "description": "User's response"},
                 "email": {"type": "string", "description": "User's email address"}},
  "required": ["username", "email"]
})";
constexpr std::string_view defaults_schema = R"({
  "type": "object",
  "properties": {
    "name": {"type": "string", "description": "User name", "default": "John Doe"},
    "age": {"type": "integer", "description": "User age", "default": 30},
    "score": {"type": "number", "description": "User score", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "description": "Verified", "default": true}
  },
  "required": []
})";
constexpr std::string_view enums_schema = R"({
  "type": "object",
  "properties": {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {"type": "string", "oneOf": [{"const": "value1", "title": "First Option"},
                                                 {"const": "value2", "title": "Second Option"},
                                                 {"const": "value3", "title": "Third Option"}]},
    "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                   "enumNames": ["Option One", "Option Two", "Option Three"]},
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    "titledMulti": {"type": "array", "items": {"anyOf": [{"const": "value1", "title": "First Choice"},
                                                         {"const": "value2", "title": "Second Choice"},
                                                         {"const": "value3", "title": "Third Choice"}]}}
  },
  "required": []
})";

InputRequest elicitation(std::string_view key, std::string_view message, std::string_view schema) {
  return {.key = std::string(key),
          .method = "elicitation/create",
          .params = Json::object({{"mode", "form"}, {"message", message}, {"requestedSchema", json_of(schema)}})};
}

InputRequest sampling(std::string_view key, std::string_view prompt) {
  const Json message = Json::object({{"role", "user"}, {"content", text_content(prompt)}});
  return {.key = std::string(key),
          .method = "sampling/createMessage",
          .params = Json::object({{"messages", Json::array({message})}, {"maxTokens", 100}})};
}

InputRequest roots(std::string_view key) { return {.key = std::string(key), .method = "roots/list", .params = Json::object()}; }

std::string_view capability_of(const InputRequest& request) {
  return std::string_view(request.method).substr(0, request.method.find('/'));
}

// Nothing: the client can answer all of them.
std::optional<Answer> unanswerable(const Exchange& exchange, const std::vector<InputRequest>& requests) {
  for (const InputRequest& request : requests) {
    const std::string_view capability = capability_of(request);
    if (exchange.client.can(capability)) continue;
    if (exchange.client.modern) {
      const Json required = Json::object({{std::string(capability), Json::object()}});
      return Problem{ErrorCode::missing_capability, concat("the client does not support ", capability),
                     Json::object({{"requiredCapabilities", required}})};
    }
    Json refusal = tool_text(concat("the client does not support ", capability));
    refusal.set("isError", true);
    return refusal;
  }
  return std::nullopt;
}

ToolRow row(std::string_view name, std::function<Answer(Exchange&)> call, std::string_view argument = {}) {
  Json properties = Json::object();
  if (!argument.empty()) properties.set(argument, Json::object({{"type", "string"}}));
  Json schema = Json::object({{"type", "object"}, {"properties", std::move(properties)}});
  if (!argument.empty()) schema.set("required", Json::array({argument}));
  return {.name = std::string(name),
          .listed = Json::object({{"name", name}, {"description", "For tests"}, {"inputSchema", std::move(schema)}}),
          .call = std::move(call)};
}

using Questions = std::function<std::vector<InputRequest>(const Exchange&)>;

// Asks until everything is answered, then tells the answers.
ToolRow asking(std::string_view name, Questions questions, std::string_view argument = {}) {
  const auto call = [questions = std::move(questions)](Exchange& exchange) -> Answer {
    const std::vector<InputRequest> all = questions(exchange);
    if (std::optional<Answer> refusal = unanswerable(exchange, all)) return *std::move(refusal);
    std::string told;
    for (const InputRequest& request : all) {
      const Json* const answer = exchange.inputs.find(request.key);
      if (answer == nullptr) return InputNeeded{.requests = all, .state = Json::object({{"asked", request.key}})};
      append(told, concat(told.empty() ? "" : "\n", request.key, ": ", answer->dump()));
    }
    const bool from_here = exchange.state.find("asked") != nullptr;
    return tool_text(concat(told, from_here ? "\nstate-ok" : ""));
  };
  return row(name, call, argument);
}

ToolRow asking(std::string_view name, const InputRequest& request) {
  return asking(name, [request](const Exchange&) { return std::vector{request}; });
}

// What is asked depends on what was answered before, and only the last answer comes with the last call.
Answer in_rounds(Exchange& exchange) {
  const Json* const name = exchange.inputs.find("step1");
  if (const Json* const color = exchange.inputs.find("step2"); color != nullptr && exchange.state.find("step1") != nullptr) {
    return tool_text(concat("step1: ", exchange.state.find("step1")->dump(), "\nstep2: ", color->dump()));
  }
  if (name == nullptr) {
    return InputNeeded{.requests = {elicitation("step1", "Step 1: What is your name?", name_schema)},
                       .state = Json::object({{"round", 1}})};
  }
  return InputNeeded{.requests = {elicitation("step2", "Step 2: What is your favorite color?", color_schema)},
                     .state = Json::object({{"round", 2}, {"step1", *name}})};
}

// Only what this client can answer.
std::vector<InputRequest> answerable(const Exchange& exchange) {
  std::vector<InputRequest> all{elicitation("user_name", "What is your name?", name_schema),
                                sampling("greeting", "Generate a greeting"), roots("client_roots")};
  std::erase_if(all, [&](const InputRequest& request) { return !exchange.client.can(capability_of(request)); });
  return all;
}

}  // namespace

std::vector<ToolRow> asking_tools() {
  return {
      asking(
          "test_sampling",
          [](const Exchange& exchange) { return std::vector{sampling("answer", argument_of(exchange, "prompt"))}; }, "prompt"),
      asking(
          "test_elicitation",
          [](const Exchange& exchange) {
            return std::vector{elicitation("answer", argument_of(exchange, "message"), user_schema)};
          },
          "message"),
      asking("test_elicitation_sep1034_defaults", elicitation("answer", "Please review these values", defaults_schema)),
      asking("test_elicitation_sep1330_enums", elicitation("answer", "Please choose", enums_schema)),
      asking("test_streaming_elicitation", elicitation("user_name", "What is your name?", name_schema)),
      asking("test_missing_capability", sampling("answer", "What is the capital of France?")),
      asking("test_input_required_result_elicitation", elicitation("user_name", "What is your name?", name_schema)),
      asking("test_input_required_result_sampling", sampling("capital_question", "What is the capital of France?")),
      asking("test_input_required_result_list_roots", roots("client_roots")),
      asking("test_input_required_result_request_state", elicitation("confirm", "Please confirm", ok_schema)),
      asking("test_input_required_result_tampered_state", elicitation("confirm", "Please confirm", ok_schema)),
      asking("test_input_required_result_multiple_inputs", answerable),
      asking("test_input_required_result_capabilities", answerable),
      row("test_input_required_result_multi_round", in_rounds),
  };
}

}  // namespace kedge::mcp::conformance
