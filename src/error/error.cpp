#include "error/error.hpp"

#include <array>

#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array rows{
#define ERROR(code, action, text, next, meaning) CatalogueRow{Code::code, #code, action, text, next, meaning},
#include "error/catalogue.def"
#undef ERROR
};

std::string shown(const Json& fact) {
  if (const std::string* text = fact.as_string()) return printable(*text);
  if (const Json::Array* items = fact.as_array()) {
    std::vector<std::string> pieces;
    for (const Json& item : *items) pieces.push_back(shown(item));
    return join(pieces, ", ");
  }
  return fact.dump();
}

std::string filled(std::string_view text, const Json& facts) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    out.append(text.substr(0, open));
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find('}', open);
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const Json* fact = facts.find(name);
    out.append(fact != nullptr ? shown(*fact) : concat('(', name, " unknown)"));
    text.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace

std::span<const CatalogueRow> catalogue() { return rows; }

const CatalogueRow& row_of(Code code) { return rows[static_cast<std::size_t>(code)]; }

const CatalogueRow* find_row(std::string_view name) {
  for (const CatalogueRow& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

Error::Error(Code its_code, std::string its_what, std::string its_next)
    : code(its_code), what(std::move(its_what)), next(std::move(its_next)) {}
Error::Error(const Error& other) = default;
Error::Error(Error&& other) noexcept = default;
Error& Error::operator=(const Error& other) = default;
Error& Error::operator=(Error&& other) noexcept = default;
Error::~Error() = default;

Error refuse(Code code, Facts facts) {
  std::string what = filled(row_of(code).text, facts.json());
  return refuse(code, std::move(what), std::move(facts));
}

Error refuse(Code code, std::string what, Facts facts) {
  Error error(code, std::move(what), std::string(row_of(code).next));
  if (const Json* const path = facts.find("path"); path != nullptr && path->as_string() != nullptr) {
    error.path = *path->as_string();
  }
  if (const std::optional<std::int64_t> op = facts.number("op")) error.op = static_cast<int>(*op);
  error.facts = std::move(facts);
  return error;
}

Error beyond_limit(std::string_view what, std::uint64_t actual, std::uint64_t limit, std::optional<std::string_view> path) {
  Facts facts{{"what", what}, {"actual", actual}, {"limit", limit}};
  if (path) facts.set("path", *path);
  return refuse(Code::limit_exceeded, std::move(facts));
}

namespace {

std::string_view name_of(RowFate fate) {
  switch (fate) {
    case RowFate::kept:
    case RowFate::elided: return "kept";
    case RowFate::removed: return "removed";
    case RowFate::added: return "added";
  }
  return "kept";
}

}  // namespace

void correct(Error& refusal, Correction correction) {
  if (const CorrectedLines* const lines = std::get_if<CorrectedLines>(&correction)) {
    refusal.facts.set("corrected", Json::object({{"op", lines->op + 1},
                                                 {"first", lines->lines.first.value},
                                                 {"end", lines->lines.end.value},
                                                 {"rows", Json::strings(lines->rows)}}));
  }
  if (const CorrectedPassage* const passage = std::get_if<CorrectedPassage>(&correction)) {
    Json quoted = Json::array();
    for (const PassageRow& row : passage->rows) {
      quoted.push(Json::object({{"fate", name_of(row.fate)}, {"text", row.text}}));
    }
    refusal.facts.set("corrected_passage", Json::object({{"line", passage->line.value}, {"rows", std::move(quoted)}}));
  }
  refusal.correction = std::move(correction);
}

std::string problem_of(const Error& error) {
  const Json* const problem = error.facts.find("problem");
  KEDGE_REQUIRE(problem != nullptr && problem->as_string() != nullptr);
  return *problem->as_string();
}

Error together(std::vector<Error> errors) {
  KEDGE_REQUIRE(!errors.empty());
  Error first = std::move(errors.front());
  for (std::size_t i = 1; i < errors.size(); ++i) first.others.push_back(std::move(errors[i]));
  return first;
}

namespace {

// Rows of a file may end the message; the advice must not look like one of them.
std::string with_advice(const std::string& what, const std::string& next) {
  return concat(what, what.find('\n') == std::string::npos ? ' ' : '\n', next);
}

}  // namespace

std::string to_text(const Error& error) {
  if (error.each_advises) {
    std::string out = error.what;
    const std::string* next = &error.next;
    for (const Error& other : error.others) {
      if (other.next != *next) out = with_advice(out, *next);
      out.append("\n").append(other.what);
      next = &other.next;
    }
    return with_advice(out, *next);
  }
  std::string out = error.what;
  for (const Error& other : error.others) out.append("\n").append(other.what);
  return with_advice(out, error.next);
}

Json to_json(const Error& error) {
  Json json = Json::object({
      {"error", row_of(error.code).name},
      {"message", with_advice(error.what, error.next)},
      {"suggested_action", row_of(error.code).action},
  });
  if (error.path) json.set("path", *error.path);
  if (error.op) json.set("operation", *error.op);
  json.set("details", error.facts.json());
  if (!error.others.empty()) {
    Json others = Json::array();
    for (const Error& other : error.others) others.push(to_json(other));
    json.set("others", std::move(others));
  }
  return json;
}

}  // namespace kedge
