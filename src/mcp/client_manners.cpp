#include "mcp/client_manners.hpp"

#include <array>

namespace kedge::mcp {
namespace {

struct Row {
  std::string_view name;
  std::size_t page, rows, refusal_page;
  bool is_claude_code;
  std::string_view added_argument;

  bool fits(std::string_view client) const {
    return name.ends_with('*') ? client.starts_with(name.substr(0, name.size() - 1)) : client == name;
  }
};

constexpr std::array known_clients{
#define CLIENT(name, page, rows, refusals, claude, added) Row{name, page, rows, refusals, claude, added},
#include "mcp/client_manners.def"
#undef CLIENT
};

}  // namespace

Manners MannersWanted::of(std::string_view client) const {
  Manners manners;
  for (const Row& row : known_clients) {
    if (row.fits(client))
      manners = {.page = row.page,
                 .rows = row.rows,
                 .refusal_page = row.refusal_page,
                 .added_argument = row.added_argument,
                 .is_claude_code = row.is_claude_code};
  }
  if (form) manners.form = *form;
  if (page) manners.page = manners.refusal_page = *page;
  return manners;
}

}  // namespace kedge::mcp
