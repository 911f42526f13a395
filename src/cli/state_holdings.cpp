#include "cli/state_holdings.hpp"

#include <algorithm>

namespace kedge {

Outcome<Holdings> holdings_of(FileSystem& fs, const StateFolder& state) {
  Holdings holdings;
  KEDGE_TRY(const std::vector<std::string> names, fs.list(state.tx));
  for (const std::string& name : names) {
    if (name.ends_with(".done")) ++holdings.waiting;
    if (name.ends_with(".bad")) holdings.unreadable.push_back(name);
    if (name.find_first_of(".-") == std::string::npos) ++holdings.pending;
  }
  if (const Outcome<Handle> kept = fs.open_folder(state.folder, "kept", Mounts::cross)) {
    if (Outcome<std::vector<std::string>> list = fs.list(*kept)) holdings.kept = *std::move(list);
    std::ranges::sort(holdings.kept);
  }
  std::ranges::sort(holdings.unreadable);
  return holdings;
}

}  // namespace kedge
