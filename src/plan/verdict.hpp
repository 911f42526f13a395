// What a person has said about a proposed change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/json.hpp"

namespace kedge {

// The answer of whoever is asked about a change.
enum class Consent : std::uint8_t {
  given,
  refused,
  unanswered,  // the question was closed without a yes or no
  unasked,     // there is nobody to ask, and that counts as no
  awaited,     // the question has been sent: the call ends here and is made again with the answer
  unaskable,   // a question cannot even list all of its files
};

// A part of a change: what is not to be written of a proposal, or what is to be taken back.
struct ChangePart {
  std::string path;                       // inside the root
  std::vector<std::uint32_t> hunks = {};  // from 1, as they were proposed; empty: all of the file

  friend bool operator==(const ChangePart&, const ChangePart&) = default;
};

// What a file is to become instead.
struct EditedFile {
  std::string path;  // inside the root
  std::string text;

  friend bool operator==(const EditedFile&, const EditedFile&) = default;
};

struct Verdict {
  Verdict(Consent said = Consent::refused) : consent(said) {}

  Consent consent;
  std::string note = {};  // for the caller
  // If consent is given:
  std::vector<ChangePart> declined = {};
  std::vector<EditedFile> edited = {};
  std::uint32_t minutes = 0;  // for so long all that this session proposes may be written

  bool is_whole() const { return declined.empty() && edited.empty(); }
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

// As views send it: consent, note, declined, edited, minutes. nullopt if there is no consent in it, or a part of it is unclear.
std::optional<Verdict> verdict_in(const Json& json);
// Adds it to a message. REQUIRES: consent was given or refused.
void add_verdict(Json& json, const Verdict& verdict);

}  // namespace kedge
