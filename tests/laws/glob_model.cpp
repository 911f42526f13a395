#include "laws/glob_model.hpp"

namespace kedge::laws {

bool naive_matches(std::string_view pattern, std::string_view path, bool begins_component) {
  if (pattern.empty()) return path.empty();
  if (begins_component && pattern == "**") return true;
  if (begins_component && pattern.starts_with("**/")) {
    const std::string_view behind = pattern.substr(3);
    if (naive_matches(behind, path)) return true;
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (path[i] == '/' && naive_matches(behind, path.substr(i + 1))) return true;
    }
    return false;
  }
  if (pattern.front() == '*') {
    const std::string_view behind = pattern.substr(pattern.starts_with("**") ? 2 : 1);
    for (std::size_t i = 0; i <= path.size(); ++i) {
      if (naive_matches(behind, path.substr(i), false)) return true;
      if (i < path.size() && path[i] == '/') return false;
    }
    return false;
  }
  if (path.empty()) return false;
  const char c = path.front();
  std::size_t length = 1;
  bool fits = c == pattern.front();
  if (pattern.front() == '?') fits = c != '/';
  if (pattern.front() == '[') {
    length = pattern.find(']') + 1;
    const bool negated = pattern[1] == '!';
    const bool listed = pattern.substr(1, length - 2).find(c) != std::string_view::npos;
    fits = c != '/' && listed != negated;
  }
  return fits && naive_matches(pattern.substr(length), path.substr(1), c == '/');
}

}  // namespace kedge::laws
