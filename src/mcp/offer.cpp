#include "mcp/offer.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t resources_per_page = 100;
constexpr int milliseconds_to_cache = 60'000;  // lists only change with another version of the program

template <class Row>
const Row* named(const std::vector<Row>& rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &Row::name);
  return found == rows.end() ? nullptr : &*found;
}

template <class Row>
Json listed(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) list.push(row.listed);
  return list;
}

}  // namespace

Offer::Offer(Rows rows, std::string version, std::string instructions)
    : rows_(std::move(rows)), version_(std::move(version)), instructions_(std::move(instructions)) {
  Json templates = Json::array();
  for (const ResourceRows& origin : rows_.resources) {
    for (const Json& each : origin.templates) templates.push(each);
  }
  const auto keep = [this](std::string(&lists)[2], std::string_view name, Json list) {
    const Json result = Json::object({{std::string(name), std::move(list)}});
    lists[static_cast<std::size_t>(Era::legacy)] = result.dump();
    lists[static_cast<std::size_t>(Era::modern)] = completed(result, Caching::for_a_while).dump();
  };
  keep(prompt_list_, "prompts", listed(rows_.prompts));
  keep(template_list_, "resourceTemplates", std::move(templates));
}

std::string Offer::tool_list(Era era, std::string_view client) const {
  const Manners manners = rows_.manners.of(client);
  Json tools = Json::array();
  for (const ToolRow& row : rows_.tools) {
    Json tool = row.listed;
    if (manners.form != ResultForm::text && !row.output_schema.is_null()) tool.set("outputSchema", row.output_schema);
    if (manners.is_claude_code) {
      // This client passes answers on whole, and its model sees the tool without having to search for it.
      tool.set("_meta", Json::object({{"anthropic/maxResultSizeChars", manners.page}, {"anthropic/alwaysLoad", true}}));
    }
    tools.push(std::move(tool));
  }
  const Json result = Json::object({{"tools", std::move(tools)}});
  return era == Era::legacy ? result.dump() : completed(result, Caching::for_a_while).dump();
}

const ToolRow* Offer::find_tool(std::string_view name) const { return named(rows_.tools, name); }
const PromptRow* Offer::find_prompt(std::string_view name) const { return named(rows_.prompts, name); }

std::vector<std::string_view> Offer::tool_names() const {
  std::vector<std::string_view> names;
  names.reserve(rows_.tools.size());
  for (const ToolRow& tool : rows_.tools) names.push_back(tool.name);
  return names;
}

Json Offer::server_info() const { return Json::object({{"name", "kedge"}, {"title", "kedge"}, {"version", version_}}); }

Json Offer::capabilities(Era era) const {
  Json capabilities = Json::object({{"tools", Json::object({{"listChanged", rows_.tools_change}})}});
  if (!rows_.prompts.empty()) capabilities.set("prompts", Json::object({{"listChanged", rows_.prompts_change}}));
  if (!rows_.resources.empty()) {
    capabilities.set("resources", Json::object({{"subscribe", true}, {"listChanged", false}}));
  }
  if (!rows_.prompts.empty() || !rows_.resources.empty()) capabilities.set("completions", Json::object());
  if (era == Era::legacy) capabilities.set("logging", Json::object());
  return capabilities;
}

Answer Offer::list_resources(std::string_view cursor) const {
  // A cursor is the number of a source and where to continue in it.
  const std::size_t colon = cursor.find(':');
  const std::optional<std::uint64_t> number = number_of(cursor.substr(0, colon));
  const bool is_one = cursor.empty() || (colon != std::string_view::npos && number && *number < rows_.resources.size());
  if (!is_one) return Problem{ErrorCode::invalid_params, "unknown cursor"};
  std::size_t origin = cursor.empty() ? 0 : static_cast<std::size_t>(*number);
  std::string from(cursor.empty() ? "" : cursor.substr(colon + 1));

  Json list = Json::array();
  std::size_t count = 0;
  for (; origin < rows_.resources.size() && count < resources_per_page; ++origin, from.clear()) {
    if (!rows_.resources[origin].list) continue;
    const ResourcePage page = rows_.resources[origin].list(from, resources_per_page - count);
    for (const Json& each : page.listed) list.push(each);
    count += page.listed.size();
    if (page.next.empty()) continue;
    return Json::object({{"resources", std::move(list)}, {"nextCursor", concat(origin, ':', page.next)}});
  }
  Json result = Json::object({{"resources", std::move(list)}});
  if (origin < rows_.resources.size()) result.set("nextCursor", concat(origin, ':'));
  return result;
}

std::optional<std::string> Offer::stamp_of(const std::string& uri) const {
  for (const ResourceRows& origin : rows_.resources) {
    if (std::optional<std::string> stamp = origin.stamp ? origin.stamp(uri) : std::nullopt) return stamp;
  }
  return std::nullopt;
}

std::vector<std::pair<std::string, std::string>> Offer::argument_headers(std::string_view tool) const {
  std::vector<std::pair<std::string, std::string>> headers;
  const ToolRow* const row = find_tool(tool);
  const Json* const schema = row != nullptr ? row->listed.find("inputSchema") : nullptr;
  const Json* const properties = schema != nullptr ? schema->find("properties") : nullptr;
  if (properties == nullptr || properties->as_object() == nullptr) return headers;
  for (const auto& [name, property] : *properties->as_object()) {
    const Json* const header = property.find("x-mcp-header");
    if (header != nullptr && header->as_string() != nullptr) headers.emplace_back(name, *header->as_string());
  }
  return headers;
}

Json Offer::completed(Json result, Caching caching) const {
  if (result.find("resultType") == nullptr) result.set("resultType", "complete");
  if (caching != Caching::none) {
    result.set("ttlMs", caching == Caching::for_a_while ? milliseconds_to_cache : 0);
    result.set("cacheScope", "private");
  }
  Json meta = result.find("_meta") != nullptr ? *result.find("_meta") : Json::object();
  meta.set("io.modelcontextprotocol/serverInfo", server_info());
  result.set("_meta", std::move(meta));
  return result;
}

}  // namespace kedge::mcp
