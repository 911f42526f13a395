#include "mcp/file_resources.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "plan/loaded_file.hpp"
#include "plan/shown_rows.hpp"
#include "search/ignore_rules.hpp"
#include "search/search.hpp"
#include "support/base64.hpp"
#include "support/file_uri.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t most_listed = 100'000;
constexpr std::size_t most_read = 8UL * 1024 * 1024;

std::string_view type_of(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> types{{{".md", "text/markdown"},
                                                                                {".html", "text/html"},
                                                                                {".css", "text/css"},
                                                                                {".json", "application/json"},
                                                                                {".js", "text/javascript"},
                                                                                {".xml", "application/xml"},
                                                                                {".csv", "text/csv"}}};
  const auto found = std::ranges::find_if(types, [&](const auto& type) { return path.ends_with(type.first); });
  return found == types.end() ? "text/plain" : found->second;
}

// The first files of the root, in the order of a search.
std::vector<std::string> files_of(const Workspace& workspace, std::size_t most) {
  const SearchRequest request{.max_results = most, .max_bytes = std::numeric_limits<std::size_t>::max()};
  const Result<SearchResult> found =
      search(workspace.fs(), workspace.root(), request, {.user_ignore_file = ignore_file_of_user()});
  std::vector<std::string> paths;
  if (!found) return paths;
  for (const FoundFile& file : found->files) paths.push_back(file.path);
  return paths;
}

// The files of all roots, one after the other.
ResourcePage list_files(const Service& service, std::string_view from, std::size_t most) {
  ResourcePage page;
  const std::size_t skipped = static_cast<std::size_t>(number_of(from).value_or(0));
  std::size_t left_to_skip = std::min(skipped, most_listed);
  for (const ServedRoot& root : service.roots()) {
    const std::vector<std::string> paths = files_of(root.workspace, left_to_skip + most - page.listed.size() + 1);
    for (std::size_t i = left_to_skip; i < paths.size(); ++i) {
      if (page.listed.size() == most) {
        page.next = concat(skipped + most);
        return page;
      }
      const std::string whole = concat(root.workspace.root().path(), '/', paths[i]);
      page.listed.push_back(Json::object(
          {{"uri", file_uri(whole)}, {"name", root.workspace.root().spelled(paths[i])}, {"mimeType", type_of(paths[i])}}));
    }
    left_to_skip -= std::min(left_to_skip, paths.size());
  }
  return page;
}

std::optional<Answer> read_file(Service& service, const std::string& uri, Exchange& exchange) {
  const std::optional<std::string> path = path_of_uri(uri);
  if (!path) return std::nullopt;
  const Result<Session> session = service.session_for(exchange, *path);
  if (!session && !service.roots().empty()) {
    return Problem{ErrorCode::invalid_params, to_text(session.error()), to_json(session.error())};
  }
  if (!session) return Problem{ErrorCode::internal_error, to_text(session.error())};
  const Result<LoadedFile> file = load_existing(*session, *path, Access::read);
  if (!file && file.error().code == Code::not_found) return std::nullopt;
  if (!file) return Problem{ErrorCode::invalid_params, to_text(file.error()), to_json(file.error())};
  const std::string_view bytes = file->text.bytes();
  if (bytes.size() > most_read) {
    return Problem{ErrorCode::invalid_params,
                   concat("the file has more than ", most_read, " bytes: read it in parts with the tools")};
  }
  Json content = Json::object({{"uri", uri}});
  const bool is_text = is_utf8(bytes) && bytes.find('\0') == std::string_view::npos;
  if (is_text) {
    content.set("mimeType", type_of(*path));
    content.set("text", bytes);
    // The model sees it now, without line numbers; if it is longer than a page, it may have been cut.
    if (bytes.size() <= session->room->left())
      note_shown(*session, *file, LineSet(file->text.all_lines()), EventKind::shown, Numbers::not_shown);
  } else {
    content.set("mimeType", "application/octet-stream");
    content.set("blob", to_base64(bytes));
  }
  return Json::object({{"contents", Json::array({std::move(content)})}});
}

std::optional<std::string> stamp_of(const Service& service, const std::string& uri) {
  const std::optional<std::string> path = path_of_uri(uri);
  if (!path || service.roots().empty()) return std::nullopt;
  const Result<std::size_t> root = service.root_of(*path);
  if (!root) return std::nullopt;
  const Workspace& workspace = service.roots()[*root].workspace;
  const Result<Place> place = workspace.root().find(*path, Access::read);
  if (!place) return std::nullopt;
  const Outcome<FileInfo> info = workspace.fs().look_at(place->folder, place->name);
  if (!info) return std::nullopt;
  return concat(info->identity.inode, ' ', info->size, ' ', info->modified);
}

std::vector<std::string> complete_path(const Service& service, std::string_view uri_template, std::string_view argument,
                                       std::string_view begun) {
  std::vector<std::string> paths;
  if (argument != "path" || !uri_template.starts_with(file_scheme)) return paths;
  for (const ServedRoot& served : service.roots()) {
    // The template takes the absolute path without its first slash; people begin with what they know.
    const std::string root = served.workspace.root().path().substr(1);
    for (const std::string& path : files_of(served.workspace, most_listed)) {
      std::string whole = concat(root, '/', path);
      if (path.starts_with(begun) || whole.starts_with(begun)) paths.push_back(std::move(whole));
    }
  }
  return paths;
}

}  // namespace

ResourceRows file_resources(Service& service) {
  ResourceRows rows;
  rows.list = [&service](std::string_view from, std::size_t most) { return list_files(service, from, most); };
  rows.templates.push_back(Json::object({{"uriTemplate", "file:///{+path}"},
                                         {"name", "file"},
                                         {"title", "A file of the project"},
                                         {"description", "Any file below the root by its absolute path"}}));
  rows.read = [&service](const std::string& uri, Exchange& exchange) { return read_file(service, uri, exchange); };
  rows.complete = [&service](std::string_view uri_template, std::string_view argument, std::string_view begun) {
    return complete_path(service, uri_template, argument, begun);
  };
  rows.stamp = [&service](const std::string& uri) { return stamp_of(service, uri); };
  return rows;
}

}  // namespace kedge::mcp
