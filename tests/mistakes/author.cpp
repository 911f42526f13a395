#include "author.hpp"

#include <array>

#include "support/strings.hpp"

namespace mistakes {
namespace {

using kedge::append;
using kedge::concat;
using kedge::LineNo;
using kedge::LineSpan;

constexpr std::array<std::string_view, 16> names{"account", "batch",  "cursor", "entry",  "ledger", "packet",
                                                 "session", "window", "index",  "record", "buffer", "region",
                                                 "stream",  "weight", "anchor", "socket"};

std::string capitalised(std::string_view name) {
  std::string out(name);
  out.front() = static_cast<char>(out.front() - 'a' + 'A');
  return out;
}

// What stands between two rows of the file and may be replaced as a whole.
struct Element {
  LineSpan lines;
  std::size_t depth = 0;
};

class Author {
 public:
  Author(const Tongue& tongue, Random& random) : tongue_(tongue), random_(random) {}

  void file() {
    put(tongue_.head, 0);
    for (std::uint32_t left = random_.between(5, 9); left > 0; --left) {
      rows_.emplace_back();
      function();
    }
    if (!tongue_.tail.empty()) put(tongue_.tail, 0);
  }

  void function() {
    const LineNo first = next();
    const std::uint32_t kind = random_.below(tongue_.functions.size() / 2) * 2;
    const std::size_t depth = put(tongue_.functions[kind], 0) + 1;
    statements(random_.between(4, 8), depth);
    if (!tongue_.functions[kind + 1].empty()) put(tongue_.functions[kind + 1], 0);
    elements_.push_back({{first, next()}, 0});
  }

  void statements(std::uint32_t count, std::size_t depth) {
    for (; count > 0; --count) {
      const LineNo first = next();
      const bool nests = depth < 4 && !tongue_.nests.empty() && random_.chance(0.3);
      if (nests) {
        const std::uint32_t kind = random_.below(tongue_.nests.size() / 2) * 2;
        const std::size_t inner = put(tongue_.nests[kind], depth) + 1;
        statements(random_.between(1, 3), inner);
        if (!tongue_.nests[kind + 1].empty()) put(tongue_.nests[kind + 1], depth);
      } else {
        put(random_.pick(tongue_.statements), depth);
      }
      elements_.push_back({{first, next()}, depth});
    }
  }

  std::vector<std::string> take_rows() { return std::move(rows_); }
  const std::vector<Element>& elements() const { return elements_; }

 private:
  LineNo next() const { return LineNo{static_cast<std::uint32_t>(rows_.size() + 1)}; }

  // Puts the rows of a template, and returns how deep the last of them stands.
  std::size_t put(std::string_view text, std::size_t depth) {
    const std::string filled = fill(text);
    std::size_t deepest = depth;
    for (const std::string_view row : kedge::split(filled, '\n')) {
      std::string indented(row.empty() ? 0 : depth * 4, ' ');
      append(indented, row);
      deepest = indented.find_first_not_of(' ') == std::string::npos ? depth : (indented.find_first_not_of(' ') + 3) / 4;
      rows_.push_back(std::move(indented));
    }
    return deepest;
  }

  std::string fill(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char kind = text[i] == '$' && i + 1 < text.size() ? text[i + 1] : ' ';
      switch (kind) {
        case '$': out.push_back('$'); break;
        case 'n': append(out, random_.between(10, 9999)); break;
        case 'i': append(out, random_.pick(names)); break;
        case 'N': append(out, capitalised(random_.pick(names))); break;
        default: out.push_back(text[i]); continue;
      }
      ++i;
    }
    return out;
  }

  const Tongue& tongue_;
  Random& random_;
  std::vector<std::string> rows_;
  std::vector<Element> elements_;
};

}  // namespace

EditedSource edited_source(const Tongue& tongue, Random& random) {
  Author author(tongue, random);
  author.file();
  std::string bytes;
  const std::vector<Element> elements = author.elements();
  for (const std::string& row : author.take_rows()) append(bytes, concat(row, '\n'));
  EditedSource source{.name = std::string(tongue.name),
                      .path = std::string(tongue.path),
                      .comment_open = tongue.comment_open,
                      .comment_close = tongue.comment_close,
                      .before = kedge::Text(std::move(bytes))};
  const Element& element = random.pick(elements);
  Author body(tongue, random);
  if (element.depth == 0) {
    body.function();
  } else {
    body.statements(random.between(2, 5), element.depth);
  }
  const bool inserts = random.chance(0.3);
  const LineSpan lines = inserts ? kedge::between_lines(element.lines.first) : element.lines;
  source.edits.push_back({.lines = lines, .rows = body.take_rows(), .op = 0});
  return source;
}

}  // namespace mistakes
