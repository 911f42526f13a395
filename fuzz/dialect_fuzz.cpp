// Whatever is sent to a dialect, it is heard as a request that makes sense, the same each time, or refused with words. There is
// a target for each dialect.
#include <cstddef>
#include <string>
#include <string_view>

#include "dialects/dialect.hpp"
#include "support/json_read.hpp"
#include "support/overloaded.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::fuzz {
namespace {

// ---- all that a request says, as text: what is equal is equal in every field

std::string said(const std::optional<std::string>& text) { return text ? concat('"', *text, '"') : "-"; }
std::string said(const std::optional<bool>& flag) { return flag ? (*flag ? "yes" : "no") : "-"; }
std::string said(const std::optional<LineNo>& line) { return line ? std::to_string(line->value) : "-"; }
std::string said(bool flag) { return flag ? "yes" : "no"; }
template <class Number>
  requires std::integral<Number>
std::string said(const std::optional<Number>& number) {
  return number ? std::to_string(*number) : "-";
}

std::string said(const Anchor& anchor) {
  return std::visit(overloaded{[](const AtLine& at) { return concat("line ", at.line.value); },
                               [](const AtBlock& at) { return concat("block ", at.opens_at.value); },
                               [](Edge edge) { return concat("edge ", said(edge == Edge::head)); },
                               [](const AtHash& at) { return concat(at.prefix, ' ', said(at.occurrence), ' ', said(at.line)); },
                               [](const AtLineHash& at) { return concat(at.line.value, ' ', at.prefix); }},
                    anchor);
}

std::string said(const Passage& passage) {
  std::string out = concat(said(passage.line), said(passage.in_order), said(passage.ends_file), said(passage.terminated_before),
                           said(passage.terminated_after));
  for (const PassageRow& row : passage.rows) append(out, concat('\n', static_cast<int>(row.fate), ' ', row.text));
  for (const std::string& row : passage.below) append(out, concat("\nbelow ", row));
  return out;
}

std::string said(const Target& target) {
  return std::visit(overloaded{[](const Match& match) {
                                 const int mode = match.mode ? static_cast<int>(*match.mode) : -1;
                                 return concat("match ", match.text, ' ', mode, said(match.all), said(match.expected));
                               },
                               [](const Whole&) { return std::string("whole"); },
                               [](const Lines& lines) {
                                 return concat("lines ", said(lines.first), ' ', lines.last ? said(*lines.last) : "-", ' ',
                                               static_cast<int>(lines.side), said(lines.deletes));
                               },
                               [](const Removal&) { return std::string("removal"); },
                               [](const Relocation& to) { return concat("to ", to.destination); },
                               [](const Passage& passage) { return concat("passage ", said(passage)); }},
                    target);
}

std::string said(const Request& request) {
  std::string out = concat(said(request.dry_run), request.encoding, to_hex(request.identity), '\n');
  for (const std::string& name : request.accept_warnings) append(out, concat("accepts ", name, '\n'));
  for (const std::string& warning : request.warnings) append(out, concat("warns ", warning, '\n'));
  for (const FileRequest& file : request.files) {
    append(out, concat(file.path, '\n', said(file.literal_path), said(file.tag), file.version ? to_hex(*file.version) : "-",
                       said(file.must_be_new), said(file.executable), '\n'));
    for (const Operation& operation : file.operations) {
      append(out, concat(operation.row, ' ', said(operation.target), '\n', operation.body, '\n'));
    }
  }
  return out;
}

// ---- what holds for everything that is heard

void expect_sense(const Request& request) {
  KEDGE_REQUIRE(!request.files.empty());
  for (const FileRequest& file : request.files) {
    KEDGE_REQUIRE(!file.operations.empty() || file.executable);
    for (const Operation& operation : file.operations) {
      const Passage* const passage = std::get_if<Passage>(&operation.target);
      KEDGE_REQUIRE(passage == nullptr || !passage->rows.empty());
    }
  }
}

void hear_edit(const Dialect& dialect, const Json& arguments) {
  const Result<Request> request = dialect.hear_edit(arguments);
  const Result<Request> again = dialect.hear_edit(arguments);
  KEDGE_REQUIRE(request.has_value() == again.has_value());
  if (!request) {
    const Error refusal = in_words_of(dialect, request.error());
    KEDGE_REQUIRE(!to_text(refusal).empty() && !to_json(refusal).dump().empty());
    KEDGE_REQUIRE(to_text(refusal) == to_text(in_words_of(dialect, again.error())));
    return;
  }
  expect_sense(*request);
  KEDGE_REQUIRE(said(*request) == said(*again));
}

// Bytes at random hardly ever become an edit. So those that begin with NUL are an alteration of the guidance, which holds
// examples: where it begins, how much of it goes, and what stands there instead.
std::string edit_text(const Dialect& dialect, std::string_view bytes) {
  if (bytes.size() < 4 || bytes[0] != '\0') return std::string(bytes);
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
  std::string text(dialect.prompt);
  const std::size_t begin = (byte(1) * 256 + byte(2)) % text.size();
  return text.replace(begin, byte(3), bytes.substr(4));
}

void hear(const Dialect& dialect, std::string_view bytes) {
  if (dialect.takes_text) {
    Json arguments = Json::object();
    arguments.set("input", edit_text(dialect, bytes));
    hear_edit(dialect, arguments);
  }
  if (const auto arguments = read_json(bytes)) {
    hear_edit(dialect, *arguments);
    const Result<ReadRequest> read = hear_read(dialect, *arguments);
    KEDGE_REQUIRE(read || !to_text(in_words_of(dialect, read.error())).empty());
  }
}

}  // namespace

#define DIALECT(name)                                     \
  void dialect_##name(std::string_view bytes) {           \
    static const Dialect& dialect = *find_dialect(#name); \
    hear(dialect, bytes);                                 \
  }
#include "dialects/dialects.def"
#undef DIALECT

}  // namespace kedge::fuzz
