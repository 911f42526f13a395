#include "scenarios/undo_ids.hpp"

#include <algorithm>
#include <string_view>

#include "support/strings.hpp"

namespace kedge::test {
namespace {

constexpr std::string_view date_form = "0000-00-00T00:00:00Z";  // 0 stands for any digit

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
bool is_lower(char byte) { return byte >= 'a' && byte <= 'z'; }
bool of_an_id(char byte) { return is_digit(byte) || is_lower(byte) || byte == '-'; }

bool is_date(std::string_view text) {
  return text.size() >= date_form.size() &&
         std::ranges::equal(text.substr(0, date_form.size()), date_form,
                            [](char byte, char form) { return form == '0' ? is_digit(byte) : byte == form; });
}

std::string_view id_at(std::string_view text) {
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, of_an_id) - text.begin()));
}

// Every place of `what` that no letter, digit or dash continues.
std::string with_whole_replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    const std::size_t end = at + what.size();
    const bool whole = (at == 0 || !of_an_id(text[at - 1])) && (end == text.size() || !of_an_id(text[end]));
    if (whole) text.replace(at, what.size(), by);
    at += whole ? by.size() : 1;
  }
  return text;
}

std::string stable_name_of(std::size_t index) { return concat("ID", index + 1); }

}  // namespace

void UndoIds::learn(const std::string& output) {
  const std::string_view text = output;
  const auto announced = [&](std::string_view id) {
    if (!id.empty() && std::ranges::find(ids_, id) == ids_.end()) ids_.emplace_back(id);
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    for (const std::string_view word : {"undo_id=", "\"undo_id\":\"", "\"id\":\""}) {
      if (rest.starts_with(word)) announced(id_at(rest.substr(word.size())));
    }
    if (at != 0 && text[at - 1] != '\n') continue;
    const std::string_view id = id_at(rest);
    if (rest.substr(id.size()).starts_with("  ") && is_date(rest.substr(id.size() + 2))) announced(id);
  }
}

std::string UndoIds::named(std::string output) {
  learn(output);
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    output = with_whole_replaced(std::move(output), ids_[i], stable_name_of(i));
  }
  // Behind an id, or where a change is told about.
  for (const std::string_view before : {"  ", "\"time\":\"", "time:    ", " cli ", " cli    "}) {
    if (ids_.empty()) break;
    for (std::size_t at = output.find(before); at != std::string::npos; at = output.find(before, at + 1)) {
      const std::size_t date = at + before.size();
      if (is_date(std::string_view(output).substr(date))) output.replace(date, date_form.size(), "TIME");
    }
  }
  return output;
}

std::string UndoIds::meant(std::string word) const {
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (word == stable_name_of(i)) return ids_[i];
  }
  return word;
}

}  // namespace kedge::test
