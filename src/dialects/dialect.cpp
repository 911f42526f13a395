#include "dialects/dialect.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "dialects/fields.hpp"
#include "support/strings.hpp"

namespace kedge {

namespace dialect {
#define DIALECT(name) extern const Dialect name;
#include "dialects/dialects.def"
#undef DIALECT
}  // namespace dialect

namespace {

constexpr std::array all_dialects{
#define DIALECT(name) &dialect::name,
#include "dialects/dialects.def"
#undef DIALECT
};

}  // namespace

Result<ReadRequest> hear_read(const Dialect& dialect, const Json& arguments) {
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  const FieldNames& names = dialect.fields;
  Fields fields(arguments);
  ReadRequest request{.path = fields.required_text(names.path)};
  request.first = LineNo{static_cast<std::uint32_t>(fields.number(names.start, 1, most).value_or(1))};
  if (const std::optional<std::int64_t> end = fields.number(names.end, 1, most)) {
    request.last = LineNo{static_cast<std::uint32_t>(*end)};
  }
  if (!names.anchored.empty()) request.anchored = fields.flag(names.anchored).value_or(false);
  KEDGE_DO(fields.finish());
  return request;
}

Error in_words_of(const Dialect& dialect, Error refusal) {
  if (dialect.reworded != nullptr) return dialect.reworded(std::move(refusal));
  if (dialect.passage == nullptr) return refusal;
  if (const CorrectedPassage* const corrected = std::get_if<CorrectedPassage>(&refusal.correction)) {
    const std::string written = dialect.passage(refusal.path.value_or(""), corrected->rows, corrected->line);
    if (!written.empty()) append(refusal.what, concat("\nSend instead:\n", written));
    if (refusal.what.ends_with('\n')) refusal.what.pop_back();
  }
  for (Error& other : refusal.others) other = in_words_of(dialect, std::move(other));
  return refusal;
}

std::span<const Dialect* const> dialects() { return all_dialects; }

const Dialect* find_dialect(std::string_view name) {
  const auto found = std::ranges::find(all_dialects, name, [](const Dialect* dialect) { return dialect->name; });
  return found == all_dialects.end() ? nullptr : *found;
}

}  // namespace kedge
