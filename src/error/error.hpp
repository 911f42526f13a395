// A refusal: what is wrong, where, what to do next, and the facts as data. Models read refusals, so they are a product of their
// own: values that functions return, never exceptions.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "error/facts.hpp"
#include "support/sha256.hpp"
#include "text/line_set.hpp"
#include "text/passage_row.hpp"
#include "text/text.hpp"

namespace kedge {

enum class Code {
#define ERROR(code, action, text, next, meaning) code,
#include "error/catalogue.def"
#undef ERROR
};

struct CatalogueRow {
  Code code;  // stored as well, so that a test can check the table against the enum
  std::string_view name, action, text, next, meaning;
};

std::span<const CatalogueRow> catalogue();
const CatalogueRow& row_of(Code code);
const CatalogueRow* find_row(std::string_view name);

// Rows of the current file that a refusal shows. They count as shown once it is sent.
struct ShownRows {
  std::string path;  // inside the root
  Text text;
  Digest version{};
  LineSet lines;
};

// What a call has misread in a file; remembered until the file is read again.
struct Misread {
  std::string path;                       // inside the root
  std::optional<Digest> stale_version{};  // that the call is based on; none: it misread the indentation
};

// Why it was refused, if code decides by it. The facts are for the caller; no code reads them.
enum class Reason : std::uint8_t {
  told,                 // only in the text and the facts; no code decides by it
  version_not_named,    // an edit by line numbers does not say in which version of the file
  answer_awaited,       // a question has been sent: the call ends here and is made again with the answer
  no_words,             // the edit cannot be expressed in the dialect that was asked for
  cannot_be_followed,   // shown lines are not provably in the current file
  fits_two_places,      // a row that was read, and another that was shown since; the newer one is shown
  new_text_is_there,    // what the edit would write is in the file already
  unreadable_settings,  // a client's settings file has a mistake in it
};

// What to send instead; each dialect words it in its own way.
struct CorrectedLines {
  int op = 0;  // which operation, from 0
  LineSpan lines;
  std::vector<std::string> rows;
  enum class Named : std::uint8_t { below, above, edge } named = Named::below;  // how an insertion says where it goes
};
struct CorrectedPassage {
  LineNo line;
  std::vector<PassageRow> rows;
};
using Correction = std::variant<std::monostate, CorrectedLines, CorrectedPassage>;

struct Error {
  Error(Code its_code, std::string its_what, std::string its_next);
  // In error.cpp: every function that returns a Result would compile them again.
  Error(const Error& other);
  Error(Error&& other) noexcept;
  Error& operator=(const Error& other);
  Error& operator=(Error&& other) noexcept;
  ~Error();

  Code code;
  std::string what;  // what is wrong and where
  std::string next;  // what to send instead
  Facts facts = {};
  std::optional<std::string> path = std::nullopt;
  std::optional<int> op = std::nullopt;  // which operation of the call, from 1
  std::vector<Error> others = {};
  std::vector<ShownRows> shows = {};
  std::optional<Misread> misread = std::nullopt;
  Reason reason = Reason::told;
  Correction correction = {};
  bool has_rows = false;      // of the file, for the caller to look at
  bool each_advises = false;  // what to do next is not the same for all `others`: the text says it where it changes
};

// The catalogue's text with the facts filled in. The fact `path` also becomes the error's path, `op` its operation.
Error refuse(Code code, Facts facts = {});
// The same with its own text, for dialects whose wording is part of their interface.
Error refuse(Code code, std::string what, Facts facts = {});

// limit_exceeded, in the catalogue's words.
Error beyond_limit(std::string_view what, std::uint64_t actual, std::uint64_t limit,
                   std::optional<std::string_view> path = std::nullopt);

// Adds the correction to the refusal and its facts.
void correct(Error& refusal, Correction correction);

// The fact `problem`. REQUIRES: the refusal has it, as refusals for system errors do.
std::string problem_of(const Error& error);

// Joins all refusals of one call: the first carries the others. REQUIRES: at least one.
Error together(std::vector<Error> errors);

std::string to_text(const Error& error);
Json to_json(const Error& error);

template <class T>
using Result = std::expected<T, Error>;

}  // namespace kedge

#define KEDGE_TRY_NAME_(a, b) a##b
#define KEDGE_TRY_NAME(a, b) KEDGE_TRY_NAME_(a, b)
// KEDGE_TRY(Text text, load(path)): declares `text`, or returns the refusal.
#define KEDGE_TRY(declaration, ...)                                                                                   \
  auto KEDGE_TRY_NAME(tried_, __LINE__) = (__VA_ARGS__);                                                              \
  if (!KEDGE_TRY_NAME(tried_, __LINE__)) return std::unexpected(std::move(KEDGE_TRY_NAME(tried_, __LINE__)).error()); \
  declaration = *std::move(KEDGE_TRY_NAME(tried_, __LINE__))
// KEDGE_DO(check(file)): continues, or returns the refusal. For functions that return Result<void>.
#define KEDGE_DO(...)                                                                           \
  if (auto KEDGE_TRY_NAME(done_, __LINE__) = (__VA_ARGS__); !KEDGE_TRY_NAME(done_, __LINE__)) { \
    return std::unexpected(std::move(KEDGE_TRY_NAME(done_, __LINE__)).error());                 \
  }
