// Questions and answers as bytes, between the process that asks and the one that parses. What arrives is not trusted: a worker
// that went wrong may have written anything.
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
// Nothing unless it is an answer to this question about this text.
std::optional<SyntaxAnswer> decode_answer(std::string_view bytes, const SyntaxQuestion& question, const Text& text);

}  // namespace kedge
