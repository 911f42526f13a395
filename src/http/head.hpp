// The head of an HTTP request. Its form is checked before anything in it is believed: whatever two programs might read as two
// different requests is refused, even if the standard allows it, because no honest client sends it.
#pragma once

#include <cstddef>
#include <expected>
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

struct HttpHead {
  std::string method;
  std::string target;
  unsigned version = 11;  // 10 or 11
  Headers headers = {};
  bool keep_alive = true;  // the client expects the connection to stay open
  std::size_t length = 0;  // in bytes, including the empty line at its end
};

// The head at the beginning of these bytes. nullopt: it is not all there yet. After a refusal the connection has to end,
// because nobody knows where the next request begins.
std::expected<std::optional<HttpHead>, HttpRefusal> head_of(std::string_view bytes, std::size_t most_bytes);

}  // namespace kedge
