// What the page draws, as JSON. Everything in it is text for a person: the page never takes it for HTML.
#pragma once

#include "engine/history.hpp"
#include "store/call_counts.hpp"
#include "support/json.hpp"
#include "ui/shown_rows.hpp"
#include "ui/timeline.hpp"

namespace kedge::web {

// What the timeline shows of an item.
Json summary_json(const ui::TimelineItem& item);

// [kind, line before, line after, part, [[text, colour, changed], …], bytes left out, anchor].
Json row_json(const ui::ShownRow& row);
Json rows_json(const std::vector<ui::ShownRow>& rows, std::size_t from, std::size_t most);

// All that is known about a file of a change.
Json file_json(const Happening::File& file, const std::vector<ui::ShownRow>& rows, std::size_t from, bool with_text);

Json record_json(const Record& record, const RecordedFile& file);
Json error_json(const Error& error);

inline constexpr std::size_t most_page_rows = 2000;

}  // namespace kedge::web
