#include "scenarios/path_attempts.hpp"

#include "scenarios/scenario_run.hpp"
#include "support/strings.hpp"

namespace kedge::test {

namespace fs = std::filesystem;

namespace attempt {

constexpr Attempt write{"write", false, "printf new | $K write \"$P\""};
constexpr Attempt create{"create", true, "printf new | $K write \"$P\" --create"};
constexpr Attempt replace{"replace", false, "printf new | $K write \"$P\" --expected-version $V"};
constexpr Attempt remove{"delete", false, "printf 'delete\\t%s\\t%s\\n' \"$P\" $V | $K commit"};
constexpr Attempt move_away{"move away", false, "printf 'move\\t%s\\tmoved\\t%s\\n' \"$P\" $V | $K commit"};
constexpr Attempt move_to{"move to", true, "printf 'move\\tseed\\t%s\\t%s\\n' \"$P\" $(version seed) | $K commit"};

}  // namespace attempt

namespace {

std::string quoted_for_the_shell(std::string_view word) {
  std::string out = "'";
  for (const char c : word) append(out, c == '\'' ? std::string_view("'\\''") : std::string_view(&c, 1));
  return out + "'";
}

}  // namespace

Paths::Paths() {
  write_file(place.root() / "seed", "seed\n");
  write_file(place.outside() / "secret", "secret\n");
  write_file(place.outside() / "folder" / "deep", "deep\n");
}

Finished Paths::try_to(const Attempt& by, std::string_view path, std::string_view setting) const {
  return place.shell(concat(setting, "\nP=", quoted_for_the_shell(path),
                            "\nif [ -f \"$P\" ]; then V=$(version \"$P\"); else V=$(version /dev/null); fi\n", by.command));
}

void Paths::expect_refused(std::string_view path, std::initializer_list<std::string_view> codes) const {
  using namespace attempt;
  const Facts before = place.facts();
  std::error_code too_long;
  const bool taken = fs::exists(fs::symlink_status(place.root() / path, too_long));
  for (const std::string_view setting : file_systems()) {
    for (const Attempt* by : {&write, &create, &replace, &remove, &move_away, &move_to}) {
      const Finished finished = try_to(*by, path, setting);
      EXPECT_FALSE(says(finished, digest_of_secret)) << by->what << ' ' << printable(path) << ' ' << setting;
      if (taken && by->makes && refused(finished, {"file_exists"})) continue;
      EXPECT_TRUE(refused(finished, codes)) << by->what << ' ' << printable(path) << ' ' << setting;
    }
  }
  EXPECT_EQ(place.facts(), before) << printable(path);
}

void Paths::expect_literal(std::string_view path) const {
  const Facts before = place.facts();
  EXPECT_TRUE(succeeded(try_to(attempt::write, path))) << printable(path);
  EXPECT_EQ(place.bytes(std::string(path)), "new") << printable(path);
  EXPECT_GT(fs::remove_all(place.root() / *fs::path(path).begin()), 0U);
  EXPECT_EQ(place.facts(), before) << printable(path);
}

}  // namespace kedge::test
