// A file whose every line carries a hidden identity. Identities travel with lines through foreign operations and are
// what recovery is judged by; the engine sees only the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace oracle {

using TextId = std::uint32_t;

// The distinct rows of a case. Equal bytes have equal numbers, so that searching for a second history compares numbers.
class Texts {
 public:
  TextId intern(std::string_view row);

  const std::string& operator[](TextId text) const { return rows_[text].row; }
  // Sums of weights compare multisets of rows: equal for equal ones, and by luck only for others.
  std::uint64_t weight(TextId text) const { return rows_[text].weight; }
  std::uint32_t indentation(TextId text) const { return rows_[text].indentation; }
  // The same row by so many columns deeper or less deep. REQUIRES: it has that many.
  TextId shifted(TextId text, int columns);
  bool blank(TextId text) const { return rows_[text].row.empty(); }

 private:
  struct Row {
    std::string row;
    std::uint64_t weight;
    std::uint32_t indentation;
  };
  std::vector<Row> rows_;
  std::unordered_map<std::string, TextId> ids_;
  std::unordered_map<std::uint64_t, TextId> shifted_;
};

// What a line is to the file. A gap is the blank line above each function and class; it belongs to neither side.
enum class Part : std::uint8_t { file_top, gap, class_header, class_field, class_end, header, body, closer };

constexpr std::int32_t no_function = -1;

struct Line {
  TextId text = 0;
  std::int32_t id = 0;
  std::int32_t function = no_function;  // the identity of its header
  Part part = Part::file_top;
  std::uint8_t depth = 0;  // 0 at top level, 1 inside a class
};

struct Program {
  std::vector<Line> lines;
  std::int32_t next_id = 0;
};

// Indices into a program's lines.
struct Function {
  std::uint32_t header, body_end, end;  // the body is [header + 1, body_end); the gap stands at header - 1
  std::uint8_t depth;
};
// Where a function of some depth may be put: behind a function or what begins its class or file.
struct Slot {
  std::uint32_t at;
  std::uint8_t depth;
};
struct Stretch {
  std::uint32_t begin, end;
};

bool has_header(const Program& program, std::uint32_t line);
// REQUIRES: has_header(program, header).
Function function_at(const Program& program, std::uint32_t header);
std::vector<Function> functions_of(const Program& program);
bool is_slot(const Program& program, Slot slot);
std::vector<Slot> slots_of(const Program& program);
// What can be re-indented: each body, and each nested block with its opener and closer.
std::vector<Stretch> indentable(const Program& program, const Texts& texts, const Function& function);
bool equal_bodies(const Program& program, const Function& a, const Function& b);
bool same_text(const Program& a, const Program& b);

// The identities of the headers that enclose a line, innermost first. REQUIRES: nothing was re-indented yet.
std::vector<std::int32_t> enclosing_headers(const Program& program, const Texts& texts, std::uint32_t line);

std::string bytes_of(const Program& program, const Texts& texts);

}  // namespace oracle
