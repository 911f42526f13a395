#include "cli/output.hpp"

#include <cstdio>

#include "support/strings.hpp"

namespace kedge {

Exit print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) to_stderr("kedge: standard output could not be written\n");
  return written ? Exit::done : Exit::failed;
}

Exit print_done(std::string_view text, std::span<const std::string> paths) {
  const Exit printed = print(text);
  if (printed != Exit::done) {
    to_stderr(concat("kedge: the change was made all the same; on disk as asked: ", printable(join(paths, ", ")), '\n'));
  }
  return printed;
}

Exit print_json(const Json& json) { return print(concat(json.dump(), '\n')); }

void to_stderr(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

Exit report(const Error& error, Exit exit, bool json) {
  if (json) {
    const Exit printed = print_json(to_json(error));
    return printed == Exit::done ? exit : printed;
  }
  to_stderr(concat("kedge: ", row_of(error.code).name, ": ", printable_rows(to_text(error)), '\n'));
  return exit;
}

Exit report(const Error& error, bool json) {
  const bool of_the_system = error.code == Code::io_failed || error.code == Code::no_space || error.code == Code::indeterminate;
  const bool of_the_words = error.code == Code::schema_invalid;
  return report(error, of_the_system ? Exit::failed : of_the_words ? Exit::usage : Exit::refused, json);
}

Exit report_unchanged(Error error, bool json) {
  // Whose state is not known cannot be called unchanged.
  if (error.code != Code::indeterminate) error.facts.set("unchanged", true);
  return report(error, json);
}

}  // namespace kedge
