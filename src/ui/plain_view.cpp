#include "ui/plain_view.hpp"

#include <algorithm>
#include <utility>

#include "render/change_list.hpp"
#include "render/row.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "support/time_text.hpp"

namespace kedge::ui {
namespace {

constexpr std::uint32_t most_rows = 400;  // of an opened file
constexpr std::string_view prompt = "Write this? [y/N] ";
constexpr std::string_view prompt_for_several = "Write this? [y/N, y 1,2 for some of it] ";

std::string_view colour_of(Happening::Kind kind) {
  switch (kind) {
    case Happening::Kind::opened: return cyan;
    case Happening::Kind::proposed: return yellow;
    case Happening::Kind::applied:
    case Happening::Kind::undone: return green;
    case Happening::Kind::refused: return red;
    case Happening::Kind::recovered: return yellow;
  }
  return bold;
}

void append_rows(std::string& out, const Happening::File& file) {
  if (file.first_line == 0) return;
  const Text text{file.text};
  const std::uint32_t last = std::min(file.last_line, text.line_count());
  std::uint32_t shown = 0;
  for (std::uint32_t line = file.first_line; line <= last && shown < most_rows; ++line, ++shown) {
    append(out, concat(line, ':', printable(shown_row(text, LineNo{line})), '\n'));
  }
  const std::uint32_t all = file.last_line - std::min(file.first_line, file.last_line) + 1;
  if (all > shown) append(out, concat("… ", counted(all - shown, "more line"), " not shown here\n"));
}

std::string lines_text(const Happening::File& file) {
  if (file.first_line == 0) return "empty";
  return concat("lines ", file.first_line, '-', file.last_line);
}

std::string path_of(const Happening::File& file) {
  return file.destination.empty() ? printable(file.path) : concat(printable(file.path), " → ", printable(file.destination));
}

// The text after a file's path.
std::string about(const Happening& happening, const Happening::File& file) {
  if (happening.kind == Happening::Kind::opened) return lines_text(file);
  if (happening.kind == Happening::Kind::recovered) return concat("moved over changes of others: ", printable(file.recovered));
  return concat(file.op == "update" || file.op.empty() ? "" : concat(printable(file.op), ", "), printable(file.summary));
}

// All files of a proposed change, before any diff, so that a person sees first what it is about.
void append_list(std::string& out, const Happening& happening) {
  for (const Happening::File& file : happening.files) {
    append(out, list_row({.op = file.op,
                          .rows = {.added = file.added, .removed = file.removed},
                          .path = file.path,
                          .destination = file.destination}));
    if (!file.summary.empty()) append(out, concat("  ", printable(file.summary), '\n'));
    if (!file.recovered.empty()) append(out, concat("  moved over changes of others: ", printable(file.recovered), '\n'));
  }
}

std::string about_all(const Happening& happening) {
  switch (happening.kind) {
    case Happening::Kind::proposed: return happening.waits ? "waits for consent" : "preview, nothing written";
    case Happening::Kind::applied: return happening.undo_id.empty() ? "" : concat("undo_id=", printable(happening.undo_id));
    case Happening::Kind::undone:
      return concat(happening.op == "redo" ? "brought back " : "taken back ", printable(happening.undo_id));
    case Happening::Kind::refused: return printable(happening.code);
    case Happening::Kind::recovered: return printable(happening.message);
    case Happening::Kind::opened: return "";
  }
  return "";
}

// "2026-11-15T09:26:31Z client applied edit: undo_id=…"
std::string headline(const Happening& happening, Colour colour) {
  std::string out = concat(time_text(happening.time), ' ', in_colour(printable(happening.who), bold, colour), ' ',
                           in_colour(name_of(happening.kind), colour_of(happening.kind), colour));
  // The two that say it themselves.
  const bool said = happening.kind == Happening::Kind::opened || happening.kind == Happening::Kind::undone;
  if (!happening.op.empty() && !said) append(out, concat(' ', printable(happening.op)));
  return out;
}

}  // namespace

std::string plain_text(const Happening& happening, Colour colour) {
  std::string out = headline(happening, colour);
  const std::string whole = about_all(happening);
  // One file is on the first row, several are below it.
  const bool one = happening.files.size() == 1;
  if (one) append(out, concat(' ', path_of(happening.files.front())));
  if (!whole.empty()) append(out, concat(one ? " (" : ": ", whole, one ? ")" : ""));
  append(out, '\n');
  if (happening.kind == Happening::Kind::refused) append(out, concat(printable_rows(happening.message), '\n'));
  const bool proposed = happening.kind == Happening::Kind::proposed;
  if (proposed) append_list(out, happening);
  for (const Happening::File& file : happening.files) {
    if (const std::string said = about(happening, file); !said.empty() && !proposed)
      append(out, concat("  ", one ? "" : concat(path_of(file), ": "), said, '\n'));
    if (happening.kind == Happening::Kind::opened) append_rows(out, file);
    append(out, coloured_diff(file.diff, colour));
    if (file.bytes_left_out > 0) append(out, concat("… ", counted(file.bytes_left_out, "more byte"), " not told\n"));
  }
  for (const std::string& warning : happening.warnings) {
    append(out, concat(in_colour("warning:", yellow, colour), ' ', printable_rows(warning), '\n'));
  }
  return out;
}

std::string json_line(const Json& json) { return concat(printable_json(json.dump()), '\n'); }

PlainView::Shown PlainView::shown(std::string_view text) {
  Shown shown;
  if (!text.empty()) above_.reset();
  if (prompting_ && !text.empty()) shown.text = "\n";
  const bool was_prompting = std::exchange(prompting_, !open_.empty());
  append(shown.text, text);
  if (prompting_ && (!was_prompting || !text.empty())) {
    shown.asks_anew = !was_prompting;
    // The prompt must not seem to be about something else that happens to be above it.
    append(shown.text, shown.asks_anew ? open_.front().text : concat("still asked: ", open_.front().about, '\n'));
    append(shown.text, list_of(open_.front().parts));
    shown.prompt = open_.front().parts.size() > 1 ? prompt_for_several : prompt;
  }
  return shown;
}

PlainView::Shown PlainView::hear(Source from, const ToView& message) {
  return std::visit(
      overloaded{
          [&](const Told& told) {
            const Happening& happening = told.happening;
            if (told.question.empty()) {
              Shown now = shown(plain_text(happening, colour_));
              if (happening.waits) above_ = {from, happening.files};
              return now;
            }
            // Every view is shown a change when it is proposed. A view that came later, or has printed other things since, has
            // to show it again.
            const bool stands_above = open_.empty() && above_ && above_->from == from && above_->files == happening.files;
            std::string about = printable(happening.who);
            for (const Happening::File& file : happening.files) append(about, concat(", ", path_of(file)));
            open_.push_back({from, told.question, std::move(about),
                             stands_above ? std::string() : plain_text(happening, colour_), parts_of(happening)});
            return shown({});
          },
          [&](const Missed& missed) {
            return shown(concat(in_colour("missed:", yellow, colour_), ' ', counted(missed.count, "event"),
                                " came faster than they could be shown\n"));
          },
          [&](const Settled& settled) {
            return shown(retired(from, settled.question,
                                 !settled.consent ? "the question is withdrawn"
                                                  : (*settled.consent ? "the question is settled: somebody else said yes"
                                                                      : "the question is settled: somebody else said no")));
          },
      },
      message);
}

PlainView::Shown PlainView::leave(Source from) {
  std::string text;
  while (true) {
    const auto found = std::ranges::find(open_, from, &Open::from);
    if (found == open_.end()) break;
    append(text, retired(from, found->question, "the question is over: whoever asked is gone"));
  }
  return shown(text);
}

std::string PlainView::retired(Source from, const std::string& question, std::string_view how) {
  const auto found =
      std::ranges::find_if(open_, [&](const Open& open) { return open.from == from && open.question == question; });
  if (found == open_.end()) return {};
  std::string text = concat(found->about, ": ", how, '\n');
  if (found == open_.begin() && std::exchange(prompting_, false)) text.insert(0, "\n");
  open_.erase(found);
  return text;
}

PlainView::Reply PlainView::type(std::string_view line) {
  if (open_.empty() || !prompting_) return {};
  const Open asked = std::move(open_.front());
  open_.pop_front();
  prompting_ = false;  // the person has ended the row
  Reply reply;
  reply.to = asked.from;
  reply.answer = typed_answer(line, asked.parts);
  reply.answer.question = asked.question;
  reply.shown = shown({});
  return reply;
}

}  // namespace kedge::ui
