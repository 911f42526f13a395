// A language: one file in lang/ and one row of languages.def. The lists name node types of its grammar, separated by blanks;
// what is in none of them is not offered as a block, however plausible it looks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

struct TSLanguage;
struct TSNode;

namespace kedge {

struct Language {
  std::string_view name;
  std::string_view files;     // how its file names end (".py"), or whole names ("Gemfile")
  std::string_view programs;  // that a first row with #! names
  const TSLanguage* (*grammar)();

  // What a person would name. A definition is one that a comment directly above belongs to.
  std::string_view definitions;
  std::string_view constructs;
  // Further branches of a construct, each a block of its own when a line begins with it; without those that follow it. A
  // keyword in quotes stands for itself and what follows it, where the grammar has no node for the two.
  std::string_view arms;
  // Merely begin with their first element: the block that begins there is that element.
  std::string_view bodies;
  // Their operands are not blocks, even if they begin a line.
  std::string_view operations;
  // Stand above a construct and belong to it: decorators, attributes, annotations.
  std::string_view decorations;
  std::string_view comments;
  std::string_view closers;     // beside brackets and the words that end a body
  std::string_view separators;  // may follow a construct on its last line, beside , and ;

  // Where a construct really ends, where its node does not tell; nothing: where the node ends.
  std::optional<std::uint32_t> (*end)(const TSNode& node, std::string_view bytes) = nullptr;
};

std::span<const Language* const> languages();

// By the name of the file, else by the program that its first row names; null if neither is known.
const Language* language_of(std::string_view path, std::string_view first_row = {});

}  // namespace kedge
