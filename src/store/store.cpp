#include "store/store.hpp"

namespace kedge {

bool counts_as_reading(const Showing& showing) {
  constexpr std::uint32_t many = 256;
  const auto count_of = [](const LineSet& lines) {
    std::uint32_t count = 0;
    for (const LineSpan& span : lines.spans()) count += span.size();
    return count;
  };
  return showing.last_read > 0 || count_of(showing.read) + count_of(showing.refused) > many;
}

LineSet whole_rows(const Showing& showing) {
  LineSet whole;
  for (const LineSpan& span : showing.lines.spans()) whole.add(showing.cut.missing(span));
  return whole;
}

void add_rows(Showing& showing, const Showing& more) {
  // What was once shown whole stays known.
  LineSet cut;
  for (const LineSpan& span : showing.cut.spans()) cut.add(whole_rows(more).missing(span));
  for (const LineSpan& span : more.cut.spans()) cut.add(whole_rows(showing).missing(span));
  showing.lines.add(more.lines);
  showing.numbered.add(more.numbered);
  showing.read.add(more.read);
  showing.refused.add(more.refused);
  showing.cut = std::move(cut);
}

std::string_view name_of(RecordKind kind) {
  switch (kind) {
    case RecordKind::edit: return "edit";
    case RecordKind::write: return "write";
    case RecordKind::undo: return "undo";
    case RecordKind::redo: return "redo";
  }
  return "unknown";
}

}  // namespace kedge
