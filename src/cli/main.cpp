#include <new>
#include <string_view>
#include <vector>

#include "built_commit.hpp"  // made by scripts/commit
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "fs/real_file_system.hpp"

namespace {

constexpr kedge::BuildFacts built{.commit = KEDGE_COMMIT,
                                  .target = KEDGE_TARGET,
                                  .compiler = KEDGE_COMPILER,
                                  .flags = KEDGE_FLAGS,
                                  .grammars = KEDGE_GRAMMARS};

}  // namespace

int main(int argc, char** argv) try {
  kedge::hold_standard_streams();
  const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  return static_cast<int>(kedge::run_program(words, built));
} catch (const std::bad_alloc&) {
  kedge::to_stderr("kedge: out of memory; kedge doctor finishes or takes back what was under way\n");
  return static_cast<int>(kedge::Exit::failed);
}
