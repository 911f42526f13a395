// Checks the form of an HTTP request before anything in it is believed. Whatever two programs might read as two different
// requests is refused, even if the standard allows it: no honest client sends it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "http/sender.hpp"

namespace kedge {

// The length of the head at the beginning of these bytes, including the empty line at its end. None: it is incomplete.
std::optional<std::size_t> length_of_head(std::string_view bytes);

// What is wrong with these bytes, which are a head or the beginning of one; none if nothing is so far. Lines end with CR and
// LF, none is folded, and there is no other control character.
std::optional<std::string> problem_of_form(std::string_view bytes);

// What is wrong with the headers that say where the body ends and whom the request is for.
std::optional<std::string> problem_of_framing(const Headers& headers, unsigned version);

}  // namespace kedge
