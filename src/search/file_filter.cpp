#include "search/file_filter.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {

Result<FileFilter> FileFilter::parse(std::span<const std::string> globs) {
  FileFilter filter;
  for (const std::string& given : globs) {
    const bool unwanted = given.starts_with('!');
    std::expected<Glob, std::string> glob = Glob::parse_filter(std::string_view(given).substr(unwanted ? 1 : 0));
    if (!glob) {
      const std::string problem = concat(printable(given), ' ', glob.error());
      return std::unexpected(refuse(Code::schema_invalid, {{"field", "glob"}, {"problem", problem}}));
    }
    (unwanted ? filter.unwanted_ : filter.wanted_).push_back(*std::move(glob));
  }
  return filter;
}

bool FileFilter::wants(std::string_view path) const {
  const auto fits = [path](const Glob& glob) { return glob.matches(path); };
  return (wanted_.empty() || std::ranges::any_of(wanted_, fits)) && std::ranges::none_of(unwanted_, fits);
}

}  // namespace kedge
