#include "benchmarks/perf/source_like.hpp"

#include <array>
#include <string_view>

#include "support/strings.hpp"

namespace kedge::bench {
namespace {

// SplitMix64: small, and the same everywhere, which the standard's distributions are not.
class Dice {
 public:
  std::uint32_t roll(std::uint32_t sides) {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<std::uint32_t>((mixed ^ (mixed >> 31U)) % sides);
  }

 private:
  std::uint64_t state_ = 0;
};

constexpr std::array<std::string_view, 8> verbs{"adjust", "collect", "decode",  "flush",
                                                "merge",  "prepare", "resolve", "validate"};
constexpr std::array<std::string_view, 8> nouns{"account", "batch", "cursor", "entry", "ledger", "packet", "session", "window"};

class Writer {
 public:
  explicit Writer(std::uint32_t lines) : left_(lines) { out_.reserve(std::size_t{lines} * 44); }

  bool full() const { return left_ == 0; }

  template <class... Pieces>
  void line(const Pieces&... pieces) {
    if (full()) return;
    (append(out_, pieces), ...);
    out_.push_back('\n');
    --left_;
  }

  std::string finish() { return std::move(out_); }

 private:
  std::uint32_t left_;
  std::string out_;
};

void write_statement(Writer& to, Dice& dice, std::string_view indent, std::string_view noun) {
  const std::uint32_t number = dice.roll(100'000);
  switch (dice.roll(7)) {
    case 0: return to.line(indent, "result += weight_of(", noun, ", ", number, ") * scale;");
    case 1: return to.line(indent, "const auto key_", number, " = key_of(", noun, ", ", dice.roll(1000), ");");
    case 2: return to.line(indent, "if (!", noun, ".is_open()) return Status::closed;");
    case 3: return to.line(indent, "counters[", dice.roll(16), "] += ", noun, ".size() / sizeof(Slot);");
    case 4: return to.line(indent, "log.debug(\"", noun, " at step ", number, "\", result);");
    case 5: return to.line(indent, "table.insert({", number, ", ", noun, ".next(", dice.roll(100), ")});");
    default: return to.line(indent, noun, ".advance();");
  }
}

void write_function(Writer& to, Dice& dice, std::uint32_t number) {
  const std::string_view verb = verbs[dice.roll(verbs.size())];
  const std::string_view noun = nouns[dice.roll(nouns.size())];
  to.line("// Must run before the next ", noun, " is taken: see ", verb, "_all() for the order in which that happens.");
  to.line("Status ", verb, '_', noun, '_', number, "(const Context& context, ", noun, "_type& ", noun, ", int scale) {");
  to.line("  int result = context.offset_of(", noun, ") + ", dice.roll(1000), ';');
  for (std::uint32_t i = 2 + dice.roll(4); i > 0; --i) write_statement(to, dice, "  ", noun);
  to.line("  for (int step = 0; step < scale; ++step) {");
  for (std::uint32_t i = 1 + dice.roll(3); i > 0; --i) write_statement(to, dice, "    ", noun);
  to.line("    if (result > context.limit()) {");
  to.line("      context.report(\"", noun, " is beyond its limit\", result);");
  to.line("      return Status::out_of_range;");
  to.line("    }");
  to.line("  }");
  to.line();
  to.line("  context.publish(", noun, ", result);");
  to.line("  return Status::ok;");
  to.line("}");
  to.line();
}

}  // namespace

std::string source_like(std::uint32_t lines) {
  Writer writer(lines);
  Dice dice;
  for (std::uint32_t number = 1; !writer.full(); ++number) write_function(writer, dice, number);
  return writer.finish();
}

}  // namespace kedge::bench
