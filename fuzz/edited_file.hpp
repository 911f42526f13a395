// One file for each execution, in a root on a disk in memory, and the calls of a dialect's tools on it. The root and what is
// remembered of it are begun anew now and then: making them takes longer than most executions.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "dialects/dialect.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"
#include "tools/verb.hpp"

namespace kedge::fuzz {

class EditedFile {
 public:
  explicit EditedFile(std::string bytes) : before_(std::move(bytes)) {
    if (!session() || used()++ % 200 == 0) session() = std::make_unique<test::MemorySession>();
    path_ = concat("f", used(), ".txt");
    session()->put(path_, before_);
  }

  const std::string& path() const { return path_; }
  Store& store() const { return (*session())->store; }
  std::string bytes() const { return session()->bytes(path_); }
  void rewrite(std::string bytes) const { session()->rewrite(path_, std::move(bytes)); }

  Result<Reply> read(const Dialect& dialect) const {
    Json arguments = Json::object();
    arguments.set(dialect.fields.path, path_);
    if (!dialect.fields.anchored.empty()) arguments.set(dialect.fields.anchored, true);
    return verb::read(dialect, arguments, **session());
  }
  // Whatever a check would say to the result.
  Result<Reply> edit(const Dialect& dialect, Json call) const {
    call.set("accept_warnings",
             Json::strings(std::vector<std::string>{"new_syntax_error", "unbalanced_delimiters", "repeated_border_row",
                                                    "conflict_marker", "elision_placeholder", "shrink"}));
    return verb::edit(dialect, call, **session());
  }
  Result<Reply> undo(const Dialect& dialect) const { return verb::undo(dialect, Json::object(), **session()); }

 private:
  static std::unique_ptr<test::MemorySession>& session() {
    static std::unique_ptr<test::MemorySession> session;
    return session;
  }
  static std::size_t& used() {
    static std::size_t used = 0;
    return used;
  }

  std::string before_;
  std::string path_;
};

}  // namespace kedge::fuzz
