// What a load balancer or a monitor asks an HTTP server, beside the endpoint: whether it is alive, whether it should be sent
// requests, and what it has counted. The first two need no token and tell nothing about files or clients.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/sender.hpp"
#include "mcp/metrics.hpp"

namespace kedge::mcp {

enum class Probe : std::uint8_t { health, readiness, metrics };

// What a request for this target asks; none: it is not a probe.
std::optional<Probe> probe_at(std::string_view target);

// Called by the thread that runs the server, so they must not wait for anything.
struct HttpProbes {
  std::function<std::vector<std::string>()> obstacles = {};  // why the server should be sent no requests; empty: it has none
  std::function<std::string(const Metrics::Present&)> metrics = {};  // empty: there are none
};

std::optional<HttpRefusal> refused_probe(Probe probe, const HttpRules& rules, std::string_view method, const Headers& headers);

struct ProbeAnswer {
  int status = 200;
  std::string_view type = "application/json";
  std::string body;
};

struct ServerPresent {
  bool is_draining = false;
  Metrics::Present counted = {};
};
ProbeAnswer answer_to(Probe probe, const HttpProbes& probes, const ServerPresent& present);

}  // namespace kedge::mcp
