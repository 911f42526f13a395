#include "mcp/http_rules.hpp"

#include "mcp/conversation.hpp"
#include "support/base64.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

// A media type without its parameters.
std::string media_type(std::string_view value) { return lower_case(without_blanks(value.substr(0, value.find(';')))); }

bool accepts(std::string_view accepted, std::string_view wanted) {
  const std::string group = concat(wanted.substr(0, wanted.find('/')), "/*");
  for (const std::string_view each : split(accepted, ',')) {
    const std::string type = media_type(each);
    if (type == wanted || type == "*/*" || type == group) return true;
  }
  return false;
}

// A header may carry text that headers cannot hold, in an encoded form.
std::optional<std::string> meant_by(std::string_view value) {
  constexpr std::string_view opener = "=?base64?", closer = "?=";
  if (!value.starts_with(opener) || !value.ends_with(closer) || value.size() < opener.size() + closer.size()) {
    return std::string(value);
  }
  return from_base64(value.substr(opener.size(), value.size() - opener.size() - closer.size()));
}

std::string text_of(const Json& value) { return value.as_string() != nullptr ? *value.as_string() : value.dump(); }

std::optional<Problem> mismatched(std::string what) {
  std::optional<Problem> problem(std::in_place);
  problem->code = ErrorCode::header_mismatch;
  problem->what = std::move(what);
  return problem;
}

std::optional<Problem> mismatch(const Headers& headers, const std::string& name, const Json* in_body) {
  const std::optional<std::string_view> given = headers.one(name);
  const std::optional<std::string> meant = given ? meant_by(*given) : std::nullopt;
  if (in_body == nullptr || in_body->is_null()) {
    if (headers.count(name) == 0) return std::nullopt;
    return mismatched(concat("the header ", name, " repeats nothing of the message"));
  }
  if (!given) return mismatched(concat("the header ", name, " is missing"));
  if (!meant || *meant != text_of(*in_body)) {
    return mismatched(concat("the header ", name, " does not say what the message says"));
  }
  return std::nullopt;
}

const Json* revision_in(const Json& params) {
  const Json* const meta = params.find("_meta");
  return meta != nullptr ? meta->find(revision_field) : nullptr;
}

}  // namespace

std::optional<HttpRefusal> refused_by(const HttpRules& rules, std::string_view method, std::string_view target,
                                      const Headers& headers) {
  if (std::optional<HttpRefusal> refusal = refused_sender(rules, headers)) return refusal;
  if (target.substr(0, target.find('?')) != endpoint) return HttpRefusal{404, concat("the endpoint is ", endpoint)};
  if (method == "OPTIONS") return HttpRefusal{403, "requests from web pages are not taken"};
  if (method != "POST" && method != "GET" && method != "DELETE") return HttpRefusal{405, "POST, GET or DELETE"};
  for (const std::string_view name :
       {"mcp-protocol-version", "mcp-session-id", "content-type", "mcp-method", "mcp-name", "last-event-id"}) {
    if (headers.count(name) > 1) return HttpRefusal{400, concat("the header ", name, " is given twice")};
  }
  if (method == "POST") {
    if (media_type(headers.one("content-type").value_or("")) != "application/json") {
      return HttpRefusal{415, "Content-Type has to be application/json"};
    }
    const std::string_view accepted = headers.one("accept").value_or("*/*");
    if (!accepts(accepted, "application/json") || !accepts(accepted, "text/event-stream")) {
      return HttpRefusal{406, "Accept has to name application/json and text/event-stream"};
    }
  } else if (method == "GET" && !accepts(headers.one("accept").value_or("*/*"), "text/event-stream")) {
    return HttpRefusal{406, "Accept has to name text/event-stream"};
  }
  return std::nullopt;
}

bool is_modern(const Headers& headers, const Message& message) {
  const std::optional<std::string_view> revision = headers.one("mcp-protocol-version");
  if (revision && !is_legacy_revision(*revision)) return true;
  const RequestMessage* const request = std::get_if<RequestMessage>(&message);
  return request != nullptr && (request->method == "server/discover" || revision_in(request->params) != nullptr);
}

std::optional<Problem> header_problem(const Headers& headers, const RequestMessage& request, const Offer& offer) {
  if (headers.count("mcp-protocol-version") == 0) {
    return mismatched("the header MCP-Protocol-Version is missing");
  }
  // What the message itself lacks is reported by whoever reads the message.
  if (const Json* const revision = revision_in(request.params)) {
    if (std::optional<Problem> problem = mismatch(headers, "MCP-Protocol-Version", revision)) return problem;
  }
  const Json method(request.method);
  if (std::optional<Problem> problem = mismatch(headers, "Mcp-Method", &method)) return problem;
  const bool by_name = request.method == "tools/call" || request.method == "prompts/get";
  const bool by_uri = request.method == "resources/read";
  const Json* const name = by_name ? request.params.find("name") : by_uri ? request.params.find("uri") : nullptr;
  if (std::optional<Problem> problem = mismatch(headers, "Mcp-Name", name)) return problem;
  if (request.method != "tools/call" || name == nullptr || name->as_string() == nullptr) return std::nullopt;
  const Json* const arguments = request.params.find("arguments");
  for (const auto& [property, header] : offer.argument_headers(*name->as_string())) {
    const Json* const value = arguments != nullptr ? arguments->find(property) : nullptr;
    if (std::optional<Problem> problem = mismatch(headers, concat("Mcp-Param-", header), value)) return problem;
  }
  return std::nullopt;
}

int status_of(std::optional<ErrorCode> problem) {
  if (!problem) return 200;
  switch (*problem) {
    case ErrorCode::method_not_found: return 404;
    case ErrorCode::internal_error: return 500;
    default: return 400;
  }
}

}  // namespace kedge::mcp
