// Any bytes as a path: what is taken never leaves the root by its letters, and rules about names hold for every reading.
#include <string_view>

#include "fs/folded_name.hpp"
#include "fs/protected_paths.hpp"
#include "fs/relative_path.hpp"
#include "support/require.hpp"

namespace kedge::fuzz {

void path(std::string_view input) {
  // The first 0xFF parts a pattern from the path.
  const std::size_t parted = input.find('\xFF');
  const std::string_view given = parted == std::string_view::npos ? input : input.substr(parted + 1);

  const Result<RelativePath> parsed = RelativePath::parse(given, "/r", "/disk/r");
  if (parsed) {
    KEDGE_REQUIRE(!parsed->str().empty() && parsed->str().size() <= given.size());
    KEDGE_REQUIRE(parsed->components().size() <= RelativePath::most_components);
    std::size_t bytes = parsed->components().size() - 1;
    for (const std::string_view component : parsed->components()) {
      KEDGE_REQUIRE(!component.empty() && component != ".");
      KEDGE_REQUIRE(component.find('/') == std::string_view::npos && component.find('\0') == std::string_view::npos);
      KEDGE_REQUIRE(component.size() <= RelativePath::most_bytes_in_component);
      bytes += component.size();
    }
    KEDGE_REQUIRE(bytes == parsed->str().size());
    // Without its steps back it is a path as well, and none is left.
    const Result<RelativePath> plain = RelativePath::parse(parsed->without_steps_back(), "/r", "/disk/r");
    KEDGE_REQUIRE(plain.has_value() && plain->str() == parsed->without_steps_back());
    for (const std::string_view component : plain->components()) KEDGE_REQUIRE(component != "..");
    const Result<RelativePath> again = RelativePath::parse(parsed->str(), "/r", "/disk/r");
    KEDGE_REQUIRE(again.has_value() && *again == *parsed);
  } else {
    KEDGE_REQUIRE(parsed.error().path == given);
  }

  const std::string folded = folded_name(given);
  KEDGE_REQUIRE(folded.size() <= given.size() && folded_name(folded) == folded);
  KEDGE_REQUIRE(may_be(given, folded));
  for (const auto& rule_of : {protecting_rule, home_rule}) {
    // What may not be read may not be written, and a rule for a folded path holds for the path.
    const Rule* unread = rule_of(given, Access::read);
    const Rule* unwritten = rule_of(given, Access::write);
    KEDGE_REQUIRE(unread == nullptr || unwritten != nullptr);
    if (given.find_first_of("/\\") == std::string_view::npos && rule_of(folded, Access::write) != nullptr) {
      KEDGE_REQUIRE(unwritten != nullptr);
    }
  }
  (void)warning_rule(given);

  if (const auto glob = Glob::parse(input.substr(0, parted))) {
    const std::size_t most = Glob::most_characters + Glob::most_alternatives;
    KEDGE_REQUIRE(glob->walk(given).steps <= most * given.size());
  }
}

}  // namespace kedge::fuzz
