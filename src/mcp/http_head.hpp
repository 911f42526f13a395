// The form of a request over HTTP, looked at before anything in it is believed. Whatever two programs might read as two
// different requests is refused, even where the standard leaves a way to understand it: nobody who means well sends it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "mcp/http_rules.hpp"

namespace kedge::mcp {

// How long the head is that these bytes begin with, including the empty line at its end. Nothing: it is not all there yet.
std::optional<std::size_t> length_of_head(std::string_view bytes);

// What is wrong with these bytes, which are a head or the beginning of one; nothing: so far, nothing. Lines end with CR and LF,
// none is folded, and no other control character is in them.
std::optional<std::string> problem_of_form(std::string_view bytes);

// What is wrong with how the headers of a request say where its body ends, and whom it is for.
std::optional<std::string> problem_of_framing(const Headers& headers, unsigned version);

}  // namespace kedge::mcp
