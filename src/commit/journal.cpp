#include "commit/journal.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view header = "kedge-journal 1";
constexpr std::string_view header_of_any_version = "kedge-journal ";
constexpr std::string_view none = "-";

constexpr std::array<std::string_view, 3> phase_names{"staging", "prepared", "committed"};
constexpr std::array<std::string_view, 2> commit_point_names{"step", "record"};
constexpr std::array<std::string_view, 4> kind_names{"create", "replace", "remove", "move"};

template <class Enum, std::size_t N>
std::string_view word_for(const std::array<std::string_view, N>& names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

template <class Enum, std::size_t N>
std::optional<Enum> value_of(const std::array<std::string_view, N>& names, std::string_view word) {
  const auto found = std::ranges::find(names, word);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

std::string escaped(std::string_view path) {
  if (path.empty()) return std::string(none);
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool stands_for_none = path == none;
    if (byte >= 0x20 && byte != 0x7f && c != '%' && !stands_for_none) {
      out.push_back(c);
    } else {
      out.append({'%', digits[byte >> 4U], digits[byte & 15U]});
    }
  }
  return out;
}

std::optional<unsigned> hex_value(std::string_view two) {
  unsigned value = 0;
  const auto [end, problem] = std::from_chars(two.data(), two.data() + two.size(), value, 16);
  if (two.size() != 2 || problem != std::errc{} || end != two.data() + 2) return std::nullopt;
  return value;
}

std::optional<std::string> unescaped(std::string_view field) {
  if (field == none) return std::string();
  std::string out;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '%') {
      out.push_back(field[i]);
      continue;
    }
    const std::optional<unsigned> byte = hex_value(field.substr(i + 1, 2));
    if (!byte) return std::nullopt;
    out.push_back(static_cast<char>(*byte));
    i += 2;
  }
  return out;
}

std::string digest_field(const std::optional<Digest>& digest) { return digest ? to_hex(*digest) : std::string(none); }

struct DigestField {
  std::optional<Digest> value;
};

std::optional<DigestField> digest_of(std::string_view field) {
  if (field == none) return DigestField{};
  const std::optional<Digest> digest = digest_from_hex(field);
  return digest ? std::optional(DigestField{digest}) : std::nullopt;
}

constexpr std::size_t fields_of_a_file = 10;
// One more where the permission to run the file is all that changes.
constexpr std::array<std::string_view, 2> execution_names{"not-executable", "executable"};

std::string file_row(const JournalEntry& entry) {
  return concat("file\t", word_for(kind_names, entry.kind), '\t', entry.in_place ? "in-place" : "exchange", '\t',
                escaped(entry.path), '\t', escaped(entry.destination), '\t',
                entry.aside.in_root ? "root:" : "tx:", escaped(entry.aside.path), '\t', digest_field(entry.before), '\t',
                digest_field(entry.after), '\t', entry.base_inode, '\t', entry.staged_inode,
                entry.staged_executable ? concat('\t', word_for(execution_names, *entry.staged_executable)) : "", '\n');
}

std::optional<JournalEntry> entry_of(const std::vector<std::string_view>& fields) {
  const bool tells_execution = fields.size() == fields_of_a_file + 1;
  if (fields.size() != fields_of_a_file && !tells_execution) return std::nullopt;
  const auto kind = value_of<ChangeKind>(kind_names, fields[1]);
  const bool in_place = fields[2] == "in-place";
  const auto path = unescaped(fields[3]);
  const auto destination = unescaped(fields[4]);
  const bool in_root = fields[5].starts_with("root:");
  if (!in_root && !fields[5].starts_with("tx:")) return std::nullopt;
  const auto aside = unescaped(fields[5].substr(in_root ? 5 : 3));
  const auto before = digest_of(fields[6]);
  const auto after = digest_of(fields[7]);
  const auto base = number_of(fields[8]);
  const auto staged = number_of(fields[9]);
  if (!kind || !path || !destination || !aside || !before || !after || !base || !staged) return std::nullopt;
  if (!stays_inside(*path) || (!destination->empty() && !stays_inside(*destination))) return std::nullopt;
  if (!aside->empty() && !stays_inside(*aside)) return std::nullopt;
  if (*kind == ChangeKind::move && destination->empty()) return std::nullopt;
  const auto execution = tells_execution ? value_of<bool>(execution_names, fields.back()) : std::nullopt;
  if (tells_execution && !execution) return std::nullopt;
  return JournalEntry{*kind,         in_place,     *path, *destination, {in_root, *aside},
                      before->value, after->value, *base, *staged,      execution};
}

}  // namespace

bool stays_inside(std::string_view path) {
  return !path.empty() && path.find('\0') == std::string_view::npos &&
         std::ranges::none_of(split(path, '/'), [](std::string_view c) { return c.empty() || c == "." || c == ".."; });
}

