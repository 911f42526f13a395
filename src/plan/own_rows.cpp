#include "plan/own_rows.hpp"

#include <algorithm>

#include "resolve/odd_characters.hpp"
#include "support/linear_find.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "text/blanks.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_bytes_indexed = 1UL << 20U;  // of one path
// So many texts are looked for one by one: a server that goes on has them in memory.
constexpr std::size_t few = 3;

// Equal for rows that match by any of the rungs that compare row by row.
std::string plain_row(std::string_view row) {
  if (row.ends_with('\r')) row.remove_suffix(1);
  return std::string(trimmed(with_plain_forms(row)));
}

// The longest of the quoted rows: where the others are, it is as well.
std::optional<RowSign> longest_of(const std::vector<std::string_view>& rows) {
  RowSign sign;
  for (const std::string_view row : rows) {
    std::string plain = plain_row(row);
    if (plain.size() > sign.plain.size()) sign.plain = std::move(plain);
  }
  return sign.plain.empty() ? std::nullopt : std::optional(std::move(sign));
}

bool is_text(const RowSign& sign) { return !sign.plain.empty(); }

std::optional<RowSign> sign_of(const Match& match) {
  if (match.mode == MatchMode::block_anchor) return std::nullopt;
  return longest_of(split(match.text, '\n'));
}

std::optional<RowSign> sign_of(const Passage& passage) {
  std::vector<std::string_view> rows;
  for (const PassageRow& row : passage.rows) {
    if (row.fate == RowFate::kept || row.fate == RowFate::removed) rows.push_back(row.text);
  }
  return longest_of(rows);
}

std::optional<RowSign> sign_of(const Anchor& anchor) {
  return std::visit(
      overloaded{[](const AtHash& at) -> std::optional<RowSign> { return RowSign{.hash = lower_case(at.prefix)}; },
                 [](const AtLineHash& at) -> std::optional<RowSign> { return RowSign{.line = at.line}; },
                 [](const auto&) -> std::optional<RowSign> { return std::nullopt; }},
      anchor);
}

}  // namespace

std::optional<std::vector<RowSign>> signs_of(const FileRequest& asked, const std::string& encoding) {
  std::vector<RowSign> signs;
  bool any = !encoding.empty();
  const auto take = [&](std::optional<RowSign> sign) {
    any = any || !sign;
    if (sign) signs.push_back(*std::move(sign));
  };
  for (const Operation& operation : asked.operations) {
    std::visit(
        overloaded{[&](const Match& match) { take(sign_of(match)); }, [&](const Passage& passage) { take(sign_of(passage)); },
                   [&](const Lines& lines) {
                     take(sign_of(lines.first));
                     if (lines.last) take(sign_of(*lines.last));
                   },
                   [&](const auto&) { any = true; }},
        operation.target);
  }
  return any ? std::nullopt : std::optional(std::move(signs));
}

void OwnRows::add(Index& all, const Showing& showing, const Text& text) {
  if (all.rows.size() > most_bytes_indexed) all = {all.named, all.up_to};
  LineSet rows = showing.read;
  rows.add(showing.refused);
  all.places.push_back({all.rows.size(), showing.version, rows});
  for (const LineSpan& span : rows.spans()) {
    for (LineNo line = span.first; line < span.end && text.has(line); line = line + 1) {
      if (all.named == Named::by_text) {
        append(all.rows, concat('\n', plain_row(text.content(line))));
      } else {
        append(all.rows, concat('\n', hash_of(text.content(line)).hex(64), '\n', context_hash(text, line).hex(64)));
      }
    }
  }
}

void OwnRows::add_all(Index& all, const std::map<Digest, const Showing*>& fresh, const EarlierTexts& texts) {
  std::set<Digest> versions;
  for (const auto& [version, showing] : fresh) versions.insert(version);
  if (versions.size() > few) {
    Index with_fresh = all;
    const auto add_one = [&](const Digest& version, const Text& text) { add(with_fresh, *fresh.at(version), text); };
    if (texts.in_turn(versions, add_one)) {
      all = std::move(with_fresh);
      return;
    }
  }
  texts.one_by_one(versions, [&](const Digest& version, const Text& text) { add(all, *fresh.at(version), text); });
}

void OwnRows::bring_up_to_date(Index& all, const Showings& showings, const EarlierTexts& texts) {
  const Moment known = all.up_to;
  std::map<Digest, const Showing*> fresh;
  for (const std::shared_ptr<const Showing>& showing : showings) {
    if (showing->last <= known && !showing->waiting) break;
    if (!showing->waiting) all.up_to = std::max(all.up_to, showing->last);
    if (counts_as_reading(*showing) || (showing->read.empty() && showing->refused.empty())) continue;
    fresh.emplace(showing->version, showing.get());
  }
  if (!fresh.empty()) add_all(all, fresh, texts);
}

Moment OwnRows::known_up_to(const std::string& path, const std::vector<RowSign>& signs) const {
  const std::lock_guard lock(mutex_);
  const auto known = paths_.find(path);
  if (known == paths_.end()) return 0;
  const OfPath& all = known->second;
  const bool any_by_text = std::ranges::any_of(signs, is_text);
  const bool any_by_hash = !std::ranges::all_of(signs, is_text);
  return any_by_text && any_by_hash ? std::min(all.texts.up_to, all.hashes.up_to)
         : any_by_hash              ? all.hashes.up_to
                                    : all.texts.up_to;
}

std::set<Digest> OwnRows::with_signs(const std::string& path, const Showings& showings, const std::vector<RowSign>& signs,
                                     const EarlierTexts& texts) {
  const std::lock_guard lock(mutex_);
  constexpr std::size_t most_paths = 256;
  if (paths_.size() >= most_paths && !paths_.contains(path)) paths_.clear();
  OfPath& known = paths_[path];
  if (std::ranges::any_of(signs, is_text)) bring_up_to_date(known.texts, showings, texts);
  if (!std::ranges::all_of(signs, is_text)) bring_up_to_date(known.hashes, showings, texts);
  std::set<Digest> found;
  const auto find_all = [&](const Index& in, const std::string& what) {
    for (std::size_t at = linear_find(in.rows, what); at != std::string::npos;) {
      const auto next = std::ranges::upper_bound(in.places, at, {}, &Place::begin);
      found.insert((next - 1)->version);
      at = next == in.places.end() ? std::string::npos : linear_find(in.rows, what, next->begin);
    }
  };
  for (const RowSign& sign : signs) {
    if (!sign.plain.empty()) find_all(known.texts, sign.plain);
    if (!sign.hash.empty()) find_all(known.hashes, concat('\n', sign.hash));
    if (!sign.line) continue;
    for (const Place& place : known.hashes.places) {
      if (place.lines.contains(one_line(*sign.line))) found.insert(place.version);
    }
  }
  return found;
}

}  // namespace kedge
