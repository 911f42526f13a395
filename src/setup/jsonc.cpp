// Changes JSON with comments. Every result is parsed again and compared with the value that it should have; if they differ, the
// change is not made.
#include <algorithm>
#include <optional>

#include "error/error.hpp"
#include "setup/jsonc_document.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

// ---- how text is laid out

std::size_t start_of_line(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? nowhere : text.rfind('\n', at - 1);
  return before == nowhere ? 0 : before + 1;
}

std::string indentation_at(std::string_view text, std::size_t at) {
  const std::size_t start = start_of_line(text, at);
  const std::size_t end = text.find_first_not_of(" \t", start);
  return std::string(text.substr(start, std::min(end, at) - start));
}

bool starts_line(std::string_view text, std::size_t at) {
  return text.substr(start_of_line(text, at), at - start_of_line(text, at)).find_first_not_of(" \t") == nowhere;
}

bool holds_line_end(std::string_view text, JsoncRange range) {
  return text.substr(range.begin, range.end - range.begin).contains('\n');
}

struct Layout {
  std::string line_end = "\n";
  std::string unit = "  ";
};

Layout layout_of(const JsoncDocument& document) {
  const std::string_view text = document.text;
  const JsoncContainer& root = document.root;
  Layout layout;
  if (const std::size_t end = text.find('\n'); end != nowhere && end > 0 && text[end - 1] == '\r') layout.line_end = "\r\n";
  if (!root.items.empty() && starts_line(text, root.items.front().begin)) {
    if (std::string found = indentation_at(text, root.items.front().begin); !found.empty()) layout.unit = std::move(found);
  }
  return layout;
}

bool is_plain(const Json& json) {
  if (json.as_object() != nullptr) return json.as_object()->empty();
  return json.as_array() == nullptr || std::ranges::all_of(*json.as_array(), is_plain);
}

std::string one_line(const Json& json) {
  std::string out;
  if (const Json::Array* const items = json.as_array()) {
    for (const Json& item : *items) append(out, concat(out.empty() ? "" : ", ", one_line(item)));
    return concat('[', out, ']');
  }
  if (const Json::Object* const members = json.as_object()) {
    for (const auto& [name, value] : *members) {
      append(out, concat(out.empty() ? "" : ", ", Json(name).dump(), ": ", one_line(value)));
    }
    return concat('{', out, '}');
  }
  return json.dump();
}

std::string several_lines(const Json& json, const std::string& indentation, const Layout& layout) {
  if (is_plain(json)) return one_line(json);
  const std::string inner = concat(indentation, layout.unit);
  std::string out;
  const auto add = [&](std::string_view name, const Json& value) {
    append(out, concat(out.empty() ? "" : ",", layout.line_end, inner, name, several_lines(value, inner, layout)));
  };
  if (const Json::Array* const items = json.as_array()) {
    for (const Json& item : *items) add("", item);
    return concat('[', out, layout.line_end, indentation, ']');
  }
  for (const auto& [name, value] : *json.as_object()) add(concat(Json(name).dump(), ": "), value);
  return concat('{', out, layout.line_end, indentation, '}');
}

// ---- changes

struct Change {
  JsoncRange range;
  std::string text;
};

std::string changed(std::string_view text, std::vector<Change> changes) {
  std::ranges::sort(changes, {}, [](const Change& change) { return change.range.begin; });
  std::string out;
  std::size_t at = 0;
  for (const Change& change : changes) {
    append(out, concat(text.substr(at, change.range.begin - at), change.text));
    at = change.range.end;
  }
  append(out, text.substr(at));
  return out;
}

// The value inside the objects of the rest of a path.
Json wrapped(Json value, const ConfigPath& path, std::size_t from) {
  for (std::size_t i = path.size(); i > from; --i) {
    if (const std::string* const name = std::get_if<std::string>(&path[i - 1])) {
      value = Json::object({{*name, std::move(value)}});
    } else {
      value = Json::array({std::move(value)});
    }
  }
  return value;
}

Json set_at(const Json& json, const ConfigPath& path, std::size_t from, const Json& value) {
  if (from == path.size()) return value;
  if (const std::size_t* const number = std::get_if<std::size_t>(&path[from])) {
    Json::Array items = json.as_array() != nullptr ? *json.as_array() : Json::Array();
    if (*number >= items.size()) {
      items.push_back(wrapped(value, path, from + 1));
    } else {
      items[*number] = set_at(items[*number], path, from + 1, value);
    }
    return Json(std::move(items));
  }
  const auto& name = std::get<std::string>(path[from]);
  Json::Object members = json.as_object() != nullptr ? *json.as_object() : Json::Object();
  const auto found = std::ranges::find(members, name, &Json::Member::first);
  if (found == members.end()) {
    members.emplace_back(name, wrapped(value, path, from + 1));
  } else {
    found->second = set_at(found->second, path, from + 1, value);
  }
  return Json::object_of(std::move(members));
}

