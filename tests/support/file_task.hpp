// One file of a request as the parts of plan/ see it, about a file in a session.
#pragma once

#include <utility>

#include "plan/basis.hpp"
#include "plan/located.hpp"
#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge::test {

// Whether the caller repeats an operation that was refused; for_both: because it fits two places.
enum class Sent : std::uint8_t { first, again, for_both };

// The file as it is now; what changes afterwards is not seen.
class FileInTask {
 public:
  FileInTask(FileInSession& a, Request request, Sent sent = Sent::first)
      : request_(std::move(request)),
        file_(a.load()),
        basis_(basis_of(a, request_, file_)),
        task_{request_, request_.files.front(), file_, a.session(), basis_, repeats_of(sent)} {}
  FileInTask(const FileInTask&) = delete;
  FileInTask& operator=(const FileInTask&) = delete;

  const FileTask& operator*() const { return task_; }
  const LoadedFile& file() const { return file_; }
  const Text& text() const { return file_.text; }
  Basis& basis() { return basis_; }

 private:
  static Repeats repeats_of(Sent sent) {
    if (sent == Sent::first) return Repeats::nothing;
    return sent == Sent::again ? Repeats::refused : Repeats::refused_for_both;
  }
  // REQUIRES: a tag that the request names is known.
  static Basis basis_of(FileInSession& a, const Request& request, const LoadedFile& file) {
    const std::optional<std::string>& tag = request.files.front().tag;
    return tag ? Basis::named(a.session(), file, *tag).value() : Basis(a.session(), file);
  }

  Request request_;
  LoadedFile file_;
  Basis basis_;
  FileTask task_;
};

// What the located parts make of a text, or why it is refused.
inline std::string made_of(const Text& text, std::span<const Located> located) {
  const Result<ChangeSet> changes = changes_of(text, located);
  return changes ? std::string(changes->apply(text).bytes()) : std::string(code_of(changes));
}

// Where a part is: "2-3", "2-3, 7-8" if all are meant; or why it is nowhere. "-no_match": refused with that code.
inline std::string told(const Location& location) {
  const auto listed = [](const std::vector<LineSpan>& spans) {
    std::string list;
    for (const LineSpan& lines : spans) {
      append(list, concat(list.empty() ? "" : ", ", lines.first.value, '-', lines.end.value - 1));
    }
    return list;
  };
  if (location && !location->quoted.empty()) return listed(location->quoted);
  if (location) {
    std::vector<LineSpan> spans;
    for (const LineEdit& edit : location->edits) spans.push_back(edit.lines);
    return listed(spans);
  }
  const Misfit& misfit = location.error();
  switch (misfit.why) {
    case Misfit::Why::nowhere: return "nowhere";
    case Misfit::Why::several: return concat("several: ", listed(misfit.places));
    case Misfit::Why::out_of_order: return "out of order";
    case Misfit::Why::not_at_end: return "not at end";
    case Misfit::Why::quotes_nothing: return "quotes nothing";
    case Misfit::Why::overlaps: return "overlaps";
    case Misfit::Why::not_below: return "not below";
    case Misfit::Why::wrong_count: return concat("wrong count: ", listed(misfit.places));
    case Misfit::Why::far_off: return concat("far off: ", misfit.detail);
    case Misfit::Why::unclear: return concat("unclear: ", misfit.detail);
    case Misfit::Why::refused: break;
  }
  return concat("-", misfit.refusal ? row_of(misfit.refusal->code).name : "without a reason");
}

}  // namespace kedge::test
