// File names as diffs spell them: quoted as in C if they have odd bytes, followed by a tab and a time, and below a folder that
// does not exist: a/ on the old side, b/ on the new one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kedge {

struct DiffName {
  std::string text;
  bool is_nothing = false;  // /dev/null: there is no file on this side
  bool is_epoch = false;    // its time is the one by which `diff -N` says the same
};

// What follows `--- ` or `+++ `. None if it is quoted and the quoting is broken.
std::optional<DiffName> read_diff_name(std::string_view spelled);

// A name alone, as after `rename from `.
std::optional<std::string> read_plain_name(std::string_view spelled);

// The two names after `diff --git `; none if they cannot be told apart.
std::optional<std::pair<std::string, std::string>> read_git_names(std::string_view spelled);

// The file that is meant; and, if the path is only the likely reading, what was spelled.
struct MeantFile {
  std::string path;
  std::optional<std::string> literal = std::nullopt;
};

// From the names of both sides. None if they name two files.
std::optional<MeantFile> meant_file(const std::string& old_name, const std::string& new_name);
// From the only name there is.
MeantFile meant_file(const std::string& name);

// Whether the name is that path, with or without a prefix.
bool names_path(std::string_view name, std::string_view path);

// A name as git writes it: in quotation marks only if necessary.
std::string quoted_name(std::string_view name);

}  // namespace kedge
