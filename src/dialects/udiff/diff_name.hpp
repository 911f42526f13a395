// Names of files as diffs spell them: quoted as in C where they hold odd bytes, followed by a tab and a time, and below a
// folder that is not there: a/ on the old side, b/ on the new one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kedge {

struct DiffName {
  std::string text;
  bool is_nothing = false;  // /dev/null: there is no file on this side
  bool is_epoch = false;    // its time is that by which `diff -N` says the same
};

// What stands behind `--- ` or `+++ `. Nothing if it is quoted and the quotation is broken.
std::optional<DiffName> read_diff_name(std::string_view spelled);

// A name alone, as behind `rename from `.
std::optional<std::string> read_plain_name(std::string_view spelled);

// The two names behind `diff --git `; nothing where they cannot be told apart.
std::optional<std::pair<std::string, std::string>> read_git_names(std::string_view spelled);

// The file that is meant, and what was spelled where the path is only the likely reading of it.
struct MeantFile {
  std::string path;
  std::optional<std::string> literal = std::nullopt;
};

// By the names of both sides. Nothing if they are names of two files.
std::optional<MeantFile> meant_file(const std::string& old_name, const std::string& new_name);
// By the only name there is.
MeantFile meant_file(const std::string& name);

// Whether the name is that path, with or without a prefix.
bool names_path(std::string_view name, std::string_view path);

// A name as git writes it: in quotation marks only where it has to be.
std::string quoted_name(std::string_view name);

}  // namespace kedge
