#include "kinds.hpp"

#include <array>
#include <stdexcept>

#include "support/json_read.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace scarce {
namespace {

using kedge::concat;
using kedge::Json;

constexpr std::string_view five_lines = "line one\nline two\nline three\nline four\nline five\n";
constexpr std::string_view program = "def first(a):\n    return a\n\n\ndef second(b):\n    return b\n";

Json object(std::string_view name, const Json& value) { return Json::object({{std::string(name), value}}); }

// What a call answers when there is memory.
std::string text_of(const Scene& scene, std::string_view tool, const Json& arguments) {
  const std::optional<Json> answer = scene.server.call(tool, arguments);
  const Json* const result = answer ? answer->find("result") : nullptr;
  const Json* const content = result != nullptr ? result->find("content") : nullptr;
  const bool refused = result != nullptr && result->find("isError") != nullptr && *result->find("isError") == Json(true);
  if (content == nullptr || refused) throw std::runtime_error(concat(tool, ": ", answer ? answer->dump() : "no answer"));
  return *content->as_array()->front().find("text")->as_string();
}

std::string between(const std::string& text, std::string_view from, std::string_view to) {
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos) throw std::runtime_error(concat(from, " is not in ", text));
  return text.substr(begin + from.size(), text.find(to, begin + from.size()) - begin - from.size());
}

std::string header(const Scene& scene, std::string_view file) {
  const std::string text = text_of(scene, "patch_read", object("path", scene.path(file)));
  return text.substr(0, text.find('\n') + 1);
}

Call patch(const Scene&, const std::string& sections) {
  return {"patch_edit", object("input", concat("*** Begin Patch\n", sections, "*** End Patch\n"))};
}

Call replace_two(const Scene& scene, std::string_view from = "line two", std::string_view to = "line 2") {
  return {"replace_edit", Json::object({{"path", scene.path("a.txt")}, {"old_string", from}, {"new_string", to}})};
}

const std::array all_kinds{
    Kind{"read", Effect::leaves, [](const Scene& scene) { return Call{"patch_read", object("path", scene.path("a.txt"))}; }},
    Kind{"read with hashes", Effect::leaves,
         [](const Scene& scene) {
           return Call{"anchors_read_file", Json::object({{"path", scene.path("a.txt")}, {"hashes", true}})};
         }},
    Kind{"search", Effect::leaves,
         [](const Scene& scene) {
           return Call{"patch_search", Json::object({{"pattern", "line t[a-z]+"}, {"path", scene.name}})};
         }},
    Kind{"edit in patch", Effect::changes,
         [](const Scene& scene) { return patch(scene, concat(header(scene, "a.txt"), "replace 2..2:\n+line 2\n")); }},
    Kind{"edit of a program", Effect::changes,
         [](const Scene& scene) { return patch(scene, concat(header(scene, "p.py"), "replace 6..6:\n+    return b + 1\n")); }},
    Kind{"edit in anchors", Effect::changes,
         [](const Scene& scene) {
           const std::string rows =
               text_of(scene, "anchors_read_file", Json::object({{"path", scene.path("a.txt")}, {"hashes", true}}));
           const Json operation =
               Json::object({{"op", "replace_line"}, {"hash", between(rows, "2#", "|")}, {"content", "line 2"}});
           return Call{"anchors_edit", Json::object({{"path", scene.path("a.txt")}, {"operations", Json::array({operation})}})};
         }},
    Kind{"edit in hashline", Effect::changes,
         [](const Scene& scene) {
           const std::string rows = text_of(scene, "hashline_open", object("file", scene.path("a.txt")));
           const Json anchor = Json::object({{"line", 2}, {"hash", between(rows, "2:", "|")}});
           return Call{"hashline_edit",
                       Json::object({{"file", scene.path("a.txt")},
                                     {"replace", Json::object({{"start", anchor}, {"end", anchor}, {"content", "line 2"}})}})};
         }},
    Kind{"edit in replace", Effect::changes,
         [](const Scene& scene) {
           text_of(scene, "replace_read", object("path", scene.path("a.txt")));
           return replace_two(scene);
         }},
    Kind{"edit in apply_patch", Effect::changes,
         [](const Scene& scene) {
           text_of(scene, "apply_patch_read", object("path", scene.path("a.txt")));
           return Call{"apply_patch_apply_patch",
                       object("input", concat("*** Begin Patch\n*** Update File: ", scene.path("a.txt"),
                                              "\n@@\n line one\n-line two\n+line 2\n line three\n*** End Patch\n"))};
         }},
    Kind{"edit in udiff", Effect::changes,
         [](const Scene& scene) {
           text_of(scene, "udiff_read", object("path", scene.path("a.txt")));
           return Call{"udiff_edit",
                       object("input", concat("--- a/", scene.path("a.txt"), "\n+++ b/", scene.path("a.txt"),
                                              "\n@@ -1,3 +1,3 @@\n line one\n-line two\n+line 2\n line three\n"))};
         }},
    Kind{"edit in blocks", Effect::changes,
         [](const Scene& scene) {
           text_of(scene, "blocks_read", object("path", scene.path("a.txt")));
           return Call{"blocks_edit",
                       object("input", concat('`', scene.path("a.txt"),
                                              "`\n```\n<<<<<<< SEARCH\nline two\n=======\nline 2\n>>>>>>> REPLACE\n```\n"))};
         }},
    Kind{"write", Effect::changes,
         [](const Scene& scene) {
           text_of(scene, "patch_read", object("path", scene.path("a.txt")));
           return Call{"patch_write", Json::object({{"path", scene.path("a.txt")}, {"content", "all new\n"}})};
         }},
    Kind{"create", Effect::changes,
         [](const Scene& scene) {
           return Call{"patch_write", Json::object({{"path", scene.path("new/folder/n.txt")}, {"content", "new\n"}})};
         }},
    Kind{"delete", Effect::changes, [](const Scene& scene) { return patch(scene, concat(header(scene, "a.txt"), "REM\n")); }},
    Kind{"move", Effect::changes,
         [](const Scene& scene) {
           return patch(scene, concat(header(scene, "a.txt"), "MV ", scene.path("other/b2.txt"), '\n'));
         }},
    Kind{"batch of 3", Effect::changes,
         [](const Scene& scene) {
           const std::string two = "replace 2..2:\n+line 2\n";
           return patch(scene, concat(header(scene, "a.txt"), two, header(scene, "b.txt"), two, header(scene, "c.txt"), two));
         }},
    Kind{"undo", Effect::changes,
         [](const Scene& scene) {
           text_of(scene, "replace_read", object("path", scene.path("a.txt")));
           const Call edit = replace_two(scene);
           const std::optional<Json> done = scene.server.call(edit.tool, edit.arguments);
           return Call{"replace_undo",
                       object("id", *done->find("result")->find("structuredContent")->find("undo_id")->as_string())};
         }},
    Kind{"refused edit", Effect::refuses,
         [](const Scene& scene) {
           text_of(scene, "replace_read", object("path", scene.path("a.txt")));
           return replace_two(scene, "line seven");
         }},
    Kind{"stale edit", Effect::refuses,
         [](const Scene& scene) {
           const Call call = patch(scene, concat(header(scene, "a.txt"), "replace 2..2:\n+line 2\n"));
           faults::write_bytes(scene.folder / "a.txt", "line one\nline of another\nline three\n");
           return call;
         }},
    Kind{"edit moved over drift", Effect::changes,
         [](const Scene& scene) {
           const Call call = patch(scene, concat(header(scene, "a.txt"), "replace 4..4:\n+line 4\n"));
           faults::write_bytes(scene.folder / "a.txt", concat("line zero\n", five_lines));
           return call;
         }},
    Kind{"preview", Effect::leaves,
         [](const Scene& scene) {
           text_of(scene, "replace_read", object("path", scene.path("a.txt")));
           Call call = replace_two(scene);
           call.arguments.set("dry_run", true);
           return call;
         }},
};

