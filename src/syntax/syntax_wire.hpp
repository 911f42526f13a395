// Encodes questions and answers between the process that asks and the one that parses. Input is not trusted: a corrupted worker
// may have written anything.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "syntax/language.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

struct AskedOf {
  const Language* language = nullptr;
  SyntaxQuestion question;
};

std::string encode(const AskedOf& asked);
std::optional<AskedOf> decode_question(std::string_view bytes);

std::string encode(const SyntaxAnswer& answer);
// nullopt unless it is a valid answer to this question about this text.
std::optional<SyntaxAnswer> decode_answer(std::string_view bytes, const SyntaxQuestion& question, const Text& text);

}  // namespace kedge
