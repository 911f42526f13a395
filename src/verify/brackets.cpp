#include "verify/brackets.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr Quote block_comment{.open = "/*", .close = "*/", .escapes = false, .many_rows = true};
constexpr Quote nested_comment{.open = "/*", .close = "*/", .escapes = false, .many_rows = true, .nests = true};
constexpr Quote plain_double{.open = "\"", .close = "\""};
constexpr Quote plain_single{.open = "'", .close = "'"};

constexpr std::array c_quotes{block_comment};
constexpr std::array proto_quotes{block_comment, plain_double, plain_single};
// Each row of a multi-line string begins with two backslashes.
constexpr std::array zig_quotes{plain_double};
constexpr std::array scala_quotes{nested_comment,
                                  Quote{.open = "\"\"\"",
                                        .close = "\"\"\"",
                                        .escapes = false,
                                        .many_rows = true,
                                        .inserts = "${",
                                        .inserts_if_named = true,
                                        .takes_run = true},
                                  Quote{.open = "\"", .close = "\"", .inserts = "${", .inserts_if_named = true},
                                  Quote{.open = "`", .close = "`", .escapes = false}};
constexpr std::array dart_quotes{nested_comment,
                                 Quote{.open = "r'''", .close = "'''", .escapes = false, .many_rows = true},
                                 Quote{.open = "r\"\"\"", .close = "\"\"\"", .escapes = false, .many_rows = true},
                                 Quote{.open = "r'", .close = "'", .escapes = false},
                                 Quote{.open = "r\"", .close = "\"", .escapes = false},
                                 Quote{.open = "'''", .close = "'''", .many_rows = true, .inserts = "${"},
                                 Quote{.open = "\"\"\"", .close = "\"\"\"", .many_rows = true, .inserts = "${"},
                                 Quote{.open = "'", .close = "'", .inserts = "${"},
                                 Quote{.open = "\"", .close = "\"", .inserts = "${"}};
constexpr std::array groovy_quotes{block_comment,
                                   Quote{.open = "'''", .close = "'''", .many_rows = true},
                                   Quote{.open = "\"\"\"", .close = "\"\"\"", .many_rows = true, .inserts = "${"},
                                   Quote{.open = "'", .close = "'"},
                                   Quote{.open = "\"", .close = "\"", .inserts = "${"},
                                   Quote{.open = "$/", .close = "/$", .escapes = false, .many_rows = true, .inserts = "${"},
                                   Quote{.open = "/", .close = "/", .inserts = "${", .where_value_begins = true}};
constexpr std::array hcl_quotes{block_comment, Quote{.open = "\"", .close = "\"", .inserts = "${"}};

