// One language server, as it runs: documents are opened and changed in it, and it is asked about them. Whatever it does, each
// call ends in its time: a server that is dead or sends nonsense is killed and started again for the next call, a few times.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language/configured.hpp"
#include "language/lsp_positions.hpp"
#include "process/child_program.hpp"
#include "support/json.hpp"
#include "text/text.hpp"

namespace kedge {

struct ServerDiagnostic {
  LspPosition at;
  int severity = 1;  // 1: error, 2: warning
  std::string message, source;

  // What is wrong, wherever it is. Further rows of a message name other places, which may have moved.
  bool says_the_same_as(const ServerDiagnostic& other) const {
    return severity == other.severity &&
           message.substr(0, message.find('\n')) == other.message.substr(0, other.message.find('\n'));
  }
};

// Replace the text between two places.
struct ServerEdit {
  std::string path;  // absolute
  LspPosition begin, end;
  std::string text;
};

class LanguageServer {
 public:
  using Clock = ChildProgram::Clock;

  LanguageServer(ConfiguredProgram program, std::string root) : program_(std::move(program)), root_(std::move(root)) {}

  // What it says about the text of this file. nullopt: nothing in time.
  std::optional<std::vector<ServerDiagnostic>> diagnose(const std::string& path, const std::string& text,
                                                        Clock::time_point until);
  // The edits that give what is at this place another name. The error is the server's, or says that there is no answer.
  std::expected<std::vector<ServerEdit>, std::string> rename(const std::string& path, const std::string& text, ByteOffset at,
                                                             const std::string& name, Clock::time_point until);
  // The file is no longer there.
  void forget(const std::string& path);

  ColumnUnit unit() const { return unit_; }

 private:
  struct Document {
    int version = 0;
    std::string text;
    std::optional<std::vector<ServerDiagnostic>> diagnostics = std::nullopt;  // of this text
    bool fresh = false;                                                       // something was published since the text was sent
  };

  bool is_ready(Clock::time_point until);
  bool send(const Json& message, Clock::time_point until);
  // Sends the text, if it is not what the server has.
  bool show(const std::string& path, const std::string& text, Clock::time_point until);
  // Hears the next message. False: there was none in time, or it is broken.
  bool hear(Clock::time_point until);
  void hear_message(const Json& message);
  void hear_diagnostics(const Json& params);
  std::optional<Json> answer_to(int id, Clock::time_point until);
  void give_up();

  ConfiguredProgram program_;
  std::string root_;
  std::unique_ptr<ChildProgram> process_;
  int starts_ = 0;
  bool initialized_ = false;
  ColumnUnit unit_ = ColumnUnit::utf16;
  std::string bytes_;
  std::size_t heard_bytes_ = 0;  // in this call
  int last_id_ = 0;
  std::map<int, Json> answers_;
  std::map<std::string, Document> documents_;  // by path
  bool has_versions_ = false;                  // it says which version its diagnostics are about
};

}  // namespace kedge
