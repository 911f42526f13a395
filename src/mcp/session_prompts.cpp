#include "mcp/session_prompts.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "edit/diff.hpp"
#include "fs/read_file.hpp"
#include "render/unified_diff.hpp"
#include "support/strings.hpp"
#include "support/time_text.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t most_records_looked_at = 1000;

std::vector<Record> records_of(const ServedRoot& root, std::string_view session) {
  std::vector<Record> records = root.store.newest(most_records_looked_at);
  std::erase_if(records, [&](const Record& record) { return record.session != session; });
  return records;
}

constexpr std::string_view unread = "The history cannot be read as a whole at the moment: ";

// What has to be said about an answer from the records of this root, if they have not said everything since then.
std::string what_is_missing(const ServedRoot& root, std::uint64_t unanswered_before) {
  if (root.store.unanswered() == unanswered_before) return {};
  const Result<void> all = root.store.ready(unanswered_before);
  return all ? std::string() : concat(unread, all.error().what, '\n');
}

// How each file was before the session first changed it; none: it did not exist.
std::map<std::string, std::optional<Digest>> beginnings(const std::vector<Record>& newest_first) {
  std::map<std::string, std::optional<Digest>> before;
  for (const Record& record : newest_first) {
    for (const RecordedFile& file : record.files) {
      if (!file.destination.empty()) before[file.destination] = std::nullopt;
      before[file.path] = file.before;
    }
  }
  return before;
}

std::string diff_of_file(const ServedRoot& root, const std::string& path, const std::optional<Digest>& version) {
  const std::string spelled = root.workspace.root().spelled(path);
  const std::optional<Text> before = version ? root.store.text_of(path, *version) : Text();
  if (!before) return concat(printable(spelled), ": its bytes before the session are no longer kept\n");
  const Result<std::string> bytes = root.workspace.root().read(path, largest_editable_file);
  const bool is_there = bytes.has_value();
  const Text after(bytes.value_or(""));
  return unified_diff(*before, after, diff_lines(*before, after, LineKey::bytes),
                      {version ? spelled : "/dev/null", is_there ? spelled : "/dev/null"}, 3, DiffRows::readable);
}

PromptRow row_of_prompt(std::string name, std::string title, std::string description,
                        std::function<std::string(Exchange& exchange)> text) {
  Json listed = Json::object({{"name", name}, {"title", title}, {"description", description}, {"arguments", Json::array()}});
  return {.name = std::move(name),
          .listed = std::move(listed),
          .get = [description, text = std::move(text)](Exchange& exchange) -> Answer {
            const Json content = Json::object({{"type", "text"}, {"text", text(exchange)}});
            return Json::object({{"description", description},
                                 {"messages", Json::array({Json::object({{"role", "user"}, {"content", content}})})}});
          }};
}

}  // namespace

std::string changes_of_session(const Service& service, std::string_view session) {
  std::string out;
  for (const ServedRoot& root : service.roots()) {
    const std::uint64_t unanswered = root.store.unanswered();
    const std::vector<Record> records = records_of(root, session);
    append(out, what_is_missing(root, unanswered));
    for (const Record& record : records) {
      append(out, concat(record.id, "  ", time_text(record.time), "  ", name_of(record.kind), "  "));
      for (std::size_t i = 0; i < record.files.size(); ++i) {
        append(out, concat(i == 0 ? "" : ", ", printable(root.workspace.root().spelled(record.files[i].path))));
      }
      append(out, record.undone ? "  (taken back)\n" : "\n");
    }
  }
  return out;
}

std::string review_of_session(const Service& service, std::string_view session) {
  std::string out;
  std::size_t left_out = 0;
  for (const ServedRoot& root : service.roots()) {
    const std::uint64_t unanswered = root.store.unanswered();
    for (const auto& [path, version] : beginnings(records_of(root, session))) {
      const std::string diff = diff_of_file(root, path, version);
      if (out.size() + diff.size() > longest_review) {
        ++left_out;
      } else {
        append(out, diff);
      }
    }
    append(out, what_is_missing(root, unanswered));
  }
  if (left_out > 0) append(out, concat(counted(left_out, "more file"), " changed, too long to be shown here\n"));
  return out;
}

std::vector<PromptRow> session_prompts(const Service& service, std::span<const ServedTool> tools) {
  const auto undo = std::ranges::find_if(tools, [](const ServedTool& tool) { return tool.text->verb == "undo"; });
  std::vector<PromptRow> rows;
  if (undo != tools.end()) {
    rows.push_back(row_of_prompt("undo", "Take the newest edit back", "Has the model take back the newest edit of this session",
                                 [name = undo->name](Exchange&) {
                                   return concat("Take back the newest edit of this session: call `", name,
                                                 "` without arguments, then say what was taken back.");
                                 }));
  }
  rows.push_back(row_of_prompt(
      "log", "Changes of this session", "Lists what was changed in this session, newest first", [&service](Exchange& exchange) {
        const std::string changes = changes_of_session(service, exchange.session);
        return changes.empty() ? std::string("Nothing has been changed in this session yet.\n")
                               : concat("These changes were made in this session, newest first:\n\n", changes);
      }));
  rows.push_back(row_of_prompt(
      "review", "Review this session", "Has the model review the diff of everything that was changed in this session",
      [&service](Exchange& exchange) {
        const std::string diff = review_of_session(service, exchange.session);
        return diff.empty()
                   ? std::string("No file differs from how it was before this session.\n")
                   : concat(
                         "Review what was changed in this session. Look for mistakes, leftovers and changes that nobody asked "
                         "for, and say what you would correct, by file and line.\n\n```diff\n",
                         diff, "```\n");
      }));
  return rows;
}

}  // namespace kedge::mcp
