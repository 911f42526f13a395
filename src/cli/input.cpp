#include "cli/input.hpp"

#include "fs/read_file.hpp"

namespace kedge {

Result<std::vector<Text>> load_texts(const Arguments& arguments, std::span<const Positional> names) {
  std::vector<Text> texts;
  std::vector<Error> refusals;
  for (const Positional& name : names) {
    if (Result<std::string> bytes = read_file(arguments.required(name.name))) {
      texts.emplace_back(*std::move(bytes));
    } else {
      refusals.push_back(std::move(bytes).error());
    }
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return texts;
}

Result<std::string> content_of(const Arguments& arguments) {
  const std::optional<std::string_view> file = arguments.option("input");
  return file ? read_file(*file) : read_standard_input();
}

}  // namespace kedge
