#include "cli/output.hpp"

#include <cstdio>
#include <new>
#include <vector>

#include "fs/terminal.hpp"
#include "support/strings.hpp"

namespace kedge {

namespace {

Exit put(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) to_stderr("kedge: standard output could not be written\n");
  return written ? Exit::done : Exit::failed;
}

Exit named_if_lost(Exit printed, std::span<const std::string> paths) {
  if (printed != Exit::done && !paths.empty()) to_stderr(changed_all_the_same(paths));
  return printed;
}

}  // namespace

Exit print(std::string_view text) { return prints_on_terminal() ? put(printable_rows(text)) : put(text); }

Exit print_escaped(std::string_view text) { return put(text); }

Exit print_json(const Json& json) {
  const std::string text = concat(json.dump(), '\n');
  return prints_on_terminal() ? put(printable_json(text)) : put(text);
}

Exit print_done(std::string_view text, std::span<const std::string> paths) { return named_if_lost(print(text), paths); }

Exit print_json_done(const Json& json, std::span<const std::string> paths) { return named_if_lost(print_json(json), paths); }

std::string changed_all_the_same(std::span<const std::string> paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(printable(path));
  return concat("kedge: the change was made all the same; on disk as asked: ", join(names, ", "), '\n');
}

void to_stderr(std::string_view text) try {
  const std::string shown = printable_rows(text);
  std::fwrite(shown.data(), 1, shown.size(), stderr);
} catch (const std::bad_alloc&) {
  // Needs no memory: prints one sign for every character that is not plain.
  for (const char c : text) std::fputc(c == '\n' || (c >= 0x20 && c < 0x7F) ? c : '?', stderr);
}

void warn_on_stderr(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) to_stderr(concat("kedge: warning: ", warning, '\n'));
}

Exit report(const Error& error, Exit exit, bool json) {
  if (json) {
    const Exit printed = print_json(to_json(error));
    if (printed == Exit::done) return exit;
    exit = printed;  // what it says about the files is to be had on standard error at least
  }
  to_stderr(concat("kedge: ", row_of(error.code).name, ": ", to_text(error), '\n'));
  return exit;
}

Exit report(const Error& error, bool json) {
  const bool of_the_system = error.code == Code::io_failed || error.code == Code::no_space ||
                             error.code == Code::indeterminate || error.code == Code::store_unavailable;
  // A mistake in a client's settings, or an edit that a dialect cannot express, is none in the words of the command.
  const bool of_the_words = error.code == Code::schema_invalid && error.reason == Reason::told;
  return report(error, of_the_system ? Exit::failed : of_the_words ? Exit::usage : Exit::refused, json);
}

Error unchanged(Error refusal) {
  // A file whose state is unknown cannot be called unchanged.
  if (refusal.code != Code::indeterminate) refusal.facts.set("unchanged", true);
  return refusal;
}

}  // namespace kedge
