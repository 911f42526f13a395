#include "mcp/http_probes.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

Headers headers_with(std::string_view token) {
  Headers headers;
  headers.add("Host", "localhost:8000");
  if (!token.empty()) headers.add("Authorization", concat("Bearer ", token));
  return headers;
}

int status_for(Probe probe, const Headers& headers, std::string_view method = "GET") {
  const HttpRules rules{.hosts = {"localhost:8000"}, .tokens = {"secret-of-some-length"}};
  const std::optional<HttpRefusal> refusal = refused_probe(probe, rules, method, headers);
  return refusal ? refusal->status : 200;
}

TEST(HttpProbes, HaveTargetsOfTheirOwn) {
  EXPECT_EQ(probe_at("/healthz"), Probe::health);
  EXPECT_EQ(probe_at("/readyz?verbose"), Probe::readiness);
  EXPECT_EQ(probe_at("/metrics"), Probe::metrics);
  for (const std::string_view target : {"/mcp", "/", "/healthz/", "/metrics2", "healthz", "/mcp/metrics"}) {
    EXPECT_FALSE(probe_at(target)) << target;
  }
}

TEST(HttpProbes, OnlyMetricsNeedTheToken) {
  EXPECT_EQ(status_for(Probe::health, headers_with("")), 200);
  EXPECT_EQ(status_for(Probe::readiness, headers_with("")), 200);
  EXPECT_EQ(status_for(Probe::metrics, headers_with("")), 401);
  EXPECT_EQ(status_for(Probe::metrics, headers_with("another-of-some-length")), 401);
  EXPECT_EQ(status_for(Probe::metrics, headers_with("secret-of-some-length")), 200);
}

TEST(HttpProbes, AreOnlyReadAndNotByPagesOfOthers) {
  for (const Probe probe : {Probe::health, Probe::readiness, Probe::metrics}) {
    Headers headers = headers_with("secret-of-some-length");
    EXPECT_EQ(status_for(probe, headers, "POST"), 405);
    headers.add("Origin", "http://elsewhere.example");
    EXPECT_EQ(status_for(probe, headers), 403);
    EXPECT_EQ(status_for(probe, Headers()), 403) << "it names another host";
  }
}

TEST(HttpProbes, AServerThatCannotServeIsAliveAndNotReady) {
  HttpProbes probes;
  EXPECT_EQ(answer_to(Probe::readiness, probes, {}).status, 200);
  probes.obstacles = [] { return std::vector<std::string>{"the roots are not open"}; };
  const ProbeAnswer unready = answer_to(Probe::readiness, probes, {.is_draining = true});
  EXPECT_EQ(unready.status, 503);
  EXPECT_EQ(unready.body, R"({"status":"unready","reasons":["the roots are not open","draining"]})");
  const ProbeAnswer alive = answer_to(Probe::health, probes, {.is_draining = true});
  EXPECT_EQ(alive.status, 200);
  EXPECT_EQ(alive.body, R"({"status":"ok"})");
}

TEST(HttpProbes, MetricsAreToldHowManyAreThere) {
  HttpProbes probes;
  EXPECT_EQ(answer_to(Probe::metrics, probes, {}).status, 404);
  probes.metrics = [](const Metrics::Present& present) { return concat(present.connections, ' ', present.sessions); };
  EXPECT_EQ(answer_to(Probe::metrics, probes, {.counted = {.connections = 3, .sessions = 7}}).body, "3 7");
}

}  // namespace
}  // namespace kedge::mcp
