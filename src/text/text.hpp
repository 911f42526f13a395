// Text is raw bytes with a line table. Nothing is normalised on load or restored on save, so an edit cannot change what it
// does not touch. Immutable, and copies share their storage, so a snapshot is simply a Text that is kept.
//
// A line ends with LF or at the end of the text. A CR just before the LF belongs to the terminator; a lone CR is content.
// There is no empty line after a final LF. A leading UTF-8 BOM is not part of line 1.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/ordered_mutex.hpp"
#include "support/sha256.hpp"
#include "text/units.hpp"

namespace kedge {

// New bytes for a span.
struct Replacement {
  ByteSpan span;
  std::string_view bytes;
};

// What of a line is hashed: see text/line_hash.
enum class HashedPart : std::uint8_t { content, context };

class Text {
 public:
  Text() : Text(std::string()) {}
  // REQUIRES: fewer than 2^32 bytes (files are limited far below that before they are read).
  explicit Text(std::string bytes);

  std::string_view bytes() const { return body_->bytes; }
  std::size_t size() const { return body_->bytes.size(); }
  std::string_view bom() const { return bytes().substr(0, body_->starts.front()); }

  std::uint32_t line_count() const { return static_cast<std::uint32_t>(body_->starts.size() - 1); }
  LineSpan all_lines() const { return {LineNo{1}, LineNo{line_count() + 1}}; }
  bool has(LineNo line) const { return line.value >= 1 && line.value <= line_count(); }
  bool ends_unterminated() const { return line_count() > 0 && bytes().back() != '\n'; }

  // REQUIRES (each): has(line).
  std::string_view raw(LineNo line) const {  // content and terminator
    const std::uint32_t begin = body_->starts[line.value - 1];
    return {body_->bytes.data() + begin, body_->starts[line.value] - begin};
  }
  std::string_view content(LineNo line) const;
  std::string_view terminator(LineNo line) const;

  // The bytes of whole lines. An empty span is the place just before its line, or the end of the text.
  // REQUIRES: every line of the span exists.
  ByteSpan span(LineSpan lines) const { return {{body_->starts[lines.first.value - 1]}, {body_->starts[lines.end.value - 1]}}; }
  // The lines that a span of bytes touches; for an empty span between two lines, the place between them. A place
  // inside a line, or after an unterminated last line, touches that line. The BOM comes before all lines.
  LineSpan lines_touched(ByteSpan bytes) const;

  std::string_view slice(ByteSpan span) const { return bytes().substr(span.begin.value, span.size()); }

  // The text with these replacements. The line table is carried over, so only the new bytes are scanned.
  // REQUIRES: the replacements are sorted, disjoint and inside the text.
  Text with(std::span<const Replacement> replacements) const;

  // The SHA-256 of the bytes. Computed once; for a text made by with(), only from the first change on. Thread-safe.
  const Digest& digest() const;

  // The first eight bytes of each line's hash. Computed once, unless there are very many lines; for a text made by with(), only
  // where it differs. Thread-safe.
  using LineHeads = std::shared_ptr<const std::vector<std::uint64_t>>;
  LineHeads line_heads(HashedPart part) const;

  friend bool operator==(const Text& a, const Text& b) { return a.body_ == b.body_ || a.bytes() == b.bytes(); }

 private:
  // Of the lines, with those of the text that this one was made from.
  struct Heads {
    LineHeads own;                                // null: not computed
    LineHeads origin;                             // null: not known
    std::uint32_t same_first = 0, same_last = 0;  // so many lines at each end are those of the origin
  };
  struct Hash {
    OrderedMutex guard{LockOrder::text};
    std::optional<Digest> digest;
    std::vector<Sha256> milestones;  // the unfinished hash after the first piece, the second, …
    std::array<Heads, 2> heads;      // by HashedPart
  };
  struct Body {
    std::string bytes;
    std::vector<std::uint32_t> starts;  // of each line, and the end of the text
    mutable Hash hash = {};
  };
  explicit Text(std::shared_ptr<const Body> body) : body_(std::move(body)) {}
  Heads heads_after(const Heads& before, std::span<const Replacement> replacements) const;

  std::shared_ptr<const Body> body_;
};

// These lines with up to `count` more on either side.
LineSpan with_context(const Text& text, LineSpan lines, std::uint32_t count);

}  // namespace kedge
