#include "verify/shrink.hpp"

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t too_small_to_mind = 4096;

}  // namespace

std::optional<Finding> shrink(const Text& before, const Text& after) {
  if (before.size() <= too_small_to_mind || after.size() >= before.size() / 10) return std::nullopt;
  return Finding{"shrink", LineNo{1}, concat("the file shrinks from ", before.size(), " to ", counted(after.size(), "byte"))};
}

}  // namespace kedge
