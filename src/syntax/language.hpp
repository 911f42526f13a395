// A language: one file in lang/ and one row of languages.def. The lists name node types of its grammar, separated by spaces; a
// node in none of them is never a construct.
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
  std::string_view programs;  // that a #! line names
  const TSLanguage* (*grammar)();

  // What a person would name. A comment directly above a definition belongs to it.
  std::string_view definitions;
  std::string_view constructs;
  // Further branches of a construct. Each is a construct if a line begins with it, without the branches after it. A
  // keyword in quotes means itself and what follows it, if the grammar has no node for the two.
  std::string_view arms;
  // Only begin where their first element does: the construct there is that element.
  std::string_view bodies;
  // Their operands are not constructs, even at the start of a line.
  std::string_view operations;
  // Come before a construct and belong to it: decorators, attributes, annotations.
  std::string_view decorations;
  std::string_view comments;
  std::string_view closers;     // besides brackets and the words that end a body
  std::string_view separators;  // may follow a construct on its last line, besides , and ;

  // Where a construct really ends, if its node does not say; nullopt: where the node ends.
  std::optional<std::uint32_t> (*end)(const TSNode& node, std::string_view bytes) = nullptr;
};

std::span<const Language* const> languages();

// By the name of the file, else by its #! line; null if neither is known.
const Language* language_of(std::string_view path, std::string_view first_row = {});

}  // namespace kedge
