// Parse errors of texts that change a little at a time. The trees of recent texts are kept, and a text that is nearly one of
// them is parsed from its tree: only what the change touches is parsed again.
//
// The answer is that of a parser that has never seen another text, as far as that matters: if a tree that was made from another
// one has other errors than that one had, the text is parsed as a whole. So a new error is never an effect of what was kept.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/parse_tree.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

class KeptTrees {
 public:
  static constexpr std::size_t most_trees = 64;
  static constexpr std::size_t most_bytes = 10UL << 20;  // of texts; their trees need some ten times as much

  // nullopt if the grammar is not compatible with the parser.
  std::optional<std::vector<SyntaxError>> errors_of(const Language& language, std::string_view bytes);

  // Keeps no more than the limits above. Freeing a large tree takes as long as a small edit, so this is for when nobody waits.
  void forget_oldest();

  // For tests: how the last answer was found.
  enum class Way : std::uint8_t { known, from_another, whole };
  Way last_way() const { return way_; }

 private:
  struct Kept {
    std::unique_ptr<const std::string> text;  // stays where it is: the tree refers to it
    std::uint64_t hash = 0;
    ParseTree tree;
    std::vector<SyntaxError> errors;
  };

  const Kept* nearest(const Language& language, std::string_view bytes) const;
  std::optional<Kept> from_another(const Kept& base, std::string_view bytes) const;
  void keep(Kept kept);

  std::list<Kept> kept_;  // most recently used first
  std::size_t bytes_ = 0;
  Way way_ = Way::whole;
};

}  // namespace kedge