Json taken_out(const Json& json, const ConfigPath& path, std::size_t from) {
  if (const std::size_t* const number = std::get_if<std::size_t>(&path[from])) {
    Json::Array items = *json.as_array();
    const auto place = items.begin() + static_cast<std::ptrdiff_t>(*number);
    if (from + 1 == path.size()) {
      items.erase(place);
    } else {
      *place = taken_out(*place, path, from + 1);
    }
    return Json(std::move(items));
  }
  Json::Object members = *json.as_object();
  const auto place = std::ranges::find(members, std::get<std::string>(path[from]), &Json::Member::first);
  if (from + 1 == path.size()) {
    members.erase(place);
  } else {
    place->second = taken_out(place->second, path, from + 1);
  }
  return Json::object_of(std::move(members));
}

// Where something that follows `at` in a list goes: after comments on the same line; in an empty list, after all comments.
std::size_t behind_comments(const JsoncDocument& document, std::size_t at, bool on_this_line) {
  for (;;) {
    const std::size_t next = document.text.find_first_not_of(on_this_line ? " \t" : " \t\r\n", at);
    const auto comment = std::ranges::find(document.comments, next, &JsoncRange::begin);
    if (comment == document.comments.end()) return at;
    at = comment->end;
  }
}

std::vector<Change> insertion(const JsoncDocument& document, const JsoncContainer& container, const std::string& name,
                              const Json& value) {
  const std::string_view text = document.text;
  const Layout layout = layout_of(document);
  const std::string label = container.is_object ? concat(Json(name).dump(), ": ") : "";
  const std::string outer = indentation_at(text, container.range.begin);
  if (container.items.empty()) {
    const std::size_t at = behind_comments(document, container.range.begin + 1, false);
    const std::string inner = concat(outer, layout.unit);
    const bool closed = holds_line_end(text, {at, container.close()});
    return {{{at, at},
             concat(layout.line_end, inner, label, several_lines(value, inner, layout),
                    closed ? "" : concat(layout.line_end, outer))}};
  }
  const JsoncItem& last = container.items.back();
  const auto comma = std::ranges::find_if(document.last_commas,
                                          [&](std::size_t at) { return at >= last.value.end && at < container.close(); });
  const bool ends_in_comma = comma != document.last_commas.end();
  const std::size_t behind = ends_in_comma ? *comma + 1 : last.value.end;
  if (!holds_line_end(text, container.range)) {
    return {{{behind, behind}, concat(ends_in_comma ? " " : ", ", label, one_line(value), ends_in_comma ? "," : "")}};
  }
  const JsoncItem& first = container.items.front();
  const std::string inner = starts_line(text, first.begin) ? indentation_at(text, first.begin) : concat(outer, layout.unit);
  const std::size_t at = behind_comments(document, behind, true);
  const std::string added =
      concat(layout.line_end, inner, label, several_lines(value, inner, layout), ends_in_comma ? "," : "");
  if (ends_in_comma) return {{{at, at}, added}};
  if (at == behind) return {{{at, at}, concat(',', added)}};
  return {{{behind, behind}, ","}, {{at, at}, added}};
}

std::vector<Change> removal(const JsoncDocument& document, const JsoncContainer& container, std::size_t place) {
  const std::string_view text = document.text;
  const std::string_view json = document.json;
  const JsoncItem& item = container.items[place];
  const std::size_t limit = place + 1 < container.items.size() ? container.items[place + 1].begin : container.close();
  std::size_t own_comma = json.find(',', item.value.end);
  if (own_comma >= limit) {
    const auto last =
        std::ranges::find_if(document.last_commas, [&](std::size_t at) { return at >= item.value.end && at < limit; });
    own_comma = last == document.last_commas.end() ? nowhere : *last;
  }
  std::vector<Change> changes;
  std::size_t end = item.value.end;
  if (own_comma != nowhere && text.substr(end, own_comma - end).find_first_not_of(" \t\r\n") == nowhere) {
    end = own_comma + 1;
  } else if (own_comma != nowhere) {
    changes.push_back({{own_comma, own_comma + 1}, ""});
  } else if (place > 0) {
    const std::size_t before = json.find(',', container.items[place - 1].value.end);
    changes.push_back({{before, before + 1}, ""});
  }
  std::size_t begin = item.begin;
  const std::size_t next = std::min(text.find_first_not_of(" \t\r", end), text.size());
  const bool ends_line = next == text.size() || text[next] == '\n';
  std::size_t line_above = start_of_line(text, begin);
  if (line_above > 0) --line_above;
  if (line_above > 0 && text[line_above - 1] == '\r') --line_above;
  const bool behind_comment = std::ranges::any_of(document.comments, [&](const JsoncRange& comment) {
    return comment.end == line_above && text.substr(comment.begin).starts_with("//");
  });
  if (starts_line(text, begin) && (ends_line || (next == container.close() && !behind_comment))) {
    begin = line_above;  // remove the line break before it; what follows keeps the one after it
  } else if (starts_line(text, begin) || place == 0) {
    end = std::min(text.find_first_not_of(" \t", end), text.size());
  } else {
    while (text[begin - 1] == ' ' || text[begin - 1] == '\t') --begin;
  }
  changes.push_back({{begin, end}, ""});
  return changes;
}

