// What kedge and the program that speaks with PostgreSQL (src/postgres) say to each other, over a socket.
// Every message is a length of four bytes and that many bytes, the first of which says what it is. Numbers are in the order of
// this machine. One request is answered before the next is sent.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kedge::postgres {

inline constexpr std::uint32_t wire_version = 1;  // another one each time that anything here changes
inline constexpr std::size_t largest_frame = 600UL * 1024 * 1024;
inline constexpr std::uint32_t longest_answer = 10'000;  // milliseconds that one is waited for

enum class Ask : char {
  connect = 'c',  // where to, and how: see Connecting
  run = 'q',      // statements, sent together; the answer has the rows of each that has any
  wait = 'w',     // for notifications, at most this many milliseconds
};
enum class Reply : char {
  rows = 'r',         // the number of the connection and of tables; of each its rows, columns and values
  failed = 'e',       // by the database: five characters of SQLSTATE, then words
  unreachable = 'l',  // nothing is known of what was asked; words
  told = 'n',         // notifications: their texts as rows of one column
};

// In the first byte of statements: no transaction is open, so that they may be sent again on another connection.
inline constexpr std::uint8_t begins_anew_bit = 1;

// A value of a statement, or of a row. None: null.
using Value = std::optional<std::string_view>;

// Numbers are sent as PostgreSQL has them.
inline std::string wire_number(std::int64_t number) {
  std::string bytes(sizeof number, '\0');
  auto rest = static_cast<std::uint64_t>(number);
  for (auto at = bytes.rbegin(); at != bytes.rend(); ++at, rest >>= 8U) *at = static_cast<char>(rest & 0xffU);
  return bytes;
}

inline std::int64_t number_in(std::string_view bytes) {
  if (bytes.empty() || bytes.size() > sizeof(std::int64_t)) return 0;
  const bool is_negative = (static_cast<unsigned char>(bytes[0]) & 0x80U) != 0 && bytes.size() > 1;
  std::uint64_t number = is_negative ? ~std::uint64_t{0} : 0;
  for (const char byte : bytes) number = (number << 8U) | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(number);
}

class Writer {
 public:
  explicit Writer(char kind) : bytes_(sizeof(std::uint32_t), '\0') { bytes_ += kind; }
  void byte(std::uint8_t number) { bytes_ += static_cast<char>(number); }
  void number(std::uint32_t number) {
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    bytes_.append(raw, sizeof raw);
  }
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  void value(const Value& value) {
    byte(value ? 1 : 0);
    if (value) text(*value);
  }
  // The whole frame.
  std::string_view finish() {
    const auto size = static_cast<std::uint32_t>(bytes_.size() - sizeof(std::uint32_t));
    std::memcpy(bytes_.data(), &size, sizeof size);
    return bytes_;
  }

 private:
  std::string bytes_;
};

// Reads a frame without its length. Anything that does not fit makes it broken, and everything read after that empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  std::uint8_t byte() {
    const std::string_view one = take(1);
    return one.empty() ? 0 : static_cast<std::uint8_t>(one[0]);
  }
  std::uint32_t number() {
    std::uint32_t number = 0;
    const std::string_view raw = take(sizeof number);
    if (!raw.empty()) std::memcpy(&number, raw.data(), sizeof number);
    return number;
  }
  std::string_view text() { return take(number()); }
  Value value() { return byte() == 0 ? Value() : Value(text()); }
  std::string_view rest() { return take(bytes_.size()); }
  bool is_broken() const { return is_broken_; }
  bool is_at_end() const { return bytes_.empty(); }

 private:
  std::string_view take(std::size_t size) {
    if (is_broken_ || size > bytes_.size()) {
      is_broken_ = true;
      return {};
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

  std::string_view bytes_;
  bool is_broken_ = false;
};

struct Connecting {
  std::string where;          // as libpq reads it: a URL or a list of settings
  std::string first;          // a statement for each new connection; empty: none
  bool keeps_names = true;    // statements can be prepared once and kept: not behind a pool that hands out connections
  std::uint32_t longest = 0;  // milliseconds that an answer may take
};

struct Query {
  std::string_view sql;
  std::vector<Value> values;
};

inline void write(Writer& writer, const Connecting& connecting) {
  writer.number(wire_version);
  writer.text(connecting.where);
  writer.text(connecting.first);
  writer.byte(connecting.keeps_names ? 1 : 0);
  writer.number(connecting.longest);
}
// None: it is from a kedge of another version.
inline std::optional<Connecting> read_connecting(Reader& reader) {
  if (reader.number() != wire_version) return std::nullopt;
  Connecting connecting;
  connecting.where = reader.text();
  connecting.first = reader.text();
  connecting.keeps_names = reader.byte() != 0;
  connecting.longest = reader.number();
  return connecting;
}

inline void write(Writer& writer, const Query& query) {
  writer.text(query.sql);
  writer.number(static_cast<std::uint32_t>(query.values.size()));
  for (const Value& value : query.values) writer.value(value);
}
inline Query read_query(Reader& reader) {
  Query query;
  query.sql = reader.text();
  const std::uint32_t count = reader.number();
  for (std::uint32_t at = 0; at < count && !reader.is_broken(); ++at) query.values.push_back(reader.value());
  return query;
}

}  // namespace kedge::postgres
