#include "language/configured.hpp"

#include <algorithm>
#include <array>

#include "fs/program_file.hpp"
#include "fs/real_file_system.hpp"
#include "support/glob.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

struct Preset {
  std::string_view name, files, language, command, options;
};

constexpr std::array presets{
#define LANGUAGE_SERVER(name, files, language, command, options) Preset{name, files, language, command, options},
#include "language/presets.def"
#undef LANGUAGE_SERVER
};

std::vector<std::string> words_of(std::string_view text, char separator) {
  std::vector<std::string> words;
  for (const std::string_view word : split(text, separator)) {
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

bool lies_within(const std::string& path, const std::string& folder) {
  const std::string real = resolved_path(folder);
  return !real.empty() && real != "/" && path.starts_with(concat(real, '/'));
}

std::expected<ConfiguredProgram, std::string> configured(std::string_view name, std::string_view globs,
                                                         std::string_view language, std::string_view command,
                                                         std::span<const std::string> roots) {
  ConfiguredProgram program{.name = std::string(name), .globs = words_of(globs, ','), .language = std::string(language)};
  program.command = words_of(command, ' ');
  if (program.globs.empty() || program.command.empty())
    return std::unexpected("it has to be GLOBS=COMMAND, or the name of a preset");
  for (const std::string& glob : program.globs) {
    if (const auto parsed = Glob::parse_filter(glob); !parsed)
      return std::unexpected(concat(printable(glob), ' ', parsed.error()));
  }
  const std::string& given = program.command.front();
  // A path from the current folder would be another program in another folder.
  if (given.find('/') != std::string::npos && !given.starts_with('/')) {
    return std::unexpected(concat(printable(given), " is neither a name nor an absolute path"));
  }
  const std::optional<std::string> path = program_of(given);
  if (!path) return std::unexpected(concat("there is no program ", printable(given)));
  const std::string real = resolved_path(*path);
  for (const std::string& root : roots) {
    if (lies_within(real, root))
      return std::unexpected(concat(printable(real), " lies inside the root, where a model may have written it"));
  }
  program.command.front() = *path;
  return program;
}

std::expected<ConfiguredProgram, std::string> by_globs(std::string_view word, std::span<const std::string> roots) {
  const std::size_t equals = word.find('=');
  const std::string_view command = equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
  const std::string_view program = command.substr(0, command.find(' '));
  return configured(program.substr(program.rfind('/') + 1), word.substr(0, equals), "", command, roots);
}

}  // namespace

bool ConfiguredProgram::serves(std::string_view path) const {
  return std::ranges::any_of(globs, [&](const std::string& glob) {
    const auto parsed = Glob::parse_filter(glob);
    return parsed && parsed->matches(path);
  });
}

std::string ConfiguredProgram::language_of(std::string_view path) const {
  if (language.empty()) return std::string(path.substr(path.rfind('.') + 1));
  for (const std::string_view each : split(language, ',')) {
    const std::size_t equals = each.find('=');
    if (equals == std::string_view::npos) return std::string(each);
    if (path.ends_with(each.substr(0, equals))) return std::string(each.substr(equals + 1));
  }
  return language;
}

std::expected<ConfiguredProgram, std::string> configured_server(std::string_view word, std::span<const std::string> roots) {
  if (word.find('=') != std::string_view::npos) return by_globs(word, roots);
  const auto preset = std::ranges::find(presets, word, &Preset::name);
  if (preset != presets.end()) {
    auto program = configured(preset->name, preset->files, preset->language, preset->command, roots);
    if (program) program->options = preset->options;
    return program;
  }
  std::array<std::string_view, presets.size()> names;
  std::ranges::transform(presets, names.begin(), &Preset::name);
  const std::optional<std::string_view> meant = nearest(word, names);
  return std::unexpected(
      concat("there is no preset '", printable(word), "'", meant ? concat("; did you mean ", *meant, '?') : std::string()));
}

std::expected<ConfiguredProgram, std::string> configured_formatter(std::string_view word, std::span<const std::string> roots) {
  return by_globs(word, roots);
}

const ConfiguredProgram* program_for(std::span<const ConfiguredProgram> programs, std::string_view path) {
  const auto found = std::ranges::find_if(programs, [&](const ConfiguredProgram& program) { return program.serves(path); });
  return found != programs.end() ? &*found : nullptr;
}

}  // namespace kedge
