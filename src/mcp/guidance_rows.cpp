#include "mcp/guidance_rows.hpp"

#include <algorithm>

#include "dialects/dialect.hpp"
#include "error/reference.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::string_view errors_uri = "kedge://errors";
constexpr std::string_view error_prefix = "kedge://errors/";
constexpr std::string_view error_template = "kedge://errors/{code}";
constexpr std::string_view grammar_prefix = "kedge://grammar/";

struct Page {
  std::string uri, name, title, description, type, text;
};

std::vector<Page> pages() {
  std::vector<Page> all;
  Page errors;
  errors.uri = errors_uri;
  errors.name = "errors";
  errors.title = "Errors";
  errors.description = "Every way in which a call is refused, and what to do then";
  errors.type = "text/markdown";
  errors.text = error_reference();
  all.push_back(std::move(errors));
  for (const Dialect* const dialect : dialects()) {
    const auto add = [&](std::string_view format, std::string_view text) {
      if (text.empty()) return;
      Page page;
      page.uri = concat(grammar_prefix, dialect->name, '/', format);
      page.name = concat(dialect->name, '.', format);
      page.title = concat("Grammar of ", dialect->name, " (", format, ')');
      page.description = "For decoding that is constrained to it";
      page.type = "text/plain";
      page.text = text;
      all.push_back(std::move(page));
    };
    add("lark", dialect->lark);
    add("gbnf", dialect->gbnf);
  }
  return all;
}

Json contents(std::string_view uri, std::string_view type, std::string_view text) {
  return Json::object({{"contents", Json::array({Json::object({{"uri", uri}, {"mimeType", type}, {"text", text}})})}});
}

ResourcePage list_pages(std::string_view, std::size_t) {
  ResourcePage page;
  for (const Page& each : pages()) {
    page.listed.push_back(Json::object({{"uri", each.uri},
                                        {"name", each.name},
                                        {"title", each.title},
                                        {"description", each.description},
                                        {"mimeType", each.type},
                                        {"size", each.text.size()}}));
  }
  return page;
}

std::optional<Answer> read_page(const std::string& uri, Exchange&) {
  const std::vector<Page> all = pages();
  const auto found = std::ranges::find(all, uri, &Page::uri);
  if (found != all.end()) return contents(uri, found->type, found->text);
  if (!uri.starts_with(error_prefix)) return std::nullopt;
  const CatalogueRow* const row = find_row(std::string_view(uri).substr(error_prefix.size()));
  if (row == nullptr) return std::nullopt;
  return contents(uri, "text/plain", page_of(*row));
}

std::vector<std::string> complete_code(std::string_view uri_template, std::string_view argument, std::string_view begun) {
  std::vector<std::string> codes;
  if (uri_template != error_template || argument != "code") return codes;
  for (const CatalogueRow& row : catalogue()) {
    if (std::string_view(row.name).starts_with(begun)) codes.emplace_back(row.name);
  }
  return codes;
}

}  // namespace

std::vector<PromptRow> prompt_rows(std::span<const Dialect* const> served) {
  std::vector<PromptRow> rows;
  for (const Dialect* const dialect : served) {
    const std::string description = concat("How to read and edit files with the tools of ", dialect->name);
    Json listed = Json::object({{"name", dialect->name},
                                {"title", concat("Editing with ", dialect->name)},
                                {"description", description},
                                {"arguments", Json::array()}});
    rows.push_back(
        {.name = std::string(dialect->name), .listed = std::move(listed), .get = [dialect, description](Exchange&) -> Answer {
           const Json content = Json::object({{"type", "text"}, {"text", dialect->prompt}});
           return Json::object({{"description", description},
                                {"messages", Json::array({Json::object({{"role", "user"}, {"content", content}})})}});
         }});
  }
  return rows;
}

ResourceRows guidance_resources() {
  ResourceRows rows;
  rows.list = list_pages;
  rows.templates.push_back(Json::object({{"uriTemplate", error_template},
                                         {"name", "error"},
                                         {"title", "One error"},
                                         {"description", "What an error code means and what to do"},
                                         {"mimeType", "text/plain"}}));
  rows.read = read_page;
  rows.complete = complete_code;
  return rows;
}

}  // namespace kedge::mcp
