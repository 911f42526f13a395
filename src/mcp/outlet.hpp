// Where the messages of one request go: the one stream of a process, or the response to one HTTP request. May be used by any
// thread.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "mcp/message.hpp"

namespace kedge::mcp {

class Outlet {
 public:
  Outlet() = default;
  Outlet(const Outlet&) = delete;
  Outlet& operator=(const Outlet&) = delete;
  virtual ~Outlet() = default;

  // A notification. A client that does not read may miss it.
  virtual void notify(std::string line) = 0;
  // A request to the client, which answers with a message of its own.
  virtual void ask(std::string line) = 0;
  // The last message; none: there is none. `settle` is called before the client can see it, and this outlet sends nothing else
  // in between. `problem` is the code of the error in the line.
  virtual void answer(std::optional<std::string> line, std::optional<ErrorCode> problem,
                      const std::function<void()>& settle) = 0;
  // Whether answers reach nobody any more: the last one did not arrive either.
  virtual bool is_lost() const { return false; }
  // The client has to come back for the answer.
  virtual void close_for_now() {}
};

inline void refuse(Outlet& outlet, const RequestId& id, const Problem& problem) {
  outlet.answer(error_line(id, problem), problem.code, [] {});
}

}  // namespace kedge::mcp