constexpr std::array languages{
    Lexis{.language = "Zig", .files = ".zig .zon", .row_comments = "// \\\\", .quotes = zig_quotes, .ticks = true},
    Lexis{.language = "Scala", .files = ".scala .sc .sbt", .row_comments = "//", .quotes = scala_quotes, .ticks = true},
    Lexis{.language = "Dart", .files = ".dart", .row_comments = "//", .quotes = dart_quotes},
    Lexis{.language = "Groovy", .files = ".groovy .gradle .gvy Jenkinsfile", .row_comments = "//", .quotes = groovy_quotes},
    Lexis{.language = "Protocol Buffers", .files = ".proto", .row_comments = "//", .quotes = proto_quotes},
    Lexis{.language = "HCL", .files = ".hcl .tf .tfvars", .row_comments = "# //", .quotes = hcl_quotes, .heredocs = true},
    Lexis{.language = "GLSL",
          .files = ".glsl .vert .frag .geom .comp .tesc .tese .vs .fs",
          .row_comments = "//",
          .quotes = c_quotes},
};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Scanner {
 public:
  Scanner(const Lexis& lexis, const Text& text)
      : lexis_(lexis), bytes_(text.bytes()), comments_(split(lexis.row_comments, ' ')) {
    scan_.rows.resize(text.line_count());
  }

  BracketScan scan() {
    while (at_ < bytes_.size()) {
      if (quote_ != nullptr) {
        in_quote();
      } else {
        in_code();
      }
    }
    scan_.alone += static_cast<std::uint32_t>(open_.size());
    return std::move(scan_);
  }

 private:
  struct Open {
    std::size_t kind;
    const Quote* back_to = nullptr;  // the string that this code is embedded in
    bool inserts = false;            // whether code may be embedded in it
  };

  bool stands(std::string_view what) const { return !what.empty() && bytes_.substr(at_, what.size()) == what; }

  void take(std::size_t count) {
    for (; count > 0 && at_ < bytes_.size(); --count) row_ += bytes_[at_++] == '\n' ? 1 : 0;
  }
  void take_row() { at_ = std::min(bytes_.find('\n', at_), bytes_.size()); }

  void in_code() {
    const char c = bytes_[at_];
    if (std::ranges::any_of(comments_, [this](std::string_view mark) { return stands(mark); })) return take_row();
    if (lexis_.heredocs && stands("<<") && heredoc()) return;
    if (lexis_.ticks && c == '\'') return tick();
    for (const Quote& quote : lexis_.quotes) {
      if (stands(quote.open) && opens(quote)) return enter(quote);
    }
    if (const std::size_t kind = opening_brackets.find(c); kind != std::string_view::npos) {
      push({kind});
    } else if (const std::size_t closed = closing_brackets.find(c); closed != std::string_view::npos) {
      close(closed);
    }
    if (c != ' ' && c != '\t' && c != '\r') last_ = c;
    take(1);
  }

  void count(std::size_t kind, std::int32_t by) {
    if (row_ < scan_.rows.size()) scan_.rows[row_][kind] += by;
  }

  void push(Open open) {
    ++standing_[open.kind];
    count(open.kind, 1);
    open_.push_back(open);
  }

  // A closing bracket belongs to the nearest opening one of its kind. What was opened in between is unmatched, and so is a
  // closing bracket without an opening one.
  void close(std::size_t kind) {
    count(kind, -1);
    if (standing_[kind] == 0) {
      ++scan_.alone;
      return;
    }
    for (;;) {
      const Open top = open_.back();
      open_.pop_back();
      --standing_[top.kind];
      if (top.kind != kind) {
        ++scan_.alone;
        continue;
      }
      quote_ = top.back_to;
      inserts_ = top.inserts;
      depth_ = 1;
      return;
    }
  }

  bool opens(const Quote& quote) const {
    const bool behind_word = at_ > 0 && is_word(bytes_[at_ - 1]);
    if (is_word(quote.open.front()) && behind_word) return false;  // the last letter of a word, not a prefix
    if (!quote.where_value_begins) return true;
    const bool value = std::string_view("=([,{:;!&|?+~<>\n").find(last_) != std::string_view::npos || ends_in_return();
    if (!value || bytes_.substr(at_ + 1, 1) == " ") return false;
    const std::size_t end = bytes_.find_first_of("/\n", at_ + 1);
    return end != std::string_view::npos && bytes_[end] == '/';
  }

  bool ends_in_return() const {
    const std::string_view before = bytes_.substr(0, at_);
    return before.ends_with("return ") || before.ends_with("case ") || before.ends_with("in ");
  }

  void enter(const Quote& quote) {
    inserts_ = !quote.inserts.empty() && (!quote.inserts_if_named || (at_ > 0 && is_word(bytes_[at_ - 1])));
    quote_ = &quote;
    depth_ = 1;
    take(quote.open.size());
  }

  void in_quote() {
    const Quote& quote = *quote_;
    const char c = bytes_[at_];
    if (c == '\n' && !quote.many_rows) return leave();
    if (quote.escapes && c == '\\') return take(bytes_.substr(at_ + 1, 1) == "\n" && !quote.many_rows ? 1 : 2);
    if (stands(quote.close)) {
      take(quote.close.size());
      while (quote.takes_run && at_ < bytes_.size() && bytes_[at_] == quote.close.front()) take(1);
      if (--depth_ == 0) leave();
      return;
    }
    if (quote.nests && stands(quote.open)) {
      ++depth_;
      return take(quote.open.size());
    }
    if (inserts_ && stands(quote.inserts)) {
      take(quote.inserts.size() - 1);
      push({opening_brackets.find(quote.inserts.back()), quote_, inserts_});
      quote_ = nullptr;
      last_ = '{';
      return take(1);
    }
    take(1);
  }

  void leave() {
    quote_ = nullptr;
    last_ = '"';
  }

  // 'x', '
  // ', '\u{1F600}', 'é': one character between two ticks. A tick without the second one begins a symbol, a lifetime or a
  // quotation.
  void tick() {
    std::size_t end = at_ + 1;
    if (bytes_.substr(end, 1) == "\\") {
      constexpr std::size_t longest = 12;
      end = bytes_.find_first_of("'\n", end + 2);
      if (end == std::string_view::npos || end - at_ > longest || bytes_[end] == '\n') return take(1);
    } else {
      ++end;
      while (end < bytes_.size() && (static_cast<unsigned char>(bytes_[end]) & 0xC0U) == 0x80U) ++end;
      if (bytes_.substr(end, 1) != "'" || bytes_[at_ + 1] == '\n') return take(1);
    }
    take(end + 1 - at_);
    last_ = '"';
  }

  // Whether a here-document begins here; if so, skips it.
  bool heredoc() {
    std::size_t first = at_ + 2;
    if (bytes_.substr(first, 1) == "-" || bytes_.substr(first, 1) == "~") ++first;
    std::size_t end = first;
    while (end < bytes_.size() && is_word(bytes_[end])) ++end;
    const std::string_view word = bytes_.substr(first, end - first);
    const std::size_t row_end = bytes_.find_first_not_of(" \t\r", end);
    if (word.empty() || row_end == std::string_view::npos || bytes_[row_end] != '\n') return false;
    std::size_t row = row_end + 1;
    while (row < bytes_.size()) {
      const std::size_t next = std::min(bytes_.find('\n', row), bytes_.size());
      std::string_view content = bytes_.substr(row, next - row);
      content.remove_prefix(std::min(content.find_first_not_of(" \t"), content.size()));
      if (content.ends_with('\r')) content.remove_suffix(1);
      row = next;
      if (content == word) break;
      row = std::min(next + 1, bytes_.size());
    }
    take(row - at_);
    last_ = '"';
    return true;
  }

  const Lexis& lexis_;
  std::string_view bytes_;
  std::vector<std::string_view> comments_;
  std::size_t at_ = 0;
  std::size_t row_ = 0;
  char last_ = '\n';              // of the code before, apart from whitespace
  const Quote* quote_ = nullptr;  // that the scanner is in
  bool inserts_ = false;
  std::uint32_t depth_ = 0;  // of nested comments
  std::vector<Open> open_;
  std::array<std::uint32_t, 3> standing_{};  // how many of each kind are open
  BracketScan scan_;
};

}  // namespace

const Lexis* lexis_of(std::string_view path) {
  using Ending = std::pair<std::string_view, const Lexis*>;
  static const std::vector<Ending> endings = [] {
    std::vector<Ending> all;
    for (const Lexis& lexis : languages) {
      for (const std::string_view ending : split(lexis.files, ' ')) all.emplace_back(ending, &lexis);
    }
    return all;
  }();
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const auto found = std::ranges::find_if(endings, [&](const Ending& known) {
    return known.first.starts_with('.') ? name.ends_with(known.first) : name == known.first;
  });
  return found == endings.end() ? nullptr : found->second;
}

BracketScan scan_brackets(const Lexis& lexis, const Text& text) { return Scanner(lexis, text).scan(); }

}  // namespace kedge
