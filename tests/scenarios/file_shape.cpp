#include "scenarios/file_shape.hpp"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "support/strings.hpp"

namespace kedge::test {

namespace fs = std::filesystem;

namespace {

constexpr const char* access_list = "system.posix_acl_access";

Lines plain_lines(std::string_view end = "\n") {
  Lines lines;
  for (const std::string_view content :
       {"header of the file", "alpha one", "    if ready:", "        step first  ", "        step second", "        step third",
        "    done marker", "shared word here", "beta two", "shared word there", "quiet row", "tail row"}) {
    lines.push_back({std::string(content), std::string(end)});
  }
  return lines;
}

Lines with_content(Lines lines, std::initializer_list<std::pair<std::size_t, std::string>> contents) {
  for (const auto& [at, content] : contents) lines[at].content = content;
  return lines;
}

// Where rows are added, the lines above and below end alike: which of the two decides is nobody's promise.
Lines mixed_lines() {
  Lines lines = plain_lines();
  for (const std::size_t at :
       {row::alpha, row::first_step, row::third_step, row::block_end, row::beta, row::shared_again, row::tail})
    lines[at].end = "\r\n";
  return lines;
}

Lines lines_with_lone_returns() {
  Lines lines = with_content(plain_lines(), {{row::header, "header\rof the file"},
                                             {row::alpha, "\ralpha one"},
                                             {row::second_step, "        step\rsecond"},
                                             {row::beta, "beta\r\rtwo"},
                                             {row::quiet, "quiet\rrow\r"}});
  lines[row::quiet].end = "\r\n";
  return lines;
}

Lines lines_without_final_newline() {
  Lines lines = plain_lines();
  lines.back().end.clear();
  return lines;
}

Lines lines_with_empty_ones_at_the_end() {
  Lines lines = plain_lines();
  lines.insert(lines.end(), 3, {"", "\n"});
  return lines;
}

std::vector<FileShape> made_shapes() {
  using namespace std::string_literals;
  std::vector<FileShape> shapes{
      {.name = "Lf", .lines = plain_lines()},
      {.name = "Crlf", .lines = plain_lines("\r\n")},
      {.name = "MixedEndings", .lines = mixed_lines()},
      {.name = "CrOnly", .lines = plain_lines("\r"), .line_break = "\r"},
      {.name = "LoneCrsInsideLines", .lines = lines_with_lone_returns()},
      {.name = "ByteOrderMark", .lines = plain_lines(), .mark = "\xEF\xBB\xBF"},
      {.name = "ByteOrderMarkAndCrlf", .lines = plain_lines("\r\n"), .mark = "\xEF\xBB\xBF"},
      {.name = "Latin1",
       .lines = with_content(plain_lines(), {{row::alpha, "alpha one caf\xE9"}, {row::quiet, "qu\xEF\xFFt row \xC3"}}),
       .is_utf8 = false},
      {.name = "NulElsewhere", .lines = with_content(plain_lines(), {{row::quiet, "quiet\0row\0"s}}), .shown = row::quiet},
      {.name = "NoFinalNewline", .lines = lines_without_final_newline()},
      {.name = "EmptyLinesAtTheEnd", .lines = lines_with_empty_ones_at_the_end()},
  };
  for (const auto& [name, belonging] : {std::pair{"Executable", Belonging::executable},
                                        {"OwnedByOthers", Belonging::other_owner},
                                        {"UserAttribute", Belonging::attribute},
                                        {"AccessList", Belonging::access_list},
                                        {"BehindALink", Belonging::link_to_it},
                                        {"OneOfTwoNames", Belonging::second_name}}) {
    shapes.push_back({.name = name, .lines = plain_lines(), .belonging = belonging});
  }
  return shapes;
}

// One more user may read and write: the kernel's own form of `setfacl -m u:12345:rw`.
std::string list_with_another_user() {
  struct Entry {
    std::uint16_t tag, rights;
    std::uint32_t id;
  };
  constexpr std::uint32_t version = 2, nobody = 0xFFFFFFFF;
  constexpr Entry entries[] = {{1, 6, nobody}, {2, 6, 12345}, {4, 4, nobody}, {16, 6, nobody}, {32, 4, nobody}};
  std::string bytes(sizeof version + sizeof entries, '\0');
  std::memcpy(bytes.data(), &version, sizeof version);
  std::memcpy(bytes.data() + sizeof version, entries, sizeof entries);
  return bytes;
}

std::string set_attribute(const fs::path& file, const char* name, const std::string& value) {
  if (::setxattr(file.c_str(), name, value.data(), value.size(), 0) == 0) return {};
  return concat("this file system takes no ", name, ": ", std::strerror(errno));
}

}  // namespace

std::string to_bytes(std::span<const Line> lines) {
  std::string bytes;
  for (const Line& line : lines) append(bytes, concat(line.content, line.end));
  return bytes;
}

std::string FileShape::bytes_with(const Lines& others) const { return concat(mark, to_bytes(others)); }

std::span<const FileShape> file_shapes() {
  static const std::vector<FileShape> shapes = made_shapes();
  return shapes;
}

std::string belongings_of(const fs::path& file) {
  struct stat info{};
  if (::stat(file.c_str(), &info) != 0) return "gone";
  std::string facts = concat("mode ", info.st_mode & 07777U, " owner ", info.st_uid, ':', info.st_gid);
  std::string names(4096, '\0');
  names.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::listxattr(file.c_str(), names.data(), names.size()))));
  std::vector<std::string> attributes;
  for (std::size_t at = 0; at < names.size(); at = names.find('\0', at) + 1) {
    const char* const name = names.data() + at;
    std::string value(4096, '\0');
    value.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::getxattr(file.c_str(), name, value.data(), value.size()))));
    attributes.push_back(concat(' ', name, '=', printable(value)));
  }
  std::ranges::sort(attributes);
  for (const std::string& attribute : attributes) append(facts, attribute);
  return facts;
}

std::string put_file(const FileShape& shape, const Workplace& place) {
  const fs::path file = place.root() / shaped_file;
  const fs::path other = place.root() / other_name;
  write_file(shape.belonging == Belonging::link_to_it ? other : file, shape.bytes());
  switch (shape.belonging) {
    case Belonging::nothing: break;
    case Belonging::executable: fs::permissions(file, fs::perms(0755)); break;
    case Belonging::other_owner:
      if (::chown(file.c_str(), 65534, 12345) != 0) return "only root can give files away";
      fs::permissions(file, fs::perms(0640));
      break;
    case Belonging::attribute: return set_attribute(file, "user.origin", std::string("some\0where\xFF", 11));
    case Belonging::access_list: return set_attribute(file, access_list, list_with_another_user());
    case Belonging::link_to_it: fs::create_symlink(other_name, file); break;
    case Belonging::second_name: fs::create_hard_link(file, other); break;
  }
  return {};
}

}  // namespace kedge::test
