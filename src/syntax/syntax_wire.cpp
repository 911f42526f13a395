#include "syntax/syntax_wire.hpp"

#include <algorithm>
#include <cstring>

#include "support/utf8.hpp"

namespace kedge {

namespace {

using Why = BlockProblem::Why;

// Both ends are the same program on the same machine, so numbers are sent in native byte order.
void put(std::string& out, std::uint32_t number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint32_t number() {
    std::uint32_t value = 0;
    if (rest_.size() < sizeof value) {
      whole_ = false;
      rest_ = {};
      return 0;
    }
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }

  std::string_view text() {
    const std::uint32_t size = number();
    if (size > rest_.size()) {
      whole_ = false;
      return {};
    }
    const std::string_view piece = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return piece;
  }

  // How many of something follow, each of which takes at least these bytes.
  std::uint32_t count(std::size_t smallest) {
    const std::uint32_t announced = number();
    whole_ = whole_ && announced <= rest_.size() / smallest;
    return whole_ ? announced : 0;
  }

  bool whole() const { return whole_; }
  bool ended_well() const { return whole_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool whole_ = true;
};

enum : std::uint32_t { wants_errors = 1, wants_tokens = 2 };  // added up
enum : std::uint32_t { is_not_there = 0, is_there = 1, is_span = 0xFFFFFFFF };

std::optional<Block> block_from(Reader& reader, LineNo asked, const Text& text) {
  const std::uint32_t kind = reader.number();
  const LineNo first{reader.number()};
  const LineNo end{reader.number()};
  if (kind == is_span) {
    if (first != asked || !(first < end) || end.value > text.line_count() + 1) return std::nullopt;
    return LineSpan{first, end};
  }
  if (kind > static_cast<std::uint32_t>(Why::no_parse)) return std::nullopt;
  BlockProblem problem{static_cast<Why>(kind)};
  if (problem.why == Why::decorated) {
    if (!text.has(first) || first >= asked) return std::nullopt;
    problem.hint = first;
  }
  return std::unexpected(problem);
}

}  // namespace

std::string encode(const AskedOf& asked) {
  const auto known = languages();
  std::string out;
  put(out, static_cast<std::uint32_t>(std::ranges::find(known, asked.language) - known.begin()));
  put(out, (asked.question.errors ? wants_errors : 0U) | (asked.question.tokens ? wants_tokens : 0U));
  put(out, static_cast<std::uint32_t>(asked.question.blocks.size()));
  for (const LineNo line : asked.question.blocks) put(out, line.value);
  return out;
}

std::optional<AskedOf> decode_question(std::string_view bytes) {
  Reader reader(bytes);
  const std::uint32_t language = reader.number();
  AskedOf asked;
  const std::uint32_t wanted = reader.number();
  asked.question.errors = (wanted & wants_errors) != 0;
  asked.question.tokens = (wanted & wants_tokens) != 0;
  const std::uint32_t count = reader.count(sizeof(std::uint32_t));
  for (std::uint32_t i = 0; i < count; ++i) asked.question.blocks.push_back(LineNo{reader.number()});
  if (!reader.ended_well() || language >= languages().size()) return std::nullopt;
  asked.language = languages()[language];
  return asked;
}

std::string encode(const SyntaxAnswer& answer) {
  std::string out;
  put(out, static_cast<std::uint32_t>(answer.blocks.size()));
  for (const Block& block : answer.blocks) {
    put(out, block ? is_span : static_cast<std::uint32_t>(block.error().why));
    put(out, block ? block->first.value : block.error().hint.value_or(LineNo{0}).value);
    put(out, block ? block->end.value : 0);
  }
  put(out, answer.errors ? is_there : is_not_there);
  put(out, static_cast<std::uint32_t>(answer.errors ? answer.errors->size() : 0));
  for (const SyntaxError& error : answer.errors.value_or(std::vector<SyntaxError>())) {
    put(out, error.line.value);
    put(out, error.column);
    put(out, static_cast<std::uint32_t>(error.message.size()));
    out.append(error.message);
  }
  put(out, answer.tokens ? is_there : is_not_there);
  put(out, static_cast<std::uint32_t>(answer.tokens ? answer.tokens->size() : 0));
  for (const SyntaxToken& token : answer.tokens.value_or(std::vector<SyntaxToken>())) {
    put(out, token.begin);
    put(out, token.end);
    put(out, static_cast<std::uint32_t>(token.kind));
  }
  return out;
}

std::optional<SyntaxAnswer> decode_answer(std::string_view bytes, const SyntaxQuestion& question, const Text& text) {
  Reader reader(bytes);
  if (reader.count(3 * sizeof(std::uint32_t)) != question.blocks.size()) return std::nullopt;
  SyntaxAnswer answer;
  for (const LineNo asked : question.blocks) {
    const std::optional<Block> block = block_from(reader, asked, text);
    if (!block) return std::nullopt;
    answer.blocks.push_back(*block);
  }
  const bool has_errors = reader.number() == is_there;
  if (has_errors && question.errors) answer.errors.emplace();
  const std::uint32_t count = reader.count(3 * sizeof(std::uint32_t));
  for (std::uint32_t i = 0; i < count; ++i) {
    SyntaxError error{LineNo{reader.number()}, reader.number(), std::string(reader.text())};
    // An error may be after the last line, if something is missing there.
    const bool possible = error.line.value >= 1 && error.line.value <= text.line_count() + 1 && is_utf8(error.message);
    if (!reader.whole() || !answer.errors || !possible) return std::nullopt;
    answer.errors->push_back(std::move(error));
  }
  const bool has_tokens = reader.number() == is_there;
  if (has_tokens && question.tokens) answer.tokens.emplace();
  const std::uint32_t tokens = reader.count(3 * sizeof(std::uint32_t));
  for (std::uint32_t i = 0, from = 0; i < tokens; ++i) {
    SyntaxToken token{.begin = reader.number(), .end = reader.number()};
    const std::uint32_t kind = reader.number();
    const bool possible = from <= token.begin && token.begin < token.end && token.end <= text.size() &&
                          kind <= static_cast<std::uint32_t>(SyntaxToken::Kind::name);
    if (!reader.whole() || !answer.tokens || !possible) return std::nullopt;
    token.kind = static_cast<SyntaxToken::Kind>(kind);
    from = token.end;
    answer.tokens->push_back(token);
  }
  if (!reader.ended_well()) return std::nullopt;
  return answer;
}

}  // namespace kedge
