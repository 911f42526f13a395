// A server for the official conformance suites: kedge's own, with the suites' fixtures instead of tools for files. Serves HTTP
// on a port that is free, prints where, and ends when it is asked to.
#include <cstdio>
#include <string>

#include "conformance/fixtures.hpp"
#include "fs/random_id.hpp"
#include "fs/real_file_system.hpp"
#include "mcp/http.hpp"

int main() {
  using namespace kedge;
  const std::unique_ptr<FileSystem> fs = real_file_system();
  const mcp::Offer offer(mcp::conformance::all_rows(), "0", "Fixtures of the conformance suites.");
  mcp::RequestStates states(random_bytes<32>(*fs));
  mcp::Subscribers subscribers([&](const std::string& uri) { return offer.stamp_of(uri); });
  mcp::Workers workers;
  mcp::Stage stage{.offer = offer,
                   .workers = workers,
                   .subscribers = subscribers,
                   .states = states,
                   .now = [&] { return fs->now(); },
                   .room = mcp::Workers::Room::taken};
  const std::expected<std::unique_ptr<mcp::HttpServer>, std::string> server = mcp::HttpServer::open({});
  if (!server) {
    std::fprintf(stderr, "%s\n", server.error().c_str());
    return 1;
  }
  std::fprintf(stderr, "serving %s\n", (*server)->where().c_str());
  (*server)->serve(stage, "stateless", [&] { return random_id(*fs); }, {});
}
