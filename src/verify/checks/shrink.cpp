// A whole file that is sent back as a stump: models that are asked for a file sometimes send only its beginning.
#include "support/strings.hpp"
#include "verify/check.hpp"

namespace kedge::check {
namespace {

constexpr std::size_t too_small_to_mind = 4096;

// A file of more than 4 KiB that would shrink to less than a tenth.
std::vector<Finding> find_shrink(const ChangedFile& file) {
  const std::size_t before = file.before.size();
  const std::size_t after = file.after.size();
  if (!file.whole || before <= too_small_to_mind || after >= before / 10) return {};
  return {{.name = {}, .line = LineNo{1}, .message = concat("the file shrinks from ", before, " to ", counted(after, "byte"))}};
}

}  // namespace

extern const Check shrink;
const Check shrink{"shrink", Leniency::refuses, find_shrink};

}  // namespace kedge::check
