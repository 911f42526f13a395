#include "mcp/http_probes.hpp"

#include "support/json.hpp"

namespace kedge::mcp {

std::optional<Probe> probe_at(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  if (path == "/healthz") return Probe::health;
  if (path == "/readyz") return Probe::readiness;
  if (path == "/metrics") return Probe::metrics;
  return std::nullopt;
}

std::optional<HttpRefusal> refused_probe(Probe probe, const HttpRules& rules, std::string_view method, const Headers& headers) {
  HttpRules here = rules;
  if (probe != Probe::metrics) here.tokens.clear();
  if (std::optional<HttpRefusal> refusal = refused_sender(here, headers)) return refusal;
  if (method != "GET") return HttpRefusal{405, "GET"};
  return std::nullopt;
}

ProbeAnswer answer_to(Probe probe, const HttpProbes& probes, const ServerPresent& present) {
  switch (probe) {
    case Probe::health: return {.body = R"({"status":"ok"})"};
    case Probe::readiness: {
      std::vector<std::string> reasons = probes.obstacles ? probes.obstacles() : std::vector<std::string>();
      if (present.is_draining) reasons.emplace_back("draining");
      if (reasons.empty()) return {.body = R"({"status":"ready"})"};
      return {.status = 503, .body = Json::object({{"status", "unready"}, {"reasons", Json::strings(reasons)}}).dump()};
    }
    case Probe::metrics:
      if (!probes.metrics) return {.status = 404, .type = "text/plain; charset=utf-8", .body = "nothing is counted\n"};
      return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = probes.metrics(present.counted)};
  }
  return {.status = 500, .body = {}};
}

}  // namespace kedge::mcp