ConfigResult<std::string> checked(std::string result, const Json& meant) {
  const ConfigResult<Json> read = read_jsonc(result);
  if (!read || *read != meant)
    return std::unexpected(ConfigProblem{1, "it is laid out in a way that kedge cannot change safely"});
  return result;
}

std::string spelled(const ConfigPath& path, std::size_t length) {
  std::string out;
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t* const number = std::get_if<std::size_t>(&path[i]);
    append(out, concat(i == 0 ? "" : ".", number == nullptr ? std::get<std::string>(path[i]) : std::to_string(*number)));
  }
  return out;
}

}  // namespace

ConfigResult<Json> read_jsonc(std::string_view text) {
  KEDGE_TRY(JsoncDocument document, JsoncDocument::read(text));
  return std::move(document.value);
}

const Json* value_at(const Json& json, const ConfigPath& path) {
  const Json* at = &json;
  for (const auto& step : path) {
    if (const std::size_t* const number = std::get_if<std::size_t>(&step)) {
      const Json::Array* const items = at->as_array();
      if (items == nullptr || *number >= items->size()) return nullptr;
      at = &(*items)[*number];
    } else {
      at = at->find(std::get<std::string>(step));
      if (at == nullptr) return nullptr;
    }
  }
  return at;
}

ConfigResult<std::string> with_value(std::string_view text, const ConfigPath& path, const Json& value) {
  KEDGE_REQUIRE(!path.empty());
  KEDGE_TRY(const JsoncDocument document, JsoncDocument::read(text));
  if (const Json* const there = value_at(document.value, path); there != nullptr && *there == value) return std::string(text);
  const Json meant = set_at(document.value, path, 0, value);
  if (document.is_empty()) {
    const std::string_view between = text.empty() || text.ends_with('\n') || text == byte_order_mark ? "" : "\n";
    return checked(concat(text, between, pretty(wrapped(value, path, 0)), '\n'), meant);
  }
  JsoncContainer container = document.root;
  for (std::size_t depth = 0;; ++depth) {
    if (!container.fits(path[depth])) {
      return std::unexpected(ConfigProblem{document.line_of(container.range.begin),
                                           concat(spelled(path, depth), " is not what a client expects there")});
    }
    const std::optional<std::size_t> place = container.place_of(path[depth]);
    if (!place) {
      const std::string* const name = std::get_if<std::string>(&path[depth]);
      return checked(
          changed(text, insertion(document, container, name == nullptr ? "" : *name, wrapped(value, path, depth + 1))), meant);
    }
    const JsoncItem& item = container.items[*place];
    if (depth + 1 == path.size()) {
      const bool in_one_line = !holds_line_end(text, container.range);
      return checked(
          changed(text,
                  {{item.value, in_one_line ? one_line(value)
                                            : several_lines(value, indentation_at(text, item.begin), layout_of(document))}}),
          meant);
    }
    const char first = text[item.value.begin];
    if (first != '{' && first != '[') {
      return std::unexpected(
          ConfigProblem{document.line_of(item.begin), concat(spelled(path, depth + 1), " is not what a client expects there")});
    }
    container = document.container_at(item.value.begin);
  }
}

ConfigResult<std::string> without_value(std::string_view text, const ConfigPath& path) {
  KEDGE_REQUIRE(!path.empty());
  KEDGE_TRY(JsoncDocument document, JsoncDocument::read(text));
  if (value_at(document.value, path) == nullptr) return std::string(text);
  std::vector<JsoncContainer> way;
  std::vector<std::size_t> places;  // of the next step, in each of them
  for (const auto& step : path) {
    way.push_back(way.empty() ? document.root : document.container_at(way.back().items[places.back()].value.begin));
    places.push_back(way.back().place_of(step).value_or(0));
  }
  std::size_t length = path.size();
  const auto holds_comments = [&](const JsoncContainer& container, const JsoncRange& but_not) {
    return std::ranges::any_of(document.comments, [&](const JsoncRange& comment) {
      return comment.begin > container.range.begin && comment.end < container.range.end &&
             (comment.begin < but_not.begin || comment.end > but_not.end);
    });
  };
  while (length > 1 && way[length - 1].items.size() == 1 &&
         !holds_comments(way[length - 1], way[length - 1].items.front().value)) {
    --length;
  }
  const ConfigPath gone(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length));
  return checked(changed(text, removal(document, way[length - 1], places[length - 1])), taken_out(document.value, gone, 0));
}

std::string pretty(const Json& json) { return several_lines(json, "", {}); }

}  // namespace kedge
