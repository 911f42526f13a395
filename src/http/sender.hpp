// Who may send an HTTP request: it names this server, was not sent by a page of another, and its sender is authorized.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kedge {

class Headers {
 public:
  void add(std::string_view name, std::string_view value);

  // The value without whitespace around it. None if the header is missing or repeated.
  std::optional<std::string_view> one(std::string_view name) const;
  std::size_t count(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> lines_;  // names in lower case
};

struct HttpRules {
  std::vector<std::string> hosts;        // the names of the server, in lower case; none: any (a local socket)
  std::vector<std::string> tokens = {};  // one of them has to be sent; none: none is required
};

struct HttpRefusal {
  int status = 400;
  std::string what;
};

// What a Host header may be for a server that only this machine can reach: `host` as in its URL, and the usual names.
std::vector<std::string> local_hosts(const std::string& host, std::uint16_t port);

// Which of the tokens a request brings; none: not one of them.
std::optional<std::size_t> token_of(const HttpRules& rules, const Headers& headers);

// Whatever it asks for.
std::optional<HttpRefusal> refused_sender(const HttpRules& rules, const Headers& headers);

// Whether two texts are equal, in a time that does not reveal where they differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace kedge
