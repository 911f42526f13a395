#include "syntax/kept_trees.hpp"

#include <algorithm>

#include "support/common_ends.hpp"
#include "support/fast_hash.hpp"
#include "support/utf8.hpp"
#include "syntax/syntax_errors.hpp"

namespace kedge {
namespace {

// The bytes that two texts share at both ends. Exactly, and not in whole lines: a token of no width, as Python has them at the
// end of a block, has looked at the first character of the next line. If that one counts as changed, the parser comes to the
// rest of the file without its state, and parses all of it. The beginning ends between two characters, to be safe: the parser
// says of the character after a token only that it has looked at the first byte.
struct SharedEnds {
  std::size_t first = 0;  // bytes at the beginning
  std::size_t last = 0;   // bytes at the end
};

SharedEnds shared_ends(std::string_view one, std::string_view other) {
  const std::size_t same = common_prefix(one, other);
  const std::size_t first = std::min(beginning_of(one, same).size(), beginning_of(other, same).size());
  return {.first = first, .last = common_suffix(one.substr(first), other.substr(first))};
}

// The text of the line of each error. REQUIRES: they are in order.
std::vector<std::string_view> lines_of(std::string_view bytes, const std::vector<SyntaxError>& errors) {
  std::vector<std::string_view> lines;
  std::uint32_t line = 1;
  std::size_t begin = 0;
  for (const SyntaxError& error : errors) {
    for (; line < error.line.value && begin < bytes.size(); ++line)
      begin = std::min(bytes.find('\n', begin), bytes.size() - 1) + 1;
    lines.push_back(bytes.substr(begin, bytes.substr(begin).find('\n')));
  }
  return lines;
}

// As new errors are told from old ones: by message and line.
bool same_errors(std::string_view before, const std::vector<SyntaxError>& errors_before, std::string_view after,
                 const std::vector<SyntaxError>& errors_after) {
  return std::ranges::equal(errors_before, errors_after, {}, &SyntaxError::message, &SyntaxError::message) &&
         lines_of(before, errors_before) == lines_of(after, errors_after);
}

}  // namespace

const KeptTrees::Kept* KeptTrees::nearest(const Language& language, std::string_view bytes) const {
  const Kept* best = nullptr;
  std::size_t most_shared = bytes.size() / 2;  // where less is the same, a tree of another text does not help
  // Where more is, another tree would hardly save anything. The newest is asked first, and an edit follows upon the one before.
  const std::size_t enough = bytes.size() - bytes.size() / 16;
  for (const Kept& kept : kept_) {
    if (&kept.tree.language() != &language) continue;
    const SharedEnds shared = shared_ends(*kept.text, bytes);
    if (shared.first + shared.last <= most_shared) continue;
    most_shared = shared.first + shared.last;
    best = &kept;
    if (most_shared >= enough) break;
  }
  return best;
}

std::optional<KeptTrees::Kept> KeptTrees::from_another(const Kept& base, std::string_view bytes) const {
  const SharedEnds shared = shared_ends(*base.text, bytes);
  const ReplacedBytes replaced{shared.first, base.text->size() - shared.last, bytes.size() - shared.last};
  auto text = std::make_unique<const std::string>(bytes);
  std::optional<ParseTree> tree = ParseTree::from(base.tree, replaced, *text);
  if (!tree) return std::nullopt;
  std::vector<SyntaxError> errors = syntax_errors(*tree);
  if (!same_errors(*base.text, base.errors, *text, errors)) return std::nullopt;
  return Kept{std::move(text), 0, *std::move(tree), std::move(errors)};
}

std::optional<std::vector<SyntaxError>> KeptTrees::errors_of(const Language& language, std::string_view bytes) {
  const std::uint64_t hash = fast_hash(bytes);
  const auto known = std::ranges::find_if(
      kept_, [&](const Kept& kept) { return kept.hash == hash && &kept.tree.language() == &language && *kept.text == bytes; });
  if (known != kept_.end()) {
    way_ = Way::known;
    kept_.splice(kept_.begin(), kept_, known);
    return known->errors;
  }
  if (const Kept* const base = nearest(language, bytes)) {
    if (std::optional<Kept> made = from_another(*base, bytes)) {
      way_ = Way::from_another;
      std::vector<SyntaxError> errors = made->errors;
      made->hash = hash;
      keep(*std::move(made));
      return errors;
    }
  }
  way_ = Way::whole;
  auto text = std::make_unique<const std::string>(bytes);
  std::optional<ParseTree> tree = ParseTree::of(language, *text);
  if (!tree) return std::nullopt;
  std::vector<SyntaxError> errors = syntax_errors(*tree);
  keep({std::move(text), hash, *std::move(tree), errors});
  return errors;
}

void KeptTrees::keep(Kept kept) {
  if (kept.text->size() > most_bytes) return;
  bytes_ += kept.text->size();
  kept_.push_front(std::move(kept));
}

void KeptTrees::forget_oldest() {
  while (bytes_ > most_bytes || kept_.size() > most_trees) {
    bytes_ -= kept_.back().text->size();
    kept_.pop_back();
  }
}

}  // namespace kedge
