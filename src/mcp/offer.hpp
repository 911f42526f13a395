// What a server offers, the same for every client and transport: rows of tools, prompts and resources, their lists as bytes,
// and the instructions that a model reads before it knows any tool. A new one is a row.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcp/client_manners.hpp"
#include "mcp/exchange.hpp"

namespace kedge::mcp {

struct ToolRow {
  std::string name;
  Json listed;            // as tools/list shows it
  bool in_order = false;  // calls that may change the same file run one after the other, in the order in which they came
  std::function<Answer(Exchange&)> call;
  Json output_schema = {};  // of its results' data; null: they have none
  // What identifies the only file that a call with these params can change, so that calls about others can run beside it;
  // empty: it may change something else. Null: that is never known.
  std::function<std::string(const Json& params)> only_file = {};
};

struct PromptRow {
  std::string name;
  Json listed;  // as prompts/list shows it
  std::function<Answer(Exchange&)> get;
  // Completions for an argument that begins like this; empty: nothing to propose.
  std::function<std::vector<std::string>(std::string_view argument, std::string_view begun)> complete = {};
};

struct ResourcePage {
  std::vector<Json> listed;  // as resources/list shows them
  std::string next = {};     // where the next page begins; empty: this is the last
};

// Resources from one source. Templates describe those whose URI has a part that is not listed.
struct ResourceRows {
  std::function<ResourcePage(std::string_view from, std::size_t most)> list = {};
  std::vector<Json> templates = {};                                                   // as resources/templates/list shows them
  std::function<std::optional<Answer>(const std::string& uri, Exchange&)> read = {};  // none: not from this source
  std::function<std::vector<std::string>(std::string_view uri_template, std::string_view argument, std::string_view begun)>
      complete = {};
  // Changes whenever the resource does; none: not from this source, or not to be watched.
  std::function<std::optional<std::string>(const std::string& uri)> stamp = {};
};

struct Rows {
  std::vector<ToolRow> tools = {};
  std::vector<PromptRow> prompts = {};
  std::vector<ResourceRows> resources = {};
  bool tools_change = false, prompts_change = false;  // while the server runs
  MannersWanted manners = {};
};

// Before and after 2026-07-28: results and lists are written differently.
enum class Era : std::uint8_t { legacy, modern };

// Whether a client may cache a result of the newer revisions: not at all, only if it checks again each time, or for as long as
// the program runs.
enum class Caching : std::uint8_t { none, never_fresh, for_a_while };

class Offer {
 public:
  Offer(Rows rows, std::string version, std::string instructions);

  const ToolRow* find_tool(std::string_view name) const;
  std::vector<std::string_view> tool_names() const;
  const PromptRow* find_prompt(std::string_view name) const;
  const std::vector<ResourceRows>& resources() const { return rows_.resources; }
  const std::string& instructions() const { return instructions_; }

  Json server_info() const;
  Json capabilities(Era era) const;
  // The result of tools/list for this client: with result schemas if it is sent data.
  std::string tool_list(Era era, std::string_view client) const;
  // Results of prompts/list and resources/templates/list.
  const std::string& prompt_list(Era era) const { return prompt_list_[static_cast<std::size_t>(era)]; }
  const std::string& template_list(Era era) const { return template_list_[static_cast<std::size_t>(era)]; }
  Answer list_resources(std::string_view cursor) const;
  // Changes whenever the resource does; none: it does not exist, or is not to be watched.
  std::optional<std::string> stamp_of(const std::string& uri) const;

  // The headers that repeat a tool's arguments: property and the end of the header's name.
  std::vector<std::pair<std::string, std::string>> argument_headers(std::string_view tool) const;

  // A result in the form of the newer revisions.
  Json completed(Json result, Caching caching) const;

 private:
  Rows rows_;
  std::string version_;
  std::string instructions_;
  std::string prompt_list_[2], template_list_[2];
};

}  // namespace kedge::mcp
