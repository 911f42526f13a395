// What the user's own programs know about files: language servers say what an edit has broken and what a name means, formatters
// say how a file should look. They are run by a companion, which is started before a sandbox closes; a program that is dead,
// slow or lying costs its answer and nothing else.
#pragma once

#include <chrono>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contract/receipt.hpp"
#include "language/configured.hpp"
#include "language/lsp_positions.hpp"
#include "process/companion.hpp"
#include "process/own_program.hpp"

namespace kedge {

struct LanguageSettings {
  std::vector<ConfiguredProgram> servers = {};
  std::vector<ConfiguredProgram> formatters = {};
  std::chrono::milliseconds patience{3000};  // for what a server says about an edit
  std::chrono::milliseconds patience_of_formatters{5000};
  std::chrono::milliseconds patience_of_renames{30'000};
};

// A file before and after an edit.
struct EditedText {
  std::string path;                   // inside the root
  std::optional<Text> before, after;  // nullopt: there is none
};

class LanguageTools {
 public:
  // Null: nothing is configured. The companion is started now.
  static std::unique_ptr<LanguageTools> start(LanguageSettings settings, std::string program = program_of_this_process());

  // What is new after the edits, for each of them. Empty where no server is configured, or none has answered in time; then
  // `unanswered` names it.
  struct Diagnosed {
    std::vector<std::vector<Diagnostic>> files;
    std::vector<std::string> unanswered;
  };
  Diagnosed diagnose(const std::string& root, const std::vector<EditedText>& edits);

  // The text as the formatter for this file would have it; nullopt: there is none for it.
  struct Formatted {
    std::string by;                         // its name
    std::expected<Text, std::string> text;  // or why there is none
  };
  std::optional<Formatted> format(const std::string& root, std::string_view path, const Text& text);

  // The edits that rename the symbol at this place, by file with absolute path. The error says why there are none.
  struct ServerRename {
    struct Edit {
      LspPosition begin, end;
      std::string text;
    };
    std::string path;  // absolute
    ColumnUnit unit = ColumnUnit::utf16;
    std::vector<Edit> edits = {};
  };
  bool can_rename(std::string_view path) const { return program_for(settings_.servers, path) != nullptr; }
  std::expected<std::vector<ServerRename>, std::string> rename(const std::string& root, std::string_view path, const Text& text,
                                                               ByteOffset at, const std::string& name);

 private:
  LanguageTools(LanguageSettings settings, std::unique_ptr<Companion> companion)
      : settings_(std::move(settings)), companion_(std::move(companion)) {}

  LanguageSettings settings_;
  std::unique_ptr<Companion> companion_;
};

// The companion: `kedge language-worker` answers questions on standard input until it is closed. Returns the exit status.
inline constexpr std::string_view language_worker_word = "language-worker";
int serve_language_tools();

}  // namespace kedge
