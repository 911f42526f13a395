#include "conformance/fixtures.hpp"
#include "support/strings.hpp"

namespace kedge::mcp::conformance {
namespace {

constexpr std::string_view text_uri = "test://static-text";
constexpr std::string_view binary_uri = "test://static-binary";
constexpr std::string_view watched_uri = "test://watched-resource";
constexpr std::string_view template_begin = "test://template/", template_end = "/data";

ResourcePage list(std::string_view, std::size_t) {
  const auto one = [](std::string_view uri, std::string_view name, std::string_view type) {
    return Json::object({{"uri", uri}, {"name", name}, {"description", "For tests"}, {"mimeType", type}});
  };
  return {.listed = {one(text_uri, "static-text", "text/plain"), one(binary_uri, "static-binary", "image/png"),
                     one(watched_uri, "watched-resource", "text/plain")}};
}

Json contents(std::string_view uri, std::string_view type, std::string_view field, std::string_view value) {
  return Json::object(
      {{"contents", Json::array({Json::object({{"uri", uri}, {"mimeType", type}, {std::string(field), value}})})}});
}

std::optional<Answer> read(const std::string& uri, Exchange&) {
  if (uri == text_uri) return contents(uri, "text/plain", "text", "This is the content of the static text resource.");
  if (uri == binary_uri) return contents(uri, "image/png", "blob", pixel_base64());
  if (uri == watched_uri) return contents(uri, "text/plain", "text", "This is watched.");
  const std::string_view whole = uri;
  const bool fits = whole.size() > template_begin.size() + template_end.size() && whole.starts_with(template_begin) &&
                    whole.ends_with(template_end);
  if (!fits) return std::nullopt;
  const std::string_view id = whole.substr(template_begin.size(), whole.size() - template_begin.size() - template_end.size());
  const Json data = Json::object({{"id", id}, {"templateTest", true}, {"data", concat("Data for ID: ", id)}});
  return contents(uri, "application/json", "text", data.dump());
}

}  // namespace

ResourceRows resources() {
  ResourceRows rows;
  rows.list = list;
  rows.templates.push_back(Json::object({{"uriTemplate", concat(template_begin, "{id}", template_end)},
                                         {"name", "template"},
                                         {"description", "For tests"},
                                         {"mimeType", "application/json"}}));
  rows.read = read;
  rows.stamp = [](const std::string& uri) {
    return uri == watched_uri ? std::optional<std::string>("never another") : std::nullopt;
  };
  return rows;
}

}  // namespace kedge::mcp::conformance