std::string id_in(const Ended& ended) {
  const std::expected<Json, kedge::JsonProblem> json = kedge::read_json(ended.output);
  const Json* const id = json ? json->find("undo_id") : nullptr;
  if (id == nullptr || id->as_string() == nullptr) throw std::runtime_error(to_text(ended));
  return *id->as_string();
}

Words edit_words(const CommandScene& scene) {
  faults::write_bytes(
      scene.input, Json::object({{"path", scene.path("a.txt")}, {"old_string", "line two"}, {"new_string", "line 2"}}).dump());
  return {"edit", "--dialect", "replace", "--input", scene.input.string()};
}

const std::array all_command_kinds{
    CommandKind{"kedge read", Effect::leaves, [](const CommandScene& scene) { return Words{"read", scene.path("a.txt")}; }},
    CommandKind{"kedge search", Effect::leaves,
                [](const CommandScene& scene) { return Words{"search", "line t[a-z]+", scene.name}; }},
    CommandKind{"kedge edit", Effect::changes, [](const CommandScene& scene) { return edit_words(scene); }},
    CommandKind{"kedge write", Effect::changes,
                [](const CommandScene& scene) {
                  faults::write_bytes(scene.input, "all new\n");
                  return Words{"write", "--create", scene.path("new.txt"), "--input", scene.input.string()};
                }},
    CommandKind{"kedge commit of 3", Effect::changes,
                [](const CommandScene& scene) {
                  const std::string version = kedge::to_hex(kedge::sha256(five_lines));
                  faults::write_bytes(scene.input, concat("delete\t", scene.path("a.txt"), '\t', version, "\ndelete\t",
                                                          scene.path("b.txt"), '\t', version, "\nmove\t", scene.path("c.txt"),
                                                          '\t', scene.path("d.txt"), '\t', version, '\n'));
                  return Words{"commit", "--input", scene.input.string()};
                }},
    CommandKind{"kedge undo", Effect::changes,
                [](const CommandScene& scene) { return Words{"undo", id_in(scene.run(edit_words(scene)))}; }},
    CommandKind{"kedge redo", Effect::changes,
                [](const CommandScene& scene) {
                  const std::string id = id_in(scene.run(edit_words(scene)));
                  scene.run({"undo", id});
                  return Words{"redo", id};
                }},
    CommandKind{"kedge convert", Effect::leaves,
                [](const CommandScene& scene) {
                  edit_words(scene);
                  return Words{"convert", "--from", "replace", "--to", "udiff", "--input", scene.input.string()};
                }},
    CommandKind{"kedge edit that is refused", Effect::refuses,
                [](const CommandScene& scene) {
                  faults::write_bytes(
                      scene.input,
                      Json::object({{"path", scene.path("a.txt")}, {"old_string", "no"}, {"new_string", "x"}}).dump());
                  return Words{"edit", "--dialect", "replace", "--input", scene.input.string()};
                }},
};

}  // namespace

std::span<const Kind> kinds() { return all_kinds; }
std::span<const CommandKind> command_kinds() { return all_command_kinds; }

faults::Tree files_at_first() {
  const std::string lines(five_lines);
  return {{"a.txt", {0644, lines}}, {"b.txt", {0644, lines}}, {"c.txt", {0644, lines}}, {"p.py", {0644, std::string(program)}}};
}

}  // namespace scarce
