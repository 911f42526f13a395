#include "plan/unproven.hpp"

#include "support/strings.hpp"

namespace kedge {
namespace {

LineNo first_of(const LineSet& lines) { return lines.spans().front().first; }

}  // namespace

Error not_the_same_place(const LoadedFile& file, Quotes quotes, LineNo shown_line, const LineSet& now, const LineSet& beside,
                         const std::string& reason) {
  const LineNo line = first_of(now);
  Error refused =
      refuse(Code::match_moved,
             concat(printable(file.given), ": the quoted ", quotes == Quotes::text ? "text was" : "lines were",
                    " shown at line ", shown_line.value, " and now ", quotes == Quotes::text ? "fits" : "stand", " at line ",
                    line.value, ", and these are not provably the same place: ", reason, '.'),
             Json::object({{"path", file.given}, {"shown_line", shown_line.value}, {"line", line.value}, {"reason", reason}}));
  LineSet rows = now;
  rows.add(beside);
  add_shown(file, common(now, add_rows(file, rows, refused)), refused);
  return refused;
}

Error fits_unseen(const LoadedFile& file, Quotes quotes, const LineSet& lines, MatchMode mode, std::optional<int> op) {
  const LineNo line = first_of(lines);
  Json facts = Json::object({{"path", file.given}, {"line", line.value}, {"match_mode", name_of(mode)}});
  if (op) facts.set("op", *op);
  Error refused = refuse(
      Code::file_not_read,
      concat(printable(file.given), ": the quoted ", quotes == Quotes::text ? "text fits" : "lines fit", " only loosely (",
             name_of(mode), ") at line ", line.value, ", and these lines have not been shown to you in this session."),
      std::move(facts));
  refused.next = "They are shown here and count as shown now: look at them, then send the edit again.";
  add_shown(file, add_rows(file, lines, refused), refused);
  return refused;
}

}  // namespace kedge
