#include "conformance/fixtures.hpp"
#include "support/strings.hpp"

namespace kedge::mcp::conformance {
namespace {

Json message(Json content) { return Json::object({{"role", "user"}, {"content", std::move(content)}}); }
Json messages(std::initializer_list<Json> all) { return Json::object({{"messages", Json::array(all)}}); }

PromptRow row(std::string_view name, std::initializer_list<std::string_view> arguments, std::function<Answer(Exchange&)> get) {
  Json listed = Json::array();
  for (const std::string_view argument : arguments) {
    listed.push(Json::object({{"name", argument}, {"description", "For tests"}, {"required", true}}));
  }
  return {.name = std::string(name),
          .listed = Json::object({{"name", name}, {"description", "For tests"}, {"arguments", std::move(listed)}}),
          .get = std::move(get)};
}

Answer asked_for_context(Exchange& exchange) {
  const Json* const answer = exchange.inputs.find("user_context");
  if (answer != nullptr) return messages({message(text_content(concat("Context: ", answer->dump())))});
  const Json schema = json_of(R"({"type": "object", "properties": {"context": {"type": "string"}}, "required": ["context"]})");
  return InputNeeded{
      .requests = {{.key = "user_context",
                    .method = "elicitation/create",
                    .params = Json::object(
                        {{"mode", "form"}, {"message", "What context should the prompt use?"}, {"requestedSchema", schema}})}}};
}

std::vector<std::string> beginning_with(std::string_view begun, std::initializer_list<std::string_view> all) {
  std::vector<std::string> values;
  for (const std::string_view each : all) {
    if (each.starts_with(begun)) values.emplace_back(each);
  }
  return values;
}

}  // namespace

std::vector<PromptRow> prompts() {
  std::vector<PromptRow> rows;
  rows.push_back(row("test_simple_prompt", {}, [](Exchange&) -> Answer {
    return messages({message(text_content("This is a simple prompt for testing."))});
  }));
  rows.push_back(row("test_prompt_with_arguments", {"arg1", "arg2"}, [](Exchange& exchange) -> Answer {
    return messages({message(text_content(concat("Prompt with arguments: arg1='", argument_of(exchange, "arg1"), "', arg2='",
                                                 argument_of(exchange, "arg2"), "'")))});
  }));
  rows.back().complete = [](std::string_view, std::string_view begun) {
    return beginning_with(begun, {"paris", "park", "party", "test", "testing"});
  };
  rows.push_back(row("test_prompt_with_embedded_resource", {"resourceUri"}, [](Exchange& exchange) -> Answer {
    return messages({message(resource_content(argument_of(exchange, "resourceUri"), "text/plain",
                                              "Embedded resource content for testing.")),
                     message(text_content("Please process the embedded resource above."))});
  }));
  rows.push_back(row("test_prompt_with_image", {}, [](Exchange&) -> Answer {
    return messages({message(image_content()), message(text_content("Please analyze the image above."))});
  }));
  rows.push_back(row("test_input_required_result_prompt", {}, asked_for_context));
  return rows;
}

}  // namespace kedge::mcp::conformance