std::string encode(const JournalRecord& record) {
  std::string out = concat(header, "\nphase ", word_for(phase_names, record.phase), "\ncommit ",
                           word_for(commit_point_names, record.commit_point), "\nroot ", escaped(record.root_identity), '\n');
  for (const std::string& folder : record.new_folders) append(out, concat("folder\t", escaped(folder), '\n'));
  for (const JournalEntry& entry : record.entries) append(out, file_row(entry));
  return concat(out, "end ", to_hex(sha256(out)), '\n');
}

std::expected<JournalRecord, std::string> decode(std::string_view bytes) {
  const auto unreadable = [](std::string problem) { return std::unexpected(std::move(problem)); };
  if (!bytes.starts_with(header_of_any_version)) return unreadable("it is no journal record");
  if (!bytes.starts_with(concat(header, '\n'))) return unreadable("it was written by another version of kedge");
  const std::size_t end = bytes.rfind("\nend ");
  if (end == std::string_view::npos) return unreadable("it is cut off");
  if (bytes.substr(end + 1) != concat("end ", to_hex(sha256(bytes.substr(0, end + 1))), '\n')) {
    return unreadable("its checksum is wrong");
  }

  const std::vector<std::string_view> rows = split(bytes.substr(0, end), '\n');
  const auto value_behind = [&](std::size_t row, std::string_view word) -> std::string_view {
    if (row >= rows.size() || !rows[row].starts_with(word)) return {};
    return rows[row].substr(word.size());
  };
  JournalRecord record;
  const auto phase = value_of<Phase>(phase_names, value_behind(1, "phase "));
  const auto commit_point = value_of<CommitPoint>(commit_point_names, value_behind(2, "commit "));
  const auto root = unescaped(value_behind(3, "root "));
  if (!phase || !commit_point || !root) return unreadable("its first rows make no sense");
  record.phase = *phase;
  record.commit_point = *commit_point;
  record.root_identity = *root;
  for (std::size_t i = 4; i < rows.size(); ++i) {
    const std::vector<std::string_view> fields = split(rows[i], '\t');
    if (fields.front() == "folder" && fields.size() == 2) {
      const std::optional<std::string> folder = unescaped(fields[1]);
      if (!folder || !stays_inside(*folder)) return unreadable(concat("row ", i + 1, " makes no sense"));
      record.new_folders.push_back(*folder);
    } else if (fields.front() == "file") {
      std::optional<JournalEntry> entry = entry_of(fields);
      if (!entry) return unreadable(concat("row ", i + 1, " makes no sense"));
      record.entries.push_back(*std::move(entry));
    } else {
      return unreadable(concat("row ", i + 1, " makes no sense"));
    }
  }
  return record;
}

bool is_cut_short(std::string_view bytes) { return bytes.find("\nend ") == std::string_view::npos; }

std::vector<std::string> paths_named_in(std::string_view bytes) {
  std::vector<std::string> paths;
  for (const std::string_view row : split(bytes, '\n')) {
    if (!row.starts_with("file\t")) continue;
    for (const std::string_view field : split(row, '\t')) {
      const std::optional<std::string> path = unescaped(field);
      if (path && stays_inside(*path)) paths.push_back(*path);
    }
  }
  return paths;
}

Outcome<void> put_record(FileSystem& fs, const Handle& tx, const std::string& id, const JournalRecord& record,
                         Durability durability) {
  const std::string fresh = concat(id, ".new");
  Outcome<Handle> file = fs.make_file(tx, fresh);
  if (!file) return std::unexpected(file.error());
  Outcome<void> step = fs.fill(*file, encode(record));
  if (step && durability == Durability::full) step = fs.sync(*file);
  if (step) step = file->close();
  if (step) step = fs.move_over(tx, fresh, tx, id);
  if (!step) best_effort(fs.remove(tx, fresh));
  return step;
}

std::string random_name(FileSystem& fs) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
  constexpr std::size_t length = 22;
  std::string name;
  while (name.size() < length) {
    std::uint64_t bits = fs.random();
    for (int i = 0; i < 12 && name.size() < length; ++i, bits >>= 5U) name.push_back(letters[bits & 31U]);
  }
  return name;
}

std::string dated_name(std::int64_t now, std::string_view distinct) {
  std::array<std::uint8_t, sizeof(std::uint64_t)> time{};
  for (auto [i, rest] = std::pair(time.size(), static_cast<std::uint64_t>(now)); i > 0; rest >>= 8U) {
    time[--i] = static_cast<std::uint8_t>(rest & 255U);
  }
  return concat(to_hex(time), distinct);
}

}  // namespace kedge
