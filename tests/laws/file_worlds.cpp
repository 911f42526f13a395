#include "laws/file_worlds.hpp"

#include <array>
#include <fstream>
#include <iterator>

#include "laws/line_soup.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 7> folders{"", "", "src/", "a/", "b/", "deep/er/", "with blank/"};
constexpr std::array<std::string_view, 14> stems{
    "plain.c", "plain.py", "with blanks", "ends in a blank ", "\xC3\xBC", "tab\there", "quo\"te", "back\\slash",
    "-dash",   "x b",      "a",           "\xE2\x80\x94",     "x.orig",   "'single'"};

std::string random_name(Random& random, std::size_t index) { return concat(random.pick(folders), index, random.pick(stems)); }

// A file of nothing but a BOM is one row to other programs and no line to us.
bool can_be_edited(std::string_view bytes) {
  return is_utf8(bytes) && bytes.find('\0') == std::string_view::npos && bytes != utf8_bom;
}

std::string text_from(Random& random, const LineSoup& soup) {
  while (true) {
    std::string bytes = soup.text(random, random.one_in(3) ? 60 : 12);
    if (can_be_edited(bytes)) return bytes;
    if (random.one_in(8)) return {};  // the soup may hold nothing else
  }
}

std::string variant_of(Random& random, const LineSoup& soup, const std::string& bytes) {
  for (int tries = 0; tries < 8; ++tries) {
    std::string variant = soup.variant(random, Text(bytes));
    if (can_be_edited(variant)) return variant;
  }
  return bytes;
}

}  // namespace

TwoWorlds random_worlds(Random& random, std::size_t files, Modes modes) {
  TwoWorlds worlds;
  for (std::size_t i = 0; i < files; ++i) {
    const LineSoup soup(random);
    const std::string name = random_name(random, i);
    const WorldFile file{.bytes = text_from(random, soup), .executable = modes == Modes::changed && random.one_in(8)};
    WorldFile other = file;
    if (!random.one_in(8)) other.bytes = variant_of(random, soup, file.bytes);
    if (modes == Modes::changed && random.one_in(8)) other.executable = !other.executable;
    switch (random.below(12)) {
      case 0: worlds.after[name] = file; break;
      case 1: worlds.before[name] = file; break;
      case 2:
        worlds.before[name] = file;
        worlds.after[concat(random.pick(folders), i, " moved ", random.pick(stems))] = other;
        break;
      default:
        worlds.before[name] = file;
        worlds.after[name] = random.one_in(10) ? WorldFile{text_from(random, soup), other.executable} : other;
        break;
    }
  }
  return worlds;
}

void put_world(const World& world, const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  for (const auto& [name, file] : world) {
    const fs::path path = folder / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary).write(file.bytes.data(), static_cast<std::streamsize>(file.bytes.size()));
    if (file.executable) fs::permissions(path, fs::perms::owner_exec, fs::perm_options::add);
  }
}

World world_in(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  World world;
  for (fs::recursive_directory_iterator at(folder), end; at != end; ++at) {
    if (at->path().filename() == ".git") at.disable_recursion_pending();
    if (!at->is_regular_file()) continue;
    std::ifstream file(at->path(), std::ios::binary);
    const bool executable = (at->status().permissions() & fs::perms::owner_exec) != fs::perms::none;
    world[at->path().lexically_relative(folder).string()] = {{std::istreambuf_iterator<char>(file), {}}, executable};
  }
  return world;
}

std::string difference(const World& wanted, const World& got) {
  for (const auto& [name, file] : wanted) {
    const auto found = got.find(name);
    if (found == got.end()) return concat("missing: ", printable(name));
    if (found->second == file) continue;
    return concat(printable(name), file.executable ? " (x)" : "", " is to be\n", printable_rows(file.bytes), "\nand is",
                  found->second.executable ? " (x)" : "", '\n', printable_rows(found->second.bytes));
  }
  for (const auto& [name, file] : got) {
    if (!wanted.contains(name)) return concat("not asked for: ", printable(name), '\n', printable_rows(file.bytes));
  }
  return {};
}

}  // namespace kedge::laws
