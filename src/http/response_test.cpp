#include "http/response.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(HttpResponse, HasTheLinesThatAreAskedForAndNoOthers) {
  EXPECT_EQ(to_bytes({.type = "a/b", .length = 3, .more = "X: y\r\n"}),
            "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 3\r\nX: y\r\n\r\n");
  EXPECT_EQ(to_bytes({.status = 204}), "HTTP/1.1 204 No Content\r\n\r\n");
  EXPECT_EQ(to_bytes({.status = 401, .length = 0, .keep_alive = false}),
            "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nWWW-Authenticate: Bearer\r\nConnection: close\r\n\r\n");
}

}  // namespace
}  // namespace kedge
