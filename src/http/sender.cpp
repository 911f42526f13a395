#include "http/sender.hpp"

#include <algorithm>

#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge {

void Headers::add(std::string_view name, std::string_view value) {
  lines_.emplace_back(lower_case(name), std::string(without_blanks(value)));
}

std::size_t Headers::count(std::string_view name) const {
  const std::string wanted = lower_case(name);
  return static_cast<std::size_t>(std::ranges::count_if(lines_, [&](const auto& line) { return line.first == wanted; }));
}

std::optional<std::string_view> Headers::one(std::string_view name) const {
  const std::string wanted = lower_case(name);
  std::optional<std::string_view> found;
  for (const auto& [each, value] : lines_) {
    if (each != wanted) continue;
    if (found) return std::nullopt;
    found = value;
  }
  return found;
}

std::vector<std::string> local_hosts(const std::string& host, std::uint16_t port) {
  std::vector<std::string> hosts;
  for (const std::string& name : {std::string("localhost"), std::string("127.0.0.1"), std::string("[::1]"), host}) {
    hosts.push_back(concat(name, ':', port));
    if (port == 80) hosts.push_back(name);
  }
  return hosts;
}

std::optional<std::size_t> token_of(const HttpRules& rules, const Headers& headers) {
  constexpr std::string_view bearer = "bearer ";
  const std::string_view given = headers.one("authorization").value_or("");
  if (lower_case(given.substr(0, bearer.size())) != bearer) return std::nullopt;
  const std::string_view token = without_blanks(given.substr(bearer.size()));
  // All are compared, whichever it is.
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < rules.tokens.size(); ++i) {
    if (equal_in_constant_time(token, rules.tokens[i])) found = i;
  }
  return found;
}

std::optional<HttpRefusal> refused_sender(const HttpRules& rules, const Headers& headers) {
  const std::optional<std::string_view> host = headers.one("host");
  if (rules.hosts.empty() && headers.count("host") > 1) return HttpRefusal{400, "the header host is given twice"};
  const bool known = rules.hosts.empty() || (host && std::ranges::find(rules.hosts, lower_case(*host)) != rules.hosts.end());
  if (!known) return HttpRefusal{403, "the Host header does not name this server"};
  if (headers.count("origin") > 0) {
    // Only a page that was served by this very address is accepted.
    const std::string origin = lower_case(headers.one("origin").value_or("null"));
    constexpr std::string_view our_scheme = "http://";
    const bool ours = origin.starts_with(our_scheme) &&
                      std::ranges::find(rules.hosts, std::string_view(origin).substr(our_scheme.size())) != rules.hosts.end();
    if (!ours) return HttpRefusal{403, "requests from web pages are not taken"};
  }
  if (headers.one("sec-fetch-site") == "cross-site") return HttpRefusal{403, "requests from web pages are not taken"};
  if (rules.tokens.empty() || token_of(rules, headers)) return std::nullopt;
  return HttpRefusal{401, "a bearer token is needed: it is in the file that the server was given"};
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  // Hashes have the same length, whatever the texts are.
  const Digest left = sha256(a);
  const Digest right = sha256(b);
  unsigned differs = 0;
  for (std::size_t i = 0; i < left.size(); ++i) differs |= static_cast<unsigned>(left[i] ^ right[i]);
  return differs == 0;
}

}  // namespace kedge
