// Writes random files, and the random rows that foreign operations put into them.
#pragma once

#include <string>
#include <vector>

#include "grammar.hpp"
#include "program.hpp"
#include "random.hpp"

namespace oracle {

class Author {
 public:
  Author(const Grammar& grammar, Texts& texts, Random& random) : grammar_(grammar), texts_(texts), random_(random) {}

  // `rate`: how probably a function's body is a copy of an earlier one's.
  Program file(double rate);

  // The texts of a new function from its header to its closer.
  std::vector<TextId> function(std::uint8_t depth);
  TextId header(std::uint8_t depth);
  TextId statement(std::uint32_t columns);
  TextId opener(std::uint32_t columns);

  const Grammar& grammar() const { return grammar_; }
  Texts& texts() { return texts_; }
  Random& random() { return random_; }

 private:
  struct Row {
    std::uint32_t level;
    std::string text;
  };
  std::vector<TextId> body(std::uint8_t depth);
  void add_block(std::vector<Row>& rows, std::uint32_t level, std::size_t count);
  std::string statement_row();
  std::string opener_row();
  std::string name();
  TextId at_column(std::uint32_t columns, std::string_view row);
  std::vector<TextId> around(std::uint8_t depth, TextId header, const std::vector<TextId>& body);

  const Grammar& grammar_;
  Texts& texts_;
  Random& random_;
  std::uint32_t names_ = 0;
  std::uint32_t fresh_ = 0;
};

// The lines of a function from its header to its closer, each with a new identity that the program gives out.
std::vector<Line> new_function(Program& program, const std::vector<TextId>& texts, std::uint8_t depth, bool closed);

}  // namespace oracle
