#include "tools/patch_stream.hpp"

#include "dialects/patch/hunk_header.hpp"
#include "plan/basis.hpp"
#include "plan/loaded_file.hpp"
#include "render/row.hpp"
#include "support/strings.hpp"
#include "tools/chosen_root.hpp"

namespace kedge {

std::string PatchStream::take(std::string_view piece) {
  std::string out;
  for (std::size_t end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
    std::string_view row = piece.substr(0, end);
    if (!rest_.empty()) {
      append(rest_, row);
      row = rest_;
    }
    if (row.ends_with('\r')) row.remove_suffix(1);
    take_row(row, out);
    rest_.clear();
    piece.remove_prefix(end + 1);
  }
  append(rest_, piece);
  return out;
}

std::string PatchStream::finish() {
  std::string out;
  if (rest_.empty()) return out;
  // A row that has not arrived whole may be the beginning of a header.
  const std::string row = std::exchange(rest_, {});
  const auto place = [&] { return reader_.open_hunk(); };
  const std::optional<PatchReader::Place> before = place();
  std::string more;
  take_row(row, more);
  const std::optional<PatchReader::Place> after = place();
  const bool may_be_header = before && after && before->section == after->section && before->hunk == after->hunk;
  if (row.starts_with('+') || !may_be_header) append(out, more);
  return out;
}

const Session* PatchStream::session_for(const PatchSection& section) const {
  if (session_->beside == nullptr) return session_;
  std::vector<const Root*> roots;
  for (const Session& each : *session_->beside) roots.push_back(&each.workspace.root());
  const NamedPath named{section.path};
  const Result<std::size_t> chosen = chosen_root(roots, {&named, 1}, true);
  return chosen ? &(*session_->beside)[*chosen] : nullptr;
}

PatchStream::File PatchStream::load(const PatchSection& section) const {
  File file;
  const Session* const session = session_for(section);
  if (session == nullptr) return file;
  const Result<LoadedFile> loaded = kedge::load(*session, section.path, Access::read);
  if (!loaded) return file;
  file.inside = loaded->inside;
  if (!loaded->exists) {
    file.is_new = !section.tag;
    if (file.is_new) file.text = Text();
    return file;
  }
  if (!section.tag) return file;
  if (Result<Basis> named = Basis::named(*session, *loaded, *section.tag)) file.text = *named->text(0);
  return file;
}

void PatchStream::show_header(const PatchSection& section, std::string& out) {
  const File& file = files_.at(section_);
  const std::string path = printable(section.path);
  append(out, concat("--- ", file.is_new ? std::string("/dev/null") : concat("a/", path), "\n+++ b/", path, '\n'));
}

bool PatchStream::show_hunk(const PatchSection& section, const PatchHunk& hunk, File& file, std::string& out) {
  using HunkVerb = PatchHunk::Verb;
  if (!file.text || hunk.last < hunk.first) return false;
  if (hunk.verb == HunkVerb::remove_file || hunk.verb == HunkVerb::move_file) return false;
  const bool at_edge = hunk.verb == HunkVerb::insert_head || hunk.verb == HunkVerb::insert_tail;
  LineSpan lines{hunk.first, hunk.last + 1};
  if (!at_edge) {
    if (!file.text->has(hunk.first) || !file.text->has(hunk.last)) return false;
    if (hunk.block) {
      if (session_->syntax == nullptr) return false;
      const Block block = session_->syntax->ask(file.inside, *file.text, {.blocks = {hunk.first}}).blocks.front();
      if (!block.has_value()) return false;
      lines = block.value();
    }
  }
  if (headed_ != section_) {
    headed_ = section_;
    show_header(section, out);
  }
  append(out, concat("@@ ", written(hunk), " @@\n"));
  if (hunk.verb != HunkVerb::replace && hunk.verb != HunkVerb::remove) return true;
  const LineSet fresh = file.gone.missing(lines);
  for (const LineSpan& span : fresh.spans()) {
    for (LineNo line = span.first; line < span.end; line = line + 1) {
      append(out, concat('-', shown_row(*file.text, line), '\n'));
    }
  }
  file.gone.add(lines);
  return true;
}

void PatchStream::take_row(std::string_view row, std::string& out) {
  if (reader_.has_ended()) return;
  reader_.take(row);
  const std::optional<PatchReader::Place> open = reader_.open_hunk();
  if (!open) return;
  const PatchSection& section = reader_.sections()[open->section];
  const PatchHunk& hunk = section.hunks[open->hunk];
  if (!hunk_begun_ || open->section != section_ || open->hunk != hunk_) {
    section_ = open->section;
    hunk_ = open->hunk;
    hunk_begun_ = true;
    body_rows_ = 0;
    if (!files_.contains(section_)) files_.emplace(section_, load(section));
    hunk_shown_ = show_hunk(section, hunk, files_.at(section_), out);
  }
  if (!hunk_shown_) return;
  for (; body_rows_ < hunk.body.size(); ++body_rows_) append(out, concat('+', printable(hunk.body[body_rows_]), '\n'));
}

}  // namespace kedge
